"""Frozen layers that call the library without the operator, where nobody looks."""

import copy
import ctypes
import io
import os
import threading

import lowp
import pytest
from conftest import MATMUL
from torch_fixtures import RecordOperators, seeded, torch  # noqa: F401

import lowp.torch
from lowp import _bound, _tensor_memory
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
            assert torch.equal(frozen.FrozenLinear._call_operator(layer, x), y) and y.shape == (
                *shape,
                N,
            )
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
        with pytest.raises(lowp.LaunchError, match="layer ''.*torch.bfloat16, which the.*of f"):
            layer(x.float())
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert torch.equal(layer(x.float()), y)
    assert len(operator_calls) == 3


def test_negated_tensors():
    """Their elements are not those in their memory."""
    x = data(5)
    layer, y = bound(make(), x)
    with torch.no_grad():
        assert torch.equal(layer(torch._neg_view(-x)), y)
        layer.bias.data = torch._neg_view(-layer.bias)
        assert layer.bias.is_neg() and torch.equal(layer(x), y)
        assert torch.equal(layer(x), y) and len(layer.lowp_calls[x.shape]) == 1


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


class CountFunctions(torch.overrides.TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(str(function))
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("mode", [RecordOperators, CountFunctions])
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
        with RecordOperators() as seen:
            assert torch.equal(torch.vmap(layer)(x), y)
        assert seen.count("lowp.linear_prepared") == len(x)


def test_gradients_are_of_the_operator():
    x = data(5).requires_grad_()
    layer, y = bound(make(), x.detach())
    made = layer(x)
    made.sum().backward()
    assert torch.equal(made, y) and x.grad.isfinite().all() and x.grad.any()


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


class Gpu:
    """A matmul that is bound to torch tensors in the memory of the fake driver. made:
    results and workspaces that its calls have made. call: what the library reads."""

    def __init__(self, monkeypatch, is_current):
        self.monkeypatch, self.made, self.captures = monkeypatch, [], False
        function = lowp.compile(MATMUL, chip="sm_90a", image_format="ptx").functions[0]
        self.arrays = tensor(64, 128), tensor(128, 64), tensor(64, 64)
        self.replace(_bound, "is_on_current_device", lambda _: is_current)
        self.replace(_bound, "result_maker", lambda _: lambda: self.add(64, 64))
        self.replace(_bound, "workspace_maker", lambda _, size: lambda: self.add(size // 2))
        self.stream = 7
        self.replace(torch._C, "_cuda_isCurrentStreamCapturing", lambda: self.captures)
        self.replace(torch._C, "_cuda_getCurrentRawStream", lambda _: self.stream)
        self.replace(_tensor_memory, "_workspaces", {})
        plans, original = [], _bound.Caller.make_plan

        def make_plan(caller, shape):
            plans.append(original(caller, shape))
            return plans[-1]

        self.replace(_bound.Caller, "make_plan", make_plan)
        self.bound = _bound.bind(function, self.arrays, self.arrays[:2], self.arrays[2:])
        self.call = plans[-1].call

    def replace(self, owner, name, value):
        self.monkeypatch.setattr(owner, name, value, raising=False)

    def add(self, *shape):
        self.made.append(tensor(*shape))
        return self.made[-1]

    def run(self):
        """The tensors that a call makes; the first is its result."""
        del self.made[:]
        (result,) = self.bound(self.arrays[:2])
        assert result is self.made[0]
        assert self.call.workspaceBytes >= self.call.workspaceUsed > 0
        return list(self.made)


@pytest.fixture
def gpu(host_as_gpu, monkeypatch):
    if "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs the fake driver")
    return lambda **options: Gpu(monkeypatch, **options)


def test_stream_and_own_workspace(gpu):
    """Where the device is not the current one, a call has a workspace of its own."""
    gpu = gpu(is_current=False)
    for _ in range(2):
        _, workspace = gpu.run()
        assert gpu.call.stream == 7 and gpu.call.workspace == workspace.data_ptr()
    assert gpu.bound((tensor(32, 128), gpu.arrays[1])) is None


def test_shared_workspace(gpu, monkeypatch):
    gpu = gpu(is_current=True)
    _, workspace = gpu.run()
    assert gpu.call.stream == 7 and gpu.call.workspace == workspace.data_ptr()
    assert len(gpu.run()) == 1 and gpu.call.workspace == workspace.data_ptr()
    # Another call on the stream takes the same one, or makes one if that is taken.
    ((key, free),) = _tensor_memory._workspaces.items()
    assert key[:2] == (0, 7) and free == [(workspace, workspace.data_ptr())]
    assert key[2] == 2 * workspace.numel() >= gpu.call.workspaceBytes
    taken = free.pop()
    _, other = gpu.run()
    assert gpu.call.workspace == other.data_ptr() != workspace.data_ptr()
    free.append(taken)
    # A layout that differs, and a failure, leave the list as it was.
    assert gpu.bound((tensor(32, 128), gpu.arrays[1])) is None and len(free) == 2
    with pytest.raises(lowp.LaunchError, match="driver does not know"):
        gpu.bound((torch.empty(64, 128, dtype=torch.bfloat16), gpu.arrays[1]))
    assert len(free) == 2


def test_workspaces_of_graphs_and_streams(gpu):
    gpu = gpu(is_current=True)
    _, shared = gpu.run()
    gpu.captures = True
    _, own = gpu.run()
    assert gpu.call.workspace == own.data_ptr() != shared.data_ptr()
    gpu.captures = False
    assert len(gpu.run()) == 1 and gpu.call.workspace == shared.data_ptr()
    # The stream of each thread has one handle.
    gpu.stream = 2
    for _ in range(2):
        _, own = gpu.run()
        assert gpu.call.stream == 2 and gpu.call.workspace == own.data_ptr()
    gpu.stream = 8
    _, other = gpu.run()
    assert gpu.call.stream == 8 and len(gpu.run()) == 1
    assert gpu.call.workspace == other.data_ptr() != shared.data_ptr()
    assert len(_tensor_memory._workspaces) == 2


def test_lists_of_workspaces_are_few(monkeypatch):
    monkeypatch.setattr(_tensor_memory, "_workspaces", {})
    for stream in range(3, 500):
        _tensor_memory.find_workspaces(0, stream, 1000)
    assert len(_tensor_memory._workspaces) <= 128
    find = _tensor_memory.find_workspaces
    assert find(0, 7, 1 << 16) is find(0, 7, 5) is not find(0, 7, (1 << 16) + 1)
    assert _tensor_memory.shared_bytes((1 << 20)) == 1 << 20


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4), (1, 4)])
def test_result_maker(shape):
    """Torch may lack the function, which is not one of its interface."""
    like = torch.empty(shape, dtype=torch.bfloat16)
    from torch._dynamo import guards  # noqa: F401

    for lacks in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if lacks:
                patch.delattr(torch._C._dynamo.guards, "_empty_strided_cpu")
            make = _tensor_memory.result_maker(like)
        made, other = make(), make()
        assert made.data_ptr() != other.data_ptr()
        assert (made.shape, made.stride(), made.dtype, made.device) == (
            like.shape,
            like.stride(),
            like.dtype,
            like.device,
        )
