"""Results are tensors of their own: whoever gets one may write to it, autograd included."""

import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

RECIPE, N, K = "rowwise_training", 48, 64


def layer():
    made = torch.nn.Linear(K, N, dtype=torch.bfloat16)
    return lowp.torch.convert(made, RECIPE)


def experts():
    made = lowp.torch.GroupedLinear(2, K, N, recipe=RECIPE, dtype=torch.bfloat16)
    ends = torch.tensor([3, 5], dtype=torch.int32)
    made.forward_of = made.forward
    made.forward = lambda x: made.forward_of(x.flatten(0, -2), ends).unflatten(0, x.shape[:-1])
    return made


def data(*shape):
    return torch.randn(*shape, K, dtype=torch.bfloat16)


def write_slice(y):
    y[..., ::2] = 0
    return y


WRITES = {
    "relu": (torch.nn.functional.relu_, torch.nn.functional.relu),
    "residual": (lambda y: y.add_(torch.ones(N, dtype=y.dtype)), lambda y: y + 1),
    "scale": (lambda y: y.mul_(3), lambda y: y * 3),
    "slice": (write_slice, lambda y: y * (torch.arange(N) % 2)),
}


@pytest.mark.parametrize("shape", [(5,), (1, 5), (2, 2, 1), ()])
@pytest.mark.parametrize("write", WRITES)
def test_gradients(shape, write):
    in_place, plain = WRITES[write]
    model, x = layer(), data(*shape).requires_grad_()
    found = []
    for change in (in_place, plain):
        y = change(model(x))
        parameters = [x, *model.parameters()]
        found.append([y, *torch.autograd.grad(y.float().square().sum(), parameters)])
    for mine, expected in zip(*found):
        assert torch.equal(mine, expected)


def test_gradients_of_experts():
    model, x = experts(), data(5).requires_grad_()
    y = model(x)
    expected = torch.autograd.grad((2 * y).sum(), x)
    assert torch.equal(torch.autograd.grad(model(x).mul_(2).sum(), x)[0], expected[0])


@pytest.mark.parametrize("freezes", [False, True])
def test_results_without_gradients(freezes):
    """What was made where gradients are off, and is written where they are on."""
    model, x = layer(), data(2, 3)
    if freezes:
        lowp.torch.freeze(model)
    factor = torch.full((), 2.0, requires_grad=True)
    for _ in range(3):
        with torch.no_grad():
            y = model(x)
        expected = (y * factor.detach()).clone()
        assert not y._is_view()
        y.mul_(factor)
        assert torch.equal(y, expected) and y.requires_grad


def test_gradients_are_written():
    """By hooks, also where gradients are to have gradients."""
    model, x = layer(), data(2, 3).requires_grad_()
    model(x).sum().backward()
    expected, x.grad = 2 * x.grad, None
    x.register_hook(lambda g: g.mul_(2))
    (found,) = torch.autograd.grad(model(x).sum(), x, create_graph=True)
    assert torch.equal(found, expected)


def test_other_operators():
    x = data(2, 3)
    both = lowp.torch.quantize(x, recipe=RECIPE)
    product = lowp.torch.scaled_matmul(
        *both, *lowp.torch.quantize(data(N), recipe=RECIPE, operand="rhs"), recipe=RECIPE
    )
    assert not any(each._is_view() for each in (*both, product))


def test_sequential():
    """As models are written: activations in place between layers."""
    model = torch.nn.Sequential(
        torch.nn.Linear(K, K),
        torch.nn.SiLU(inplace=True),
        torch.nn.Dropout(0.0, inplace=True),
        torch.nn.Linear(K, K),
        torch.nn.Hardtanh(inplace=True),
    ).to(torch.bfloat16)
    lowp.torch.convert(model, RECIPE)
    x = data(7)
    model(x).sum().backward()
    found = [each.grad for each in model.parameters()]
    model.zero_grad()
    for each in model:
        if hasattr(each, "inplace"):
            each.inplace = False
    model(x).sum().backward()
    assert all(torch.equal(g, each.grad) for g, each in zip(found, model.parameters()))
