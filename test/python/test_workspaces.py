"""Which memory a call has for its intermediates where no library lends it."""

import ctypes
import os
import threading

import lowp
import pytest
from conftest import MATMUL
from lowp import _library

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


@pytest.fixture
def matmul():
    return lowp.compile(MATMUL, chip="sm_90a", image_format="ptx")["matmul"]


@pytest.fixture
def workspaces(monkeypatch):
    """Stream, address and size of the workspace of each call that was made."""
    library = _library.get()
    seen = []
    original = library.FunctionCall

    def record(handle, reference, arguments, count, device):
        call = reference._obj
        if call.mode == _library.RUN:
            seen.append((call.stream or 0, call.workspace, call.workspaceBytes))
        return original(handle, reference, arguments, count, device)

    monkeypatch.setattr(library, "FunctionCall", record)
    return seen


def call(matmul, rows, stream=0):
    x, w = (lowp.DeviceArray(shape, "bf16") for shape in ((rows, 128), (128, 64)))
    return matmul(x, w, stream=stream)


def in_thread(act):
    thread = threading.Thread(target=act)
    thread.start()
    thread.join()


def is_allocated(address):
    device = ctypes.c_int32()
    return not _library.get().MemoryDevice(address, ctypes.byref(device), None)


def test_calls_on_a_stream_take_turns(matmul, workspaces):
    for stream in (0, 7, 0, 7):
        call(matmul, 64, stream)
    addresses = [address for _stream, address, _size in workspaces]
    assert addresses[0] == addresses[2] != addresses[1] == addresses[3]


def test_calls_at_the_same_time(matmul, workspaces, monkeypatch):
    """Kernels of two threads may take turns on the stream."""
    call(matmul, 64)
    both = threading.Barrier(2)
    library = _library.get()
    record = library.FunctionCall

    def meet(handle, reference, arguments, count, device):
        if reference._obj.mode == _library.RUN:
            both.wait(60)
        return record(handle, reference, arguments, count, device)

    monkeypatch.setattr(library, "FunctionCall", meet)
    other = threading.Thread(target=call, args=(matmul, 64))
    other.start()
    call(matmul, 64)
    other.join()
    monkeypatch.setattr(library, "FunctionCall", record)
    for _ in range(2):
        call(matmul, 64)
    first, *pair, third, fourth = (address for _stream, address, _size in workspaces)
    assert len(set(pair)) == 2 and first in pair
    assert third == fourth and third in pair


def test_many_threads(matmul, workspaces, monkeypatch):
    """No two calls have the same memory at a time."""
    library = _library.get()
    original = library.FunctionCall
    in_use, shared = [], []

    def use(handle, reference, arguments, count, device):
        address = reference._obj.workspace
        if reference._obj.mode == _library.MEASURE:
            return original(handle, reference, arguments, count, device)
        shared.extend([address] * in_use.count(address))
        in_use.append(address)
        status = original(handle, reference, arguments, count, device)
        in_use.remove(address)
        return status

    monkeypatch.setattr(library, "FunctionCall", use)

    def work(number):
        for step in range(50):
            call(matmul, 64 + 64 * ((number + step) % 5))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared == []


def test_default_streams_of_threads(matmul, workspaces):
    """They are several, with one handle."""
    call(matmul, 64, 2)
    in_thread(lambda: call(matmul, 64, 2))
    call(matmul, 64, 2)
    mine, other, again = (address for _stream, address, _size in workspaces)
    assert mine == again != other
    # That thread's stream is gone.
    assert is_allocated(mine) and not is_allocated(other)


def test_a_call_that_fails(matmul, workspaces, monkeypatch):
    call(matmul, 64)
    library = _library.get()
    record = library.FunctionCall

    def fail(handle, reference, arguments, count, device):
        record(handle, reference, arguments, count, device)
        return 4

    monkeypatch.setattr(library, "FunctionCall", fail)
    with pytest.raises(lowp.LaunchError):
        call(matmul, 64)
    monkeypatch.setattr(library, "FunctionCall", record)
    call(matmul, 64)
    assert len(set(workspaces)) == 1


def test_memory_that_runs_out(matmul, workspaces, monkeypatch):
    from lowp import _workspaces

    def fail(*_arguments):
        raise lowp.LaunchError("no memory", "LOWP_ERROR_OUT_OF_MEMORY")

    call(matmul, 64)
    with monkeypatch.context() as patch:
        patch.setattr(_workspaces, "DeviceArray", fail)
        with pytest.raises(lowp.LaunchError, match="no memory"):
            call(matmul, 128)
    call(matmul, 64)
    assert len(set(workspaces)) == 1


def test_workspaces_of_graphs_stay(matmul, workspaces):
    for rows in (64, 128, 130):
        call(matmul, rows)
    first, second, third = workspaces
    assert first[1] != second[1] == third[1]
    # A captured graph would hold the first one's address.
    assert is_allocated(first[1])
    pool = matmul._caller.workspaces.pool(0)
    assert [memory.pointer for memory in pool.made] == [first[1], second[1]]
    assert pool.made[1].nbytes >= 2 * pool.made[0].nbytes


def test_scalars_decide_on_sizes(workspaces):
    """What is measured is the call: a slice of as many rows as a scalar says, which
    ends in the tensor for one and not for another; intermediates of its size."""
    source = """
    func.func @f(%x: tensor<64x64xf32>, %k: index) -> tensor<1x64xf32> {
      %s = tensor.extract_slice %x[3, 0] [%k, 64] [1, 1]
        : tensor<64x64xf32> to tensor<?x64xf32>
      %q = lowp.quantize %s numerics <torchao>
        : tensor<?x64xf32> -> !lowp.scaled<?x64xf8E4M3FN, #lowp.block<1x128>>
      %o = lowp.dequantize %q
        : !lowp.scaled<?x64xf8E4M3FN, #lowp.block<1x128>> -> tensor<?x64xf32>
      %first = tensor.extract_slice %o[0, 0] [1, 64] [1, 1]
        : tensor<?x64xf32> to tensor<1x64xf32>
      return %first : tensor<1x64xf32>
    }"""
    f = lowp.compile(source, chip="sm_90a", image_format="ptx").functions[0]
    x = lowp.DeviceArray((64, 64), "f32")

    for rows in (5, 61, 1, 61, 5):
        f(x, rows)
    sizes = [size for _stream, _address, size in workspaces]
    assert sizes[0] == sizes[4] < sizes[1] == sizes[3] and sizes[2] <= sizes[0]
    assert f.workspace_bytes(x, 61) == sizes[1] > f.workspace_bytes(x, 5) == sizes[0]
    for rows in (62, -1):
        with pytest.raises(lowp.LaunchError, match="expected a s"):
            f(x, rows)
    assert len(workspaces) == 5
