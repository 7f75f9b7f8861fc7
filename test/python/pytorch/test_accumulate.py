"""Gradients of weights that a matmul adds up in place."""

import copy
import gc
import os

import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp
import lowp.torch
from lowp._explain import report_of
from lowp._linear import recipes, texts
from lowp.torch import accumulation, direct_linear, programs
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.compiling.backend import backend

IS_LONG = os.environ.get("LOWP_LONG_TESTS") == "1"
K, N, RECIPE = 128, 64, "blockwise_training"


@pytest.fixture(autouse=True)
def kinds(monkeypatch):
    """The types of sums that programs of backward passes add to; None without one."""
    found, original = [], programs.linear_backward

    def call(*arguments, into=None, **options):
        found.append(into)
        return original(*arguments, into=into, **options)

    monkeypatch.setattr(programs, "linear_backward", call)
    # Calls of other tests are bound, and ask for no program.
    monkeypatch.setattr(direct_linear, "_calls", BoundLayouts())
    return found


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up = lowp.torch.GroupedLinear(3, K, N, recipe=RECIPE)
        self.register_buffer("ends", torch.tensor([5, 5, 12], dtype=torch.int32))

    def forward(self, x):
        return self.up(x, self.ends)


def dense(dtype):
    torch.manual_seed(1)
    return lowp.torch.convert(torch.nn.Sequential(torch.nn.Linear(K, N)).to(dtype), RECIPE)


def experts(dtype):
    torch.manual_seed(1)
    return Experts().to(dtype)


def weight_of(model):
    return next(p for name, p in model.named_parameters() if name.endswith("weight"))


def train(model, parts=(0, 1, 2), run=None):
    """The gradients of the inputs of some microbatches."""
    found, dtype = [], weight_of(model).dtype
    run = model if run is None else run
    for part in parts:
        generator = torch.Generator().manual_seed(part)
        x = torch.randn(16, K, generator=generator).to(dtype).requires_grad_()
        run(x).float().square().mean().backward()
        found.append(x.grad)
    return found


def gradients(make, dtype):
    """What gradients of inputs are, and those of the weight one by one."""
    model, inputs, weights = make(dtype), [], []
    for part in range(3):
        model.zero_grad()
        inputs += train(model, [part])
        weights.append(weight_of(model).grad)
    return inputs, weights


def is_close(got, want, most):
    return ((got.double() - want.double()).norm() / want.double().norm()).item() < most


def lowp_backend(module, inputs):
    return backend(module, inputs, options={"recipe": RECIPE, "rest": "eager", "strict": True})


@pytest.mark.sample(2)
@pytest.mark.parametrize("compiled", [None, "aot_eager", lowp_backend])
@pytest.mark.parametrize("make", [dense, experts])
def test_main_grad(make, compiled, kinds):
    """In float32 beside weights in bf16: not rounded, and autograd has no gradient."""
    inputs, weights = gradients(make, torch.bfloat16)
    want = sum(each.float() for each in weights)
    assert kinds == [None] * 3
    model = lowp.torch.accumulate(make(torch.bfloat16), "main_grad")
    weight = weight_of(model)
    weight.main_grad = torch.zeros_like(weight, dtype=torch.float32)
    torch._dynamo.reset()
    run = torch.compile(model, backend=compiled) if compiled else None
    assert all(map(torch.equal, train(model, run=run), inputs))
    assert kinds[3:] == [torch.float32] * 3
    assert is_close(weight.main_grad, want, 4e-3) and not torch.equal(weight.main_grad, want)
    # Graphs return a gradient, which is 0.
    assert weight.grad is None if not compiled else not weight.grad.any()


@pytest.mark.parametrize("make, copies", [(dense, False), (experts, False), (dense, True)])
def test_after_it_was_compiled(make, copies):
    """A graph is traced again where sums begin and end, and only then."""
    first = lowp.torch.accumulate(make(torch.bfloat16), "main_grad")
    # Copies have no sums.
    model = copy.deepcopy(first) if copies else make(torch.bfloat16)
    weight, graphs = weight_of(model), []

    def count(module, inputs):
        graphs.append(module)
        return lowp_backend(module, inputs)

    torch._dynamo.reset()
    run = torch.compile(model, backend=count)
    inputs = train(model, run=run)
    want, weight.grad = weight.grad.float(), None
    weight.main_grad = torch.zeros_like(weight, dtype=torch.float32)
    for _ in range(2):
        lowp.torch.accumulate(model, "main_grad")
    assert all(map(torch.equal, train(model, run=run), inputs))
    assert len(graphs) == 2 and not weight.grad.any()
    assert is_close(weight.main_grad, want, 2e-2)
    before = weight.main_grad.clone()
    lowp.torch.accumulate(model, None)
    train(model, run=run)
    assert torch.equal(weight.main_grad, before) and weight.grad.any()


CASES = [(dense, torch.bfloat16), (experts, torch.bfloat16), (experts, torch.float32)]


@pytest.mark.parametrize("make, dtype", CASES if IS_LONG else CASES[:2])
def test_grad(make, dtype, kinds):
    """The first microbatch writes, later ones add to what it wrote."""
    inputs, weights = gradients(make, dtype)
    model = lowp.torch.accumulate(make(dtype))
    assert torch.equal(*train(model, [0]), inputs[0])
    before = weight_of(model).grad.data_ptr()
    assert all(map(torch.equal, train(model, [1, 2]), inputs[1:]))
    found = weight_of(model).grad
    assert found.data_ptr() == before and found.dtype is dtype
    assert kinds[-3:] == [None, dtype, dtype]
    assert is_close(found, sum(each.double() for each in weights), 4e-3)


@pytest.mark.parametrize("into", ["bf16", "f32"])
def test_sums_take_no_launch(into):
    """The gemm reads and writes the sum."""
    roles = recipes.resolve(RECIPE)
    needed, options = (False, True, False), {"part": "h200"}

    def launches(into):
        texts_of = [
            texts.linear_backward((N, K), "bf16", needed, roles, into=into),
            texts.linear_backward((3, N, K), "bf16", needed, {}, into=into),
        ]
        reports = [report_of(each, "lowp-traffic", "traffic-file", options) for each in texts_of]
        return [len(report["functions"][0]["launches"]) for report in reports]

    assert launches(into) == launches(None)


def test_gradients_that_are_asked_for(kinds):
    """torch.autograd.grad leaves .grad alone."""
    model = lowp.torch.accumulate(dense(torch.bfloat16))
    train(model, [0])
    weight, x = weight_of(model), torch.randn(16, K, dtype=torch.bfloat16)
    before = weight.grad.clone()
    (found,) = torch.autograd.grad(model(x).sum(), weight)
    (other,) = torch.autograd.grad(dense(torch.bfloat16)(x).sum(), weight, allow_unused=True)
    assert other is None and torch.equal(weight.grad, before)
    weight.grad = None
    model(x).sum().backward()
    assert torch.equal(weight.grad, found)
    model(x).sum().backward(inputs=[weight])
    assert kinds[-1] is torch.bfloat16
    assert torch.equal(weight.grad, 2 * found)


def test_weights_that_are_used_twice():
    layer = dense(torch.bfloat16)[0]
    x = torch.randn(16, K, dtype=torch.bfloat16)

    def run():
        layer.weight.grad = None
        for _ in range(2):
            (layer(x).sum() + layer(2 * x).sum()).backward()
        return layer.weight.grad

    want = run()
    lowp.torch.accumulate(layer)
    assert is_close(run(), want, 1e-2)


def test_it_ends_and_dies(kinds):
    model = lowp.torch.accumulate(dense(torch.bfloat16))
    lowp.torch.accumulate(model, None)
    train(model)
    assert kinds == [None] * 3
    lowp.torch.accumulate(model)
    del model
    gc.collect()
    assert not len(accumulation._TABLE)


def test_what_cannot_be(monkeypatch):
    with pytest.raises(TypeError, match="torch.nn.Module, got int"):
        lowp.torch.accumulate(3)
    with pytest.raises(ValueError, match="'grad', 'main_grad' or None, got 'sum'"):
        lowp.torch.accumulate(dense(torch.bfloat16), "sum")
    with pytest.raises(ValueError, match="layers that lowp.torch.convert has converted, got none"):
        lowp.torch.accumulate(torch.nn.Linear(2, 2))
    model = lowp.torch.accumulate(dense(torch.bfloat16), "main_grad")
    with pytest.raises(lowp.LaunchError, match="layer '0': expected a main_grad .* got None"):
        train(model)
    weight_of(model).main_grad = torch.zeros(N, K, dtype=torch.float64)
    with pytest.raises(lowp.LaunchError, match="float32 like the weight, .* got 64x128 of float64"):
        train(model)
