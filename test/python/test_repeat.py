"""Calls that are made again: the library reads torch's tensors itself. Wants torch,
of any build; its tensors on the host stand for those of a GPU where one is needed."""

import ctypes
import os
import threading

import lowp
import pytest
from conftest import ADD, MATMUL

torch = pytest.importorskip("torch")

pytestmark = [
    pytest.mark.skipif(
        not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"),
        reason="needs a torch with DLPack's exchange interface",
    ),
    pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs its driver"),
]


@pytest.fixture
def repeats(monkeypatch):
    """What the library returned for each call that it was asked to repeat."""
    from lowp import _library

    library = _library.get()
    seen = []
    original = library.RepeatRun

    def record(handle, objects):
        seen.append(original(handle, objects))
        return seen[-1]

    monkeypatch.setattr(library, "RepeatRun", record)
    return seen


@pytest.fixture
def add():
    """A function that was called on vectors of 4."""
    add = lowp.compile(ADD, device="cpu")["add"]
    x = torch.ones(4)
    assert torch.equal(add(x, x), x + x)
    return add


def test_other_tensors(add, repeats):
    for value in range(3):
        x, y = torch.full((4,), float(value)), torch.arange(4.0)
        assert torch.equal(add(x, y), x + y)
    assert repeats == [0, 0, 0]
    # A slice has another address in the same storage.
    pair = torch.arange(8.0)
    assert torch.equal(add(pair[:4], pair[4:]), pair[:4] + pair[4:])
    assert repeats == [0, 0, 0, 0]


def test_out(add, repeats):
    x, out = torch.arange(4.0), torch.zeros(4)
    assert add(x, x, out=out) is out and repeats == []
    out.zero_()
    assert add(x, x, out=out) is out and torch.equal(out, x + x)
    results = [torch.zeros(4)]
    assert add(x, x, out=results) is results and torch.equal(results[0], x + x)
    assert repeats == [0, 0]
    assert torch.equal(add(x, x), x + x)


def test_negated_tensors(add, repeats):
    """Their elements are not those in their memory."""
    z = torch.complex(torch.arange(4.0), torch.arange(4.0)).conj()
    # All have the layout of the call before.
    x, out = torch.view_as_real(z.resolve_conj())[:, 1].contiguous(), torch.zeros(4)
    negated = torch._neg_view(x)
    assert negated.is_neg() and z.imag.is_neg()
    for arguments in ((negated, x), (x, negated)):
        with pytest.raises(lowp.LaunchError, match="pass tensor.resolve_neg"):
            add(*arguments)
    with pytest.raises(lowp.LaunchError, match="pass tensor.resolve_neg"):
        add(x, x, out=torch._neg_view(out))
    assert torch.equal(add(negated.resolve_neg(), x), torch.zeros(4)) and repeats == [0]


def test_sizes_that_change(add, repeats):
    for size in (4, 5, 5, 4, 0, 0, 4):
        x = torch.arange(float(size))
        assert torch.equal(add(x, x), x + x)
    assert repeats == [0, -1, 0, -1, -1, 0, -1]


def test_a_tensor_that_changes(add):
    x = torch.arange(4.0)
    add(x, x)
    x.resize_(6).copy_(torch.arange(6.0))
    assert torch.equal(add(x, x), x + x)
    x.data = torch.ones(4)
    assert torch.equal(add(x, x), torch.full((4,), 2.0))


def freed():
    tensor = torch.ones(4)
    tensor.untyped_storage().resize_(0)
    return tensor


REFUSED = {
    "gradient": (lambda: torch.ones(4, requires_grad=True), "requires it"),
    "type": (lambda: torch.ones(4, dtype=torch.float64), "elements of type f32"),
    "complex": (lambda: torch.ones(4, dtype=torch.complex64), "lowp knows"),
    "rank": (lambda: torch.ones(4, 1), "1 dimensions, got shape"),
    "size": (lambda: torch.ones(3), "dimension 0 to be 4"),
    "strides": (lambda: torch.ones(8)[::2], "rows without gaps"),
    "device": (lambda: torch.ones(4, device="meta"), "on cpu or cuda"),
    "sparse": (lambda: torch.ones(4).to_sparse(), None),
    "number": (lambda: 1.0, "an array, got a number"),
    "object": (lambda: "1", "expected a torch tensor"),
    "reinterpreted": (lambda: lowp.reinterpret(torch.ones(4), "i32"), "type f32"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(add, name):
    make, message = REFUSED[name]
    x = torch.ones(4)
    fresh = lowp.compile(ADD, device="cpu")["add"]
    with pytest.raises(Exception, match=message) as caught:
        add(x, make())
    with pytest.raises(type(caught.value)) as expected:
        fresh(x, make())
    assert str(caught.value) == str(expected.value)
    assert torch.equal(add(x, x), x + x)


@pytest.mark.parametrize("tensors", [(), (1,), (1, 1, 1)])
def test_refused_counts(add, tensors):
    with pytest.raises(lowp.LaunchError, match="expected 2 arguments, got"):
        add(*(torch.ones(4) for _ in tensors))


def test_refused_by_the_library(add, repeats):
    """Addresses are looked at in every call."""
    x = torch.ones(4)
    with pytest.raises(lowp.LaunchError, match="was the tensor freed"):
        add(x, freed())
    add(x, x)
    bytes_ = torch.zeros(20, dtype=torch.uint8)
    odd = torch.frombuffer(memoryview(bytes_.numpy())[1:17], dtype=torch.float32)
    with pytest.raises(lowp.LaunchError, match="aligned to the 4 bytes"):
        add(x, odd)
    add(x, x, out=torch.zeros(4))
    with pytest.raises(lowp.LaunchError, match="shares with argument0"):
        add(x, torch.ones(4), out=x)
    assert [status for status in repeats if status > 0] == [4, 4, 4]
    assert torch.equal(add(x, x), x + x)


def test_gradients_that_are_off(add, repeats):
    x = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        assert torch.equal(add(x, x), x + x)
    assert repeats == [0]
    with pytest.raises(lowp.LaunchError, match="requires it"):
        add(x, x)


def test_other_arrays(add):
    """numpy's have no part in it, before and after."""
    numpy = pytest.importorskip("numpy")
    x = numpy.arange(4, dtype=numpy.float32)
    assert numpy.array_equal(add(x, x), x + x)
    y = torch.arange(4.0)
    assert torch.equal(add(y, x), y + y)
    assert torch.equal(add(y, y), y + y)


def test_without_the_interface(repeats, monkeypatch):
    """What the attribute is, is another library's affair."""
    from lowp import _repeat

    x = torch.ones(4)
    assert _repeat.find_read(x)
    for exchange in (None, 7, "no capsule"):
        monkeypatch.setattr(torch.Tensor, "__dlpack_c_exchange_api__", exchange)
        assert _repeat.find_read(x) is None
        add = lowp.compile(ADD, device="cpu")["add"]
        for _ in range(2):
            assert torch.equal(add(x, x), x + x)
    assert repeats == []


def test_threads(add, repeats):
    failures = []

    def work(number):
        x = torch.full((4,), float(number))
        for step in range(300):
            y = torch.full((4,), float(step))
            if not torch.equal(add(x, y), x + y):
                failures.append((number, step))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert repeats.count(0) > 1000 and set(repeats) == {0}


# ===----------------------------------------------------------------------===
# On a GPU that is not one
# ===----------------------------------------------------------------------===


class Memory:
    """torch tensors in the memory of the fake driver."""

    def __init__(self):
        self.arrays = []

    def tensor(self, *shape, dtype=torch.float32):
        count = torch.Size(shape).numel() * dtype.itemsize
        self.arrays.append(lowp.DeviceArray((count,), "i8"))
        view = (ctypes.c_char * count).from_address(self.arrays[-1].pointer)
        return torch.frombuffer(view, dtype=dtype).view(shape)


@pytest.fixture
def memory(host_as_gpu):
    return Memory()


def compile_for_gpu(source):
    return lowp.compile(source, chip="sm_90a", image_format="ptx").functions[0]


def test_current_stream(memory, monkeypatch, repeats):
    add = compile_for_gpu(ADD)
    x, y, out = (memory.tensor(4) for _ in range(3))
    add(x, y, out=out)
    call = add._caller.last.plans[0].call
    for stream in (7, 8):
        monkeypatch.setattr(torch._C, "_cuda_getCurrentRawStream", lambda _: stream)
        add._caller.last.current_stream = torch._C._cuda_getCurrentRawStream
        assert add(x, y, out=out) is out
        assert call.stream == stream
    # On a stream of the caller's the layouts are read.
    assert add(x, y, out=out, stream=9) is out
    assert call.stream == 9 and repeats == [0, 0]


def test_memory_of_the_host(memory, repeats):
    add = compile_for_gpu(ADD)
    x, y, out = (memory.tensor(4) for _ in range(3))
    add(x, y, out=out)
    with pytest.raises(lowp.LaunchError, match="driver does not know"):
        add(x, torch.ones(4), out=out)
    assert repeats == [4]


def test_workspace(memory, monkeypatch, repeats):
    matmul = compile_for_gpu(MATMUL)
    x = memory.tensor(64, 128, dtype=torch.bfloat16)
    w = memory.tensor(128, 64, dtype=torch.bfloat16)
    out = memory.tensor(64, 64, dtype=torch.bfloat16)
    made = []

    def empty(size, dtype, device):
        assert device == 0
        made.append(memory.tensor(size, dtype=dtype))
        return made[-1]

    monkeypatch.setattr(torch, "empty", empty)
    for _ in range(3):
        assert matmul(x, w, out=out) is out
        call = matmul._caller.last.plans[0].call
        assert call.workspace == made[-1].data_ptr()
        assert call.workspaceBytes == made[-1].numel() >= call.workspaceUsed
    assert len(made) == 3 and repeats == [0, 0]
