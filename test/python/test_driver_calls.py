"""What a call asks of the driver, counted by the fake: facts, where times would
depend on the machine. Any build of torch will do; its tensors on the host stand for
those of a GPU."""

import ctypes
import os

import lowp
import pytest

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs its driver")

GEMM = """
!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<?x256xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}
"""

# Arguments and result of GEMM for 16 rows: sizes, type of lowp, type of torch. The
# kernel has a tensor map for each of them.
TENSORS = (
    ((16, 512), "f8E4M3FN", "float8_e4m3fn"),
    ((16, 1), "f32", "float32"),
    ((256, 512), "f8E4M3FN", "float8_e4m3fn"),
    ((256, 1), "f32", "float32"),
    ((16, 256), "bf16", "bfloat16"),
)

# Each tensor's memory is looked at in each call: it may have been freed.
EVERY_CALL = {
    "cuCtxGetCurrent": 1,
    "cuCtxGetId": 1,
    "cuPointerGetAttributes": 5,
    "cuLaunchKernelEx": 1,
}


class Driver:
    """The fake, as the test sees it."""

    def __init__(self):
        self.library = ctypes.CDLL(os.environ["LOWP_CUDA_DRIVER"])
        self.library.lowpFakeCudaTakeCalls.restype = ctypes.c_char_p
        self.library.cuCtxSetCurrent.argtypes = [ctypes.c_void_p]

    def calls(self, act):
        """How often `act` calls which function."""
        self.library.lowpFakeCudaTakeCalls()
        act()
        lines = self.library.lowpFakeCudaTakeCalls().decode().splitlines()
        return {name: int(count) for name, count in map(str.split, lines)}

    def make_current(self, device):
        """Device 0 has context 1; None: no context."""
        self.library.cuCtxSetCurrent(None if device is None else device + 1)


@pytest.fixture
def driver():
    """A driver with device 0 current, as in a process that uses torch."""
    driver = Driver()
    driver.make_current(0)
    yield driver
    driver.make_current(None)


@pytest.fixture
def gemm():
    return lowp.compile(GEMM, chip="sm_90a", image_format="ptx")["gemm"]


def make_arrays():
    return [lowp.DeviceArray(shape, type) for shape, type, _ in TENSORS]


def test_arrays(driver, gemm):
    *operands, result = make_arrays()
    gemm(*operands, out=result, stream=0)
    calls = driver.calls(lambda: gemm(*operands, out=result, stream=0))
    assert calls == {**EVERY_CALL, "cuTensorMapEncodeTiled": 5}


def test_any_number_of_rows(driver, gemm):
    """Each kernel has an image, which is loaded and looked up at its first launch; then a
    call with other rows asks for no more than others do."""

    def run(rows):
        arrays = [
            lowp.DeviceArray((rows if shape[0] == 16 else shape[0], shape[1]), type)
            for shape, type, _ in TENSORS
        ]
        *operands, result = arrays
        return driver.calls(lambda: gemm(*operands, out=result, stream=0))

    rows = (1, 2, 63, 64, 65, 128, 1000, 8192)
    first = [run(m) for m in rows]
    loads, found = (
        sum(calls.get(name, 0) for calls in first)
        for name in ("cuModuleLoadDataEx", "cuModuleGetFunction")
    )
    assert loads == found
    assert 1 < found <= len(gemm.program.kernels)
    for m in rows:
        assert run(m) == {**EVERY_CALL, "cuTensorMapEncodeTiled": 5}


@pytest.mark.parametrize("current", [None, 1])
def test_another_device_is_current(driver, gemm, current):
    """The device of the tensors becomes current, and then what was so before."""
    *operands, result = make_arrays()
    driver.make_current(current)
    gemm(*operands, out=result, stream=0)
    calls = driver.calls(lambda: gemm(*operands, out=result, stream=0))
    asked = 1 if current is None else 2
    assert calls["cuCtxGetId"] == asked
    assert calls["cuCtxSetCurrent"] == 2
    assert sum(calls.values()) == 5 + 5 + 1 + 1 + asked + 2
    seen = ctypes.c_void_p()
    driver.library.cuCtxGetCurrent(ctypes.byref(seen))
    assert seen.value == (None if current is None else current + 1)


class Tensors:
    """Makes torch's tensors in the memory of the fake."""

    def __init__(self, torch):
        self.torch = torch
        self.arrays = []

    def make(self, number):
        shape, _, name = TENSORS[number]
        dtype = getattr(self.torch, name)
        size = self.torch.Size(shape).numel() * dtype.itemsize
        self.arrays.append(lowp.DeviceArray((size,), "i8"))
        view = (ctypes.c_char * size).from_address(self.arrays[-1].pointer)
        return self.torch.frombuffer(view, dtype=dtype).view(shape)


@pytest.fixture
def tensors(host_as_gpu):
    torch = pytest.importorskip("torch")
    if not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("needs a torch with DLPack's exchange interface")
    return Tensors(torch)


def test_same_tensors_again(driver, gemm, tensors):
    *operands, result = (tensors.make(number) for number in range(5))
    for _ in range(2):
        gemm(*operands, out=result)
    assert driver.calls(lambda: gemm(*operands, out=result)) == EVERY_CALL


def test_other_tensors(driver, gemm, tensors):
    """Only what has another address gets another tensor map."""
    *operands, result = (tensors.make(number) for number in range(5))
    for _ in range(2):
        gemm(*operands, out=result)
    for number in (0, 3):
        operands[number] = tensors.make(number)
    calls = driver.calls(lambda: gemm(*operands, out=result))
    assert calls == {**EVERY_CALL, "cuTensorMapEncodeTiled": 2}
    assert driver.calls(lambda: gemm(*operands, out=result)) == EVERY_CALL


def test_freed_memory_in_a_repeated_call(driver, gemm, tensors):
    *operands, result = (tensors.make(number) for number in range(5))
    for _ in range(2):
        gemm(*operands, out=result)
    # The tensor does not know that its memory is gone.
    tensors.arrays[2] = None
    with pytest.raises(lowp.LaunchError, match="argument1.*was the memory freed"):
        gemm(*operands, out=result)
