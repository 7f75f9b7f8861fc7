"""Transforms of torch.func, and forward-mode derivatives, which there are none of."""

import contextlib

import lowp
import pytest
from torch.utils._python_dispatch import TorchDispatchMode
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

# torch's own loop warns.
pytestmark = pytest.mark.filterwarnings("error:There is a performance drop")

K, N = 64, 32


@pytest.fixture
def model():
    model = torch.nn.Sequential(torch.nn.Linear(K, 96), torch.nn.Tanh(), torch.nn.Linear(96, N))
    return lowp.torch.convert(model.to(torch.bfloat16), "blockwise_training")


@contextlib.contextmanager
def lowp_calls():
    """The names of lowp's operators that are called."""
    names = []

    class Note(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            if function.namespace == "lowp":
                names.append(function._opname)
            return function(*args, **(kwargs or {}))

    with Note():
        yield names


def data(*shape):
    return torch.randn(*shape, K, dtype=torch.bfloat16)


def loss_of(model):
    def loss(parameters, x):
        return torch.func.functional_call(model, parameters, (x,)).float().sum()

    return loss


def gradients(model, x):
    model.zero_grad()
    model(x).float().sum().backward()
    return {name: p.grad.clone() for name, p in model.named_parameters()}


def test_grad(model):
    x = data(5)
    found = torch.func.grad(loss_of(model))(dict(model.named_parameters()), x)
    for name, expected in gradients(model, x).items():
        assert torch.equal(found[name], expected)


def test_gradients_of_each_sample(model):
    x, parameters = data(3), dict(model.named_parameters())
    of_one = torch.func.grad(lambda p, row: loss_of(model)(p, row[None]))
    found = torch.vmap(of_one, (None, 0))(parameters, x)
    for number, row in enumerate(x):
        for name, expected in gradients(model, row[None]).items():
            assert torch.equal(found[name][number], expected)


def test_vjp_and_jacrev(model):
    x = data(4).requires_grad_()
    y, pull = torch.func.vjp(model, x)
    g = torch.randn_like(y)
    (expected,) = torch.autograd.grad(model(x), x, g)
    assert torch.equal(y, model(x)) and torch.equal(pull(g)[0], expected)
    rows = torch.func.jacrev(model)(x[0].detach())
    y = model(x[0])
    for number in (0, N - 1):
        (expected,) = torch.autograd.grad(y[number], x, retain_graph=True)
        assert torch.equal(rows[number], expected[0])


def test_graph_around_a_transform(model):
    """Gradients of a transform reach what is outside of it."""
    x, w = data(4).requires_grad_(), torch.randn(8, N, dtype=torch.bfloat16)
    inner = torch.func.grad(lambda w: (model(x) @ w.t()).float().square().sum())(w)
    assert torch.autograd.grad(inner.float().sum(), x)[0].isfinite().all()


def test_second_derivatives_are_refused(model):
    x = data(4)
    first = torch.func.grad(lambda x: model(x).float().sum())
    with pytest.raises(NotImplementedError, match="linear_backward: has no second"):
        torch.func.grad(lambda x: first(x).float().sum())(x)


def test_vmap(model):
    x = data(3, 5)
    with torch.no_grad():
        y = model(x)
        with lowp_calls() as calls:
            assert torch.equal(torch.vmap(model)(x), y)
        # Rows of one call.
        assert calls == ["linear"] * 2
        lowp.torch.freeze(model)
        assert torch.equal(torch.vmap(model)(x), y)
        assert torch.equal(torch.vmap(model, 1, 1)(x), y)
        assert torch.equal(torch.vmap(torch.vmap(model))(x), y)
        # What is not mapped is computed once.
        assert torch.equal(torch.vmap(lambda r: r + model(x)[0, 0])(y[0]), y[0] + y[0, 0])


def test_vmap_of_several_models():
    """Prepared weights are mapped as parameters are."""
    layers = [
        lowp.torch.freeze(lowp.torch.convert(torch.nn.Linear(K, N).bfloat16(), "rowwise_training"))
        for _ in range(3)
    ]
    parameters, buffers = torch.func.stack_module_state(layers)
    x = data(5)

    def call(parameters, buffers, x):
        return torch.func.functional_call(layers[0], (parameters, buffers), (x,))

    with torch.no_grad():
        shared = torch.vmap(call, (0, 0, None))(parameters, buffers, x)
        each = torch.vmap(call)(parameters, buffers, x.expand(3, 5, K))
        expected = torch.stack([layer(x) for layer in layers])
    assert torch.equal(shared, expected) and torch.equal(each, expected)


def test_vmap_of_frozen_experts():
    layer = lowp.torch.GroupedLinear(2, K, N, recipe="tensorwise", dtype=torch.bfloat16)
    x, ends = data(3, 4), torch.tensor([[0, 4], [1, 3], [2, 2]], dtype=torch.int32)
    lowp.torch.freeze(layer)
    with torch.no_grad():
        found = torch.vmap(layer)(x, ends)
        assert torch.equal(found, torch.stack(list(map(layer, x, ends))))
        with pytest.raises(lowp.LaunchError, match="grouped_linear_prepared: expected an input"):
            torch.vmap(layer)(x[..., 1:], ends)


def test_vmap_of_experts_that_train():
    """Gradients of each sample, rows put in order for each, and batches of none."""
    layer = lowp.torch.GroupedLinear(2, K, N, recipe="rowwise_training", dtype=torch.bfloat16)
    x, ends = data(3, 4), torch.tensor([[0, 4], [1, 3], [2, 2]], dtype=torch.int32)
    parameters = {name: each.detach() for name, each in layer.named_parameters()}

    def loss(parameters, x, ends):
        return torch.func.functional_call(layer, parameters, (x, ends)).float().sum()

    found = torch.vmap(torch.func.grad(loss), (None, 0, 0))(parameters, x, ends)
    for index in range(3):
        expected = torch.func.grad(loss)(parameters, x[index], ends[index])
        assert all(torch.equal(found[name][index], expected[name]) for name in expected)
    none = torch.vmap(layer)(x[:0], ends[:0])
    assert none.shape == (0, 4, N) and none.dtype is torch.bfloat16
    ids = torch.tensor([[1, 0, 1], [0, 0, 1]])
    order = torch.vmap(lambda each: torch.ops.lowp.order_rows(each, 2))(ids)
    for index, each in enumerate(ids):
        for got, want in zip(order, torch.ops.lowp.order_rows(each, 2)):
            assert torch.equal(got[index], want)


def test_vmap_of_what_returns_a_list():
    x = data(3, 4)
    parts = torch.vmap(lambda each: lowp.torch.quantize(each, recipe="rowwise"))(x)
    assert len(parts) == 2
    for index, each in enumerate(x):
        for got, want in zip(parts, lowp.torch.quantize(each, recipe="rowwise")):
            assert torch.equal(got[index].float(), want.float())


def test_vmap_has_scales_of_each_sample():
    """One scale for a whole tensor is one of each sample's tensor."""
    layer = lowp.torch.convert(torch.nn.Linear(K, N).bfloat16(), "tensorwise_training")
    x = data(3, 5) * torch.tensor([1.0, 100.0, 0.01], dtype=torch.bfloat16)[:, None, None]
    with torch.no_grad():
        expected = torch.stack([layer(each) for each in x])
        assert torch.equal(torch.vmap(layer)(x), expected)
        assert torch.equal(torch.vmap(lowp.torch.freeze(layer))(x), expected)


@pytest.mark.parametrize("freezes", [False, True])
def test_forward_mode_is_refused(model, freezes):
    """No tangent is lost: also of a bound call, and where no gradient is wanted."""
    from torch.autograd import forward_ad

    x = data(5)
    if freezes:
        lowp.torch.freeze(model)
    with torch.no_grad():
        for _ in range(3):
            y = model(x)
        with pytest.raises(NotImplementedError, match="no forward-mode derivative"):
            torch.func.jvp(model, (x,), (x,))
        with forward_ad.dual_level():
            with pytest.raises(NotImplementedError, match="no forward-mode derivative"):
                model(forward_ad.make_dual(x, x))
            assert torch.equal(model(x), y)


@pytest.mark.parametrize(
    "transform",
    [
        torch.func.hessian,
        lambda f: torch.func.jacfwd(torch.func.grad(f)),
        lambda f: lambda x: torch.func.jvp(torch.func.grad(f), (x,), (x,)),
        lambda f: lambda x: torch.func.grad(lambda x: torch.func.jvp(f, (x,), (x,))[1])(x),
    ],
)
@pytest.mark.parametrize("grouped", [False, True])
def test_forward_over_reverse_is_refused(transform, grouped):
    """Tangents outside of a gradient: a Hessian of zeros would be a wrong one."""
    x, w = data(4), torch.randn(2, N, K, dtype=torch.bfloat16)
    ends = torch.tensor([1, 4], dtype=torch.int32)

    def loss(x):
        y = (
            lowp.torch.grouped_linear(x, w, ends, recipe="none")
            if grouped
            else lowp.torch.linear(x, w[0], recipe="none")
        )
        return y.float().square().sum()

    with pytest.raises(NotImplementedError, match="has no forward-mode derivative"):
        transform(loss)(x)


def test_forward_mode_of_weights_is_refused():
    from torch.autograd import forward_ad

    x, w = data(5), torch.randn(N, K, dtype=torch.bfloat16)
    with forward_ad.dual_level():
        with pytest.raises(NotImplementedError, match="lowp::linear: expected tensors w"):
            lowp.torch.linear(x, forward_ad.make_dual(w, w), recipe="rowwise_training")
