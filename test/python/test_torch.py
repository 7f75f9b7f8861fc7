"""Calls with torch tensors; torch is a stand-in where it is not installed."""

import os
import sys

import lowp
import pytest
from conftest import ADD, MATMUL

pytestmark = pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs the fake driver")


@pytest.fixture
def torch(monkeypatch):
    import fake_torch

    from lowp import arrays

    monkeypatch.setitem(sys.modules, "torch", None)
    module = fake_torch.install()
    yield module
    arrays.readers.clear()


@pytest.fixture
def launches(monkeypatch):
    """The streams and workspaces of the calls that were made."""
    from lowp import _library

    library = _library.get()
    seen = []
    original = library.FunctionCall

    def record(handle, call, arguments, count, device):
        structure = call._obj
        if structure.mode == _library.RUN:
            seen.append((structure.stream, structure.workspaceBytes, device.value))
        return original(handle, call, arguments, count, device)

    monkeypatch.setattr(library, "FunctionCall", record)
    return seen


def on_gpu(torch, *shape, dtype=None, index=0, **options):
    return torch.Tensor(shape, dtype or torch.float32, torch.device("cuda", index), **options)


def compile_for_gpu(source):
    return lowp.compile(source, chip="sm_90a", image_format="ptx").functions[0]


def test_current_stream(torch, launches):
    add = compile_for_gpu(ADD)
    x = on_gpu(torch, 4)
    result = add(x, x)
    assert isinstance(result, torch.Tensor)
    assert (result.shape, result.dtype, result.device) == ((4,), x.dtype, x.device)
    y = on_gpu(torch, 4, index=1)
    add(y, y)
    assert launches == [(11, 0, 0), (12, 0, 1)]


def test_given_stream(torch, launches):
    add = compile_for_gpu(ADD)
    x = on_gpu(torch, 4)
    torch.made.clear()
    add(x, x, stream=77)
    # The result belongs to the stream too.
    assert torch.made == [((4,), 77)]
    assert launches == [(77, 0, 0)] and torch.current == 11


def test_workspace_is_of_torch(torch, launches):
    matmul = compile_for_gpu(MATMUL)
    x = on_gpu(torch, 64, 128, dtype=torch.bfloat16)
    w = on_gpu(torch, 128, 64, dtype=torch.bfloat16)
    out = on_gpu(torch, 64, 64, dtype=torch.bfloat16)
    needed = matmul.workspace_bytes(x, w)
    torch.made.clear()
    matmul(x, w, out=out)
    assert torch.made == [((needed,), 11)]
    assert launches == [(11, needed, 0)]


def test_on_the_cpu(torch):
    add = lowp.compile(ADD, device="cpu")["add"]
    x = torch.Tensor((4,), torch.float32, torch.device("cpu"))
    assert add(x, x).device.type == "cpu"


def test_refused(torch):
    add = compile_for_gpu(ADD)
    x = on_gpu(torch, 4)
    with pytest.raises(lowp.LaunchError, match="requires it"):
        add(x, on_gpu(torch, 4, requires_grad=True))
    torch.grad_enabled = False
    add(x, on_gpu(torch, 4, requires_grad=True))
    with pytest.raises(lowp.LaunchError, match="type that lowp knows, got torch.comp"):
        add(x, on_gpu(torch, 4, dtype=torch.complex64))
    with pytest.raises(lowp.LaunchError, match="on cpu or cuda"):
        add(x, torch.Tensor((4,), torch.float32, torch.device("meta")))
    freed = on_gpu(torch, 4)
    freed.address = 0
    with pytest.raises(lowp.LaunchError, match="was the tensor freed"):
        add(x, freed)
