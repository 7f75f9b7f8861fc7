"""Calls of GPU programs, against the fake driver: kernels compute nothing."""

import copy
import ctypes
import os
import pickle

import lowp
import numpy as np
import pytest
from conftest import ADD, MATMUL
from lowp import device as devices

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


def array(*values, device=0):
    return lowp.DeviceArray.from_host(np.array(values, np.float32), device)


def test_devices():
    assert lowp.device_count() == 2
    info = lowp.device_info(1)
    assert (info.name, info.chip, info.multiprocessors) == ("Fake H200", "sm_90a", 132)
    with pytest.raises(lowp.LaunchError, match="below 2") as caught:
        lowp.device_info(2)
    assert caught.value.status == "LOWP_ERROR_NO_DEVICE"
    assert lowp.compile(ADD, chip="native", image_format="ptx").chip == "sm_90a"
    # Also where nothing says for which chip.
    assert lowp.compile(ADD, image_format="ptx").chip == "sm_90a"


def test_device_array():
    host = np.arange(6, dtype=np.float32).reshape(2, 3)
    there = lowp.DeviceArray.from_host(host)
    assert (there.shape, there.dtype, there.nbytes) == ((2, 3), "f32", 24)
    assert np.array_equal(there.to_host(), host)
    assert there.__cuda_array_interface__["typestr"] == "<f4"
    assert lowp.DeviceArray((0,), "bf16").to_bytes() == b""
    with pytest.raises(lowp.LaunchError, match="type that lowp knows"):
        lowp.DeviceArray((1,), "f9")
    with pytest.raises(lowp.LaunchError, match="expected 4 bytes, got 3"):
        lowp.DeviceArray.from_bytes(b"abc", (1,), "f32")


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_device_array_is_not_copied(make):
    array = lowp.DeviceArray.from_bytes(b"1234", (4,), "i8")
    with pytest.raises(TypeError, match="expected to_bytes.. to copy"):
        make(array)
    assert array.to_bytes() == b"1234"


@pytest.mark.parametrize("number", [-1, 2**31, 2**32])
def test_numbers_of_devices(add, number):
    for use in (
        lowp.device_info,
        devices.synchronize,
        lambda ordinal: lowp.DeviceArray((2,), "f32", ordinal),
        add.program.preload,
    ):
        with pytest.raises(lowp.LaunchError, match=f"counted from 0, got {number}"):
            use(number)


def test_more_bytes_than_there_are():
    with pytest.raises(lowp.LaunchError, match="less than 2.63 bytes, got"):
        lowp.DeviceArray((2**32, 2**32), "f8E4M3FN")


def test_call(add):
    x, y = array(1, 2), array(3, 4)
    result = add(x, y)
    assert isinstance(result, lowp.DeviceArray)
    assert (result.shape, result.dtype, result.device) == ((2,), "f32", 0)
    assert add(x, y, out=result) is result
    add.program.preload(1)
    assert add(array(1, device=1), array(2, device=1)).device == 1


def test_streams(add):
    x = array(1, 2)

    class OfTorch:
        cuda_stream = 7

    class OfCupy:
        ptr = 8

    class OfProtocol:
        def __cuda_stream__(self):
            return 0, 9

    for stream in (0, 7, OfTorch(), OfCupy(), OfProtocol()):
        add(x, x, stream=stream)
    with pytest.raises(lowp.LaunchError, match="expected stream="):
        add(x, x, stream="7")


def test_workspace():
    program = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")
    matmul = program["matmul"]
    x, w = lowp.DeviceArray((64, 128), "bf16"), lowp.DeviceArray((128, 64), "bf16")
    assert matmul.workspace_bytes(x, w) > 64 * 128
    assert matmul(x, w).shape == (64, 64)


def test_refused(add):
    with pytest.raises(lowp.LaunchError, match="for cuda, got one in host memory"):
        add(np.zeros(2, np.float32), np.zeros(2, np.float32))
    with pytest.raises(lowp.LaunchError, match="on one device, got devices"):
        add(array(1), array(1, device=1))
    freed = array(1, 2)
    freed.pointer = 0
    with pytest.raises(lowp.LaunchError, match="was the tensor freed"):
        add(freed, array(1, 2))


GEMM = """
!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !x) -> tensor<?x?xbf16> {
  %y = lowp.scaled_matmul %x, %w : !x, !x -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}
"""


def test_alignment():
    """Memory that suits an element may not suit TMA."""
    gemm = lowp.compile(GEMM, chip="sm_90a", image_format="ptx")["gemm"]
    data = lowp.DeviceArray((64, 512), "f8E4M3FN")
    scales = lowp.DeviceArray((64, 1), "f32")
    large = lowp.DeviceArray((65, 512), "f8E4M3FN")

    class Shifted:
        __cuda_array_interface__ = {
            **data.__cuda_array_interface__,
            "data": (large.pointer + 8, False),
        }

    shifted = lowp.reinterpret(Shifted(), "f8E4M3FN")
    out = lowp.DeviceArray((64, 64), "bf16")
    gemm(data, scales, data, scales, out=out)
    with pytest.raises(lowp.LaunchError, match="aligned to 16 bytes.*into fresh memory"):
        gemm(shifted, scales, data, scales, out=out)


def test_readonly_result(add):
    class ReadOnly:
        def __init__(self, inner):
            self.inner = inner
            interface = inner.__cuda_array_interface__
            data = (interface["data"][0], True)
            self.__cuda_array_interface__ = {**interface, "data": data}

    x = ReadOnly(array(1, 2))
    with pytest.raises(lowp.LaunchError, match="result0: expected an array to write"):
        add(x, x, out=x)
    add(x, x, out=array(0, 0))


@pytest.fixture
def set_load_result():
    """Lets the driver refuse modules, with what its compiler says."""
    fake = ctypes.CDLL(os.environ["LOWP_CUDA_DRIVER"])
    yield fake.lowpFakeCudaSetLoadResult
    fake.lowpFakeCudaSetLoadResult(0, b"")


@pytest.mark.parametrize(
    "result, log, status, message",
    [
        (
            222,
            b"fatal : Unsupported .version 8.8; current version is '8.4'",
            "LOWP_ERROR_LOAD",
            "(?s)PTX newer than the driver knows.*update the driver.*version is '8.4'",
        ),
        (209, b"", "LOWP_ERROR_UNSUPPORTED_DEVICE", "no code for Fake H200"),
        (2, b"", "LOWP_ERROR_OUT_OF_MEMORY", "no device memory to load"),
    ],
)
def test_driver_refuses_the_kernels(add, set_load_result, result, log, status, message):
    x = array(1, 2)
    set_load_result(result, log)
    for _ in range(2):
        with pytest.raises(lowp.LaunchError, match=message) as caught:
            add(x, x)
        assert caught.value.status == status
    # It may be another driver's turn, or memory was freed.
    set_load_result(0, b"")
    add(x, x)


def test_interface(add):
    class OfOthers:
        device = 0

        def __init__(self, inner):
            self.inner = inner
            self.__cuda_array_interface__ = inner.__cuda_array_interface__

    x, out = OfOthers(array(1, 2)), OfOthers(array(0, 0))
    assert add(x, x, out=out) is out


def test_fork_is_refused(add):
    x = array(1, 2)
    add(x, x)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            add(x, x)
            os.write(writing, b"no error")
        except lowp.LaunchError as error:
            os.write(writing, str(error).encode())
        # Compiling works all the same.
        lowp.compile(ADD, device="cpu", use_cache=False)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert b"was not forked after its parent used the GPU" in os.read(reading, 1000)
    add(x, x)


CALL = f"""
import lowp
try:
  lowp.compile({ADD!r}, chip="sm_90a", image_format="ptx")
  lowp.DeviceArray((2,), "f32")
except lowp.LaunchError as error:
  print(error.status, error)
"""


def test_without_driver(run_python):
    printed = run_python(CALL, LOWP_CUDA_DRIVER="/nonexistent/libcuda.so.1")
    assert printed.startswith("LOWP_ERROR_NO_DRIVER no CUDA driver")
