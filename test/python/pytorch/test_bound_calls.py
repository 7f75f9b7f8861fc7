"""Frozen layers that call the library without the operator, where nobody looks."""

import copy
import ctypes
import io
import os
import threading

import lowp
import pytest
from conftest import MATMUL
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp import _bound
from lowp.torch import frozen

N, K = 96, 160


@pytest.fixture
def operator_calls(monkeypatch):
    """The inputs that the operator was called on."""
    seen = []

    def record(x, *others):
        seen.append(x)
        return original(x, *others)

    original = frozen._linear_prepared
    monkeypatch.setattr(frozen, "_linear_prepared", record)
    return seen


def make(bias=True, recipe="blockwise_training"):
    layer = torch.nn.Linear(K, N, bias=bias, dtype=torch.bfloat16)
    return lowp.torch.freeze(lowp.torch.convert(layer, recipe))


def data(*shape):
    return torch.randn(*shape, K, dtype=torch.bfloat16)


def bound(layer, x):
    """`layer` with a bound call for inputs like x, and what it makes of x."""
    with torch.no_grad():
        layer(x)
        y = layer(x)
    assert len(layer.lowp_calls[x.shape]) == 1
    return layer, y


@pytest.mark.parametrize("shape", [(5,), (2, 1), (2, 3, 1), ()])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_values(operator_calls, shape, bias, mode):
    layer, inputs = make(bias), [data(*shape) for _ in range(4)]
    with mode():
        made = [layer(x) for x in inputs]
        assert len(operator_calls) == 2
        for x, y in zip(inputs, made):
            assert torch.equal(
                frozen.FrozenLinear._call_operator(layer, x), y
            ) and y.shape == (*shape, N)
            assert y.is_inference() == (mode is torch.inference_mode)
    assert len({y.data_ptr() for y in made}) == 4


def test_shapes_by_turns(operator_calls):
    layer = make()
    with torch.no_grad():
        for rows in (1, 1, 7, 7):
            layer(data(rows))
        del operator_calls[:]
        for rows in (1, 7, 1, 1, 7):
            layer(data(rows))
        assert not operator_calls
        # Prompts are not bound.
        for rows in range(10, 20):
            layer(data(rows))
        assert len(operator_calls) == 10 and set(layer.lowp_calls) == {(1, K), (7, K)}
        for rows in range(20, 27):
            layer(data(rows)), layer(data(rows))
        assert len(layer.lowp_calls) <= 8


def test_strides_and_types(operator_calls):
    x = data(5)
    layer, y = bound(make(), x)
    del operator_calls[:]
    with torch.no_grad():
        assert torch.equal(layer(x.t().contiguous().t()), y)
        with pytest.raises(lowp.LaunchError, match="layer ''.*bf16, got f32"):
            layer(x.float())
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert torch.equal(layer(x.float()), y)
    assert len(operator_calls) == 3


def test_buffers_that_change():
    x = data(5)
    layer, y = bound(make(), x)
    other = make()
    with torch.no_grad():
        expected = other(x)
        assert not torch.equal(expected, y)
        layer.load_state_dict(other.state_dict())
        assert torch.equal(layer(x), expected)
        for name in ("prepared0", "prepared1"):
            setattr(layer, name, getattr(other, name).clone())
        layer.bias = other.bias
        assert torch.equal(layer(x), expected)


def test_errors_name_the_layer():
    x = data(5)
    model = lowp.torch.freeze(
        lowp.torch.convert(
            torch.nn.Sequential(torch.nn.Linear(K, N, dtype=torch.bfloat16)),
            "blockwise_training",
        )
    )
    with torch.no_grad():
        for _ in range(3):
            y = model(x)
        gone = x.clone()
        gone.untyped_storage().resize_(0)
        with pytest.raises(lowp.LaunchError, match="layer '0': .*was the tensor freed"):
            model(gone)
        assert torch.equal(model(x), y)


class Count(torch.utils._python_dispatch.TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))


class CountFunctions(torch.overrides.TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("mode", [Count, CountFunctions])
def test_modes_see_the_operator(mode):
    x = data(5)
    layer, y = bound(make(), x)
    with torch.no_grad(), mode() as seen:
        assert torch.equal(layer(x), y)
    assert "lowp.linear_prepared.default" in seen.names


@pytest.mark.parametrize("before", [False, True])
def test_traces_have_the_operator(before):
    from torch.fx.experimental.proxy_tensor import make_fx

    x = data(5)
    layer, y = bound(make(), x)
    with torch.no_grad():
        traced = make_fx(layer, pre_dispatch=before)(x)
        assert "lowp.linear_prepared" in traced.code
        assert torch.equal(traced(x), y)
        exported = torch.export.export(layer, (x,))
        assert "lowp.linear_prepared" in str(exported.graph)
        # Which has no batching rule.
        with pytest.raises(RuntimeError, match="lowp::linear_prepared"):
            torch.vmap(layer)(x)


def test_gradients_are_refused():
    x = data(5)
    layer, _ = bound(make(), x)
    with pytest.raises(NotImplementedError, match="prepared weights have no gradient"):
        layer(x.clone().requires_grad_()).sum().backward()


def test_hooks():
    x = data(5)
    layer, y = bound(make(), x)
    seen = []
    layer.register_forward_hook(lambda module, inputs, made: seen.append(made))
    with torch.no_grad():
        made = layer(x)
    assert seen == [made] and torch.equal(made, y)


def test_copies_have_none():
    x = data(5)
    layer, y = bound(make(), x)
    file = io.BytesIO()
    torch.save(layer, file)
    file.seek(0)
    for copied in (copy.deepcopy(layer), torch.load(file, weights_only=False)):
        assert copied.lowp_calls == {} and copied.lowp_calls is not layer.lowp_calls
        with torch.no_grad():
            assert torch.equal(copied(x), y)


def test_threads(operator_calls):
    inputs = [data(5) for _ in range(4)]
    layer, _ = bound(make(), inputs[0])
    with torch.no_grad():
        expected = [layer(x) for x in inputs]
    wrong = []

    def work(x, y):
        with torch.no_grad():
            for _ in range(50):
                if not torch.equal(layer(x), y):
                    wrong.append(x)

    threads = [threading.Thread(target=work, args=pair) for pair in zip(inputs, expected)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(operator_calls) < 100


def test_without_the_interface(monkeypatch):
    from lowp import _repeat

    monkeypatch.setattr(_repeat, "find_read", lambda _: None)
    layer, x = make(), data(5)
    with torch.no_grad():
        y = layer(x)
        assert torch.equal(layer(x), y) and not layer.lowp_calls


def tensor(*shape):
    """A torch tensor in the memory of the fake driver."""
    count = 2 * torch.Size(shape).numel()
    array = lowp.DeviceArray((count,), "i8")
    view = (ctypes.c_char * count).from_address(array.pointer)
    made = torch.frombuffer(view, dtype=torch.bfloat16).view(shape)
    made.owner = array
    return made


@pytest.mark.skipif("LOWP_FAKE_CUDA" not in os.environ, reason="needs its driver")
def test_stream_and_workspace(host_as_gpu, monkeypatch):
    """On a GPU a call takes torch's stream and a workspace of its own."""
    function = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx").functions[0]
    arrays = tensor(64, 128), tensor(128, 64), tensor(64, 64)
    made, plans = [], []

    def empty_like(like):
        assert like.untyped_storage().nbytes() == 0
        made.append(tensor(64, 64) if like.dim() == 2 else tensor(like.numel()))
        return made[-1]

    def make_plan(caller, shape):
        plans.append(original(caller, shape))
        return plans[-1]

    original = _bound.Caller.make_plan
    monkeypatch.setattr(_bound.Caller, "make_plan", make_plan)
    call = _bound.bind(function, arrays, arrays)
    position = call.__code__.co_freevars.index("empty_like")
    call.__closure__[position].cell_contents = empty_like
    for _ in range(2):
        del made[:]
        assert call(*arrays[:2]) is made[0]
        described = plans[-1].call
        assert described.stream == 7 and len(made) == 2
        assert described.workspace == made[1].data_ptr()
        assert described.workspaceBytes == made[1].numel() >= described.workspaceUsed > 0
    assert call(tensor(32, 128), arrays[1]) is None
