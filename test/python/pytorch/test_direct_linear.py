"""Layers that call their programs at once compute what the operators compute, which they are
wherever something looks at operators."""

import threading

import pytest
from torch.utils._python_dispatch import TorchDispatchMode
from torch_fixtures import seeded, torch  # noqa: F401

import lowp
import lowp.torch
from lowp.torch import accumulation, direct_linear
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.scaled_tensor import Scaled

K, N, RECIPE = 64, 48, "rowwise_training"
OPERATOR = torch.ops.lowp.linear.default


@pytest.fixture(autouse=True)
def calls(monkeypatch):
    found = BoundLayouts()
    monkeypatch.setattr(direct_linear, "_calls", found)
    # Layers of other tests that live may add up in place.
    monkeypatch.setattr(accumulation, "is_empty", lambda: True)
    return found


def layer(bias=True, dtype=torch.bfloat16, recipe=RECIPE):
    torch.manual_seed(0)
    return lowp.torch.convert(torch.nn.Linear(K, N, bias=bias).to(dtype), recipe)


def draw(*shape, seed=1):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).bfloat16()


def gradients(call, made, x, g):
    leaf = x.detach().requires_grad_(x.requires_grad)
    made.zero_grad()
    y = call(leaf)
    y.backward(g)
    return [y.detach(), leaf.grad, *(each.grad for each in made.parameters())]


def by_operator(made):
    return lambda x: OPERATOR(x, made.weight, made.bias, made.recipe)


def equal(a, b):
    pairs = list(zip(a, b, strict=True))
    return all(x is y if x is None or y is None else torch.equal(x, y) for x, y in pairs)


@pytest.mark.parametrize("recipe", [RECIPE, "blockwise_training", "mxfp8_training", "none"])
@pytest.mark.parametrize("shape", [(4,), (2, 3)])
def test_bits(calls, recipe, shape):
    made = layer()
    made.recipe = recipe
    x, g = draw(*shape, K).requires_grad_(), draw(*shape, N, seed=2)
    want = gradients(by_operator(made), made, x, g)
    for _ in range(4):
        assert equal(gradients(made, made, x, g), want)
    # Both passes are bound from the third call on.
    assert len(calls._bound) == 2


@pytest.mark.parametrize("wants", [(True, False), (False, True)])
def test_what_needs_a_gradient(wants):
    made = layer(bias=False)
    made.weight.requires_grad_(wants[1])
    x, g = draw(4, K).requires_grad_(wants[0]), draw(4, N, seed=2)
    want = gradients(by_operator(made), made, x, g)
    for _ in range(4):
        assert equal(gradients(made, made, x, g), want)


def test_other_layouts_than_before():
    """Rows with gaps, gradients that are one element, and no rows."""
    made = layer()
    wide = draw(4, 2 * K).requires_grad_()
    for _ in range(3):
        gradients(made, made, wide[:, :K].contiguous(), draw(4, N))
    for x, g in [
        (wide[:, :K], draw(4, N)),
        (draw(4, K), draw(1, 1).expand(4, N)),
        (draw(K, 4).t(), draw(N, 4).t()),
        (draw(0, K), draw(0, N)),
        (draw(K), draw(N)),
        (-draw(4, K)._neg_view(), draw(4, N)._neg_view()),
    ]:
        x = x.detach().requires_grad_()
        assert equal(gradients(made, made, x, g), gradients(by_operator(made), made, x, g))


def test_quantized_weight(calls):
    made = layer(bias=False)
    parts = lowp.torch.quantize(made.weight.detach(), recipe=RECIPE, operand="rhs")
    weight = torch.nn.Parameter(Scaled(*parts, RECIPE, "rhs"))
    made._parameters["weight"] = weight
    x, g = draw(4, K).requires_grad_(), draw(4, N, seed=2)
    want = gradients(by_operator(made), made, x, g)
    for _ in range(4):
        assert equal(gradients(made, made, x, g), want)
    assert len(calls._bound) == 2
    made.recipe = "blockwise_training"
    with pytest.raises(lowp.LaunchError, match="quantized for its recipe 'blockwise_training'"):
        made(x)


class See(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


def test_who_looks_sees_operators():
    made, x, g = layer(), draw(4, K).requires_grad_(), draw(4, N)
    want = gradients(made, made, x, g)
    with See() as seen:
        assert equal(gradients(made, made, x, g), want)
    assert {"lowp.linear.default", "lowp.linear_backward.default"} <= set(seen.names)
    y = made(x)
    with See() as seen:
        y.backward(g)
    assert "lowp.linear_backward.default" in seen.names
    with torch.profiler.profile() as profile:
        gradients(made, made, x, g)
    names = {event.name for event in profile.events()}
    assert {"lowp::linear", "lowp::linear_backward"} <= names


def test_autocast_and_transforms():
    made, x = layer(dtype=torch.float32), draw(4, K).float()
    with torch.autocast("cpu", torch.bfloat16):
        assert made(x).dtype is torch.bfloat16
    made = layer()
    x = draw(3, 4, K)
    assert torch.equal(torch.vmap(made)(x), made(x))
    with pytest.raises(NotImplementedError, match="no forward-mode derivative"):
        torch.func.jvp(made, (x,), (x,))


def test_second_derivatives_are_refused():
    made, x = layer(), draw(4, K).requires_grad_()
    for _ in range(3):
        y = made(x)
        (dx,) = torch.autograd.grad(y.float().square().sum(), x, create_graph=True)
        with pytest.raises(NotImplementedError, match="has no second derivative"):
            dx.float().sum().backward()


def test_errors_name_the_layer():
    made = torch.nn.Sequential(torch.nn.Linear(K, N)).bfloat16()
    lowp.torch.convert(made, RECIPE)
    for _ in range(3):
        made(draw(4, K))
    with pytest.raises(lowp.LaunchError, match=f"layer '0': .*an input of ... x {K}"):
        made(draw(4, K + 1))
    with pytest.raises(lowp.LaunchError, match="layer '0': .*tensors of one type"):
        made(draw(4, K).half())


def test_recomputation_and_saved_tensors():
    made, x, g = layer(), draw(4, K).requires_grad_(), draw(4, N)
    want = gradients(made, made, x, g)

    def recompute(leaf):
        return torch.utils.checkpoint.checkpoint(made, leaf, use_reentrant=False)

    for _ in range(3):
        assert equal(gradients(recompute, made, x, g), want)
    with torch.autograd.graph.save_on_cpu():
        assert equal(gradients(made, made, x, g), want)
    y = made(x)
    with torch.no_grad():
        made.weight.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward(g)


def test_threads():
    made, x = layer(), draw(4, K)
    want, found = made(x), []

    def run():
        with torch.no_grad():
            found.extend(torch.equal(made(x), want) for _ in range(50))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 200 and all(found)
