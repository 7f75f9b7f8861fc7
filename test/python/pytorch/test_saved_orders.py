"""Experts that keep the order of their weights that the backward pass reads: the same bits, by
one read of the weights."""

import lowp
import pytest
from torch_fixtures import prepares, seeded, torch  # noqa: F401
from torch.utils.checkpoint import checkpoint

import lowp.torch
from lowp._linear import recipes
from lowp.torch import grouped_recipes

E, N, K = 3, 128, 256
# See conftest.py.
RUNS_LONG = True


@pytest.fixture
def orders(monkeypatch):
    """The calls that wrote both orders of a weight."""
    made, original = [], lowp.Function.__call__

    def call(self, *arguments, **options):
        if self.name == "write":
            made.append(len(arguments))
        return original(self, *arguments, **options)

    monkeypatch.setattr(lowp.Function, "__call__", call)
    return made


def make(recipe="blockwise_training", save="time", bias=True):
    torch.manual_seed(1)
    kind = {"recipe": recipe, "save": save, "dtype": torch.bfloat16}
    return lowp.torch.GroupedLinear(E, K, N, bias, **kind)


def data():
    torch.manual_seed(2)
    x = torch.randn(20, K).bfloat16().requires_grad_()
    return x, torch.tensor([5, 5, 17], dtype=torch.int32)


def step(layer, call=None):
    x, ends = data()
    y = (call or layer)(x, ends)
    g = torch.arange(y.numel()).reshape(y.shape).cos().bfloat16()
    return y.detach(), *torch.autograd.grad(y, (x, *layer.parameters()), g)


@pytest.mark.sample(2)
@pytest.mark.parametrize("bias", [True, False])
def test_same_bits_by_one_read(orders, bias):
    wanted = step(make(save="bf16", bias=bias))
    assert not orders
    found = step(make(bias=bias))
    assert len(orders) == 1
    assert len(found) == 3 + bias and all(map(torch.equal, found, wanted))


def test_one_gradient(orders):
    """Without a gradient of the weight nothing keeps the rows; without one of rows, nor what
    only the gradient of the weight reads."""
    layer, plain = make(bias=False), make(save="bf16", bias=False)
    (x, ends), g = data(), torch.ones(20, N, dtype=torch.bfloat16)
    for each in (layer, plain):
        each.weight.requires_grad_(False)
    (got,), (want,) = (torch.autograd.grad(each(x, ends), x, g) for each in (layer, plain))
    assert torch.equal(got, want) and len(orders) == 1
    for each in (layer, plain):
        each.weight.requires_grad_(True)
    x = x.detach()
    (got,), (want,) = (torch.autograd.grad(e(x, ends), e.weight, g) for e in (layer, plain))
    assert torch.equal(got, want) and len(orders) == 1


def test_where_nothing_is_kept(orders, prepares):
    """Checkpoints compute again, held weights are written once a step, autocast casts, and
    nothing is needed of what has no gradient."""
    wanted = step(make(save="bf16"))
    layer = make()
    found = step(layer, lambda x, ends: checkpoint(layer, x, ends, use_reentrant=False))
    assert all(map(torch.equal, found, wanted))
    with torch.autocast("cpu", torch.bfloat16):
        assert all(map(torch.equal, step(layer), wanted))
    with torch.no_grad():
        assert torch.equal(layer(*data()), wanted[0])
    assert not orders and not prepares
    with lowp.torch.held(layer):
        assert all(map(torch.equal, step(layer), wanted))
    assert prepares and not orders


@pytest.mark.parametrize("trained", ["both", "rows"])
@pytest.mark.parametrize("save", ["time", "bf16"])
def test_second_derivatives_are_refused(save, trained):
    """Also by those of the weights, which a gradient of constants depends on."""
    layer, (x, ends) = make(save=save), data()
    layer.weight.requires_grad_(trained == "both")
    y = layer(x, ends)
    (first,) = torch.autograd.grad(y.float().sum(), x, create_graph=True)
    assert torch.equal(first, torch.autograd.grad(layer(x, ends).float().sum(), x)[0])
    if trained == "both":
        with pytest.raises(NotImplementedError, match="grouped_linear_backward: has no second"):
            first.float().square().sum().backward()


def test_other_memory():
    """Where there are no programs, the layer is its operator."""
    layer, (x, ends) = make(), data()
    with pytest.raises(NotImplementedError, match="lowp::grouped_linear.*Sparse"):
        layer(x.detach().to_sparse().requires_grad_(), ends)
    with pytest.raises(RuntimeError, match="'Tensor' for argument 'ends'"):
        layer(x, ends.tolist())
    y = layer.to("meta")(x.detach().to("meta").requires_grad_(), ends.to("meta"))
    assert y.is_meta and y.requires_grad and y.shape == (20, N)


@pytest.mark.filterwarnings("error:Dynamo detected a call to a `functools.lru_cache`")
def test_one_graph():
    """Also where the recipe is to be chosen, which no compiler can trace."""
    layer = make("auto part=h200")
    compiled = torch.compile(layer, backend="aot_eager", fullgraph=True)
    found = step(layer, lambda x, ends: compiled(x, ends))
    assert all(map(torch.equal, found, step(layer)))


def test_preload(compilations):
    layer = make()
    lowp.torch.preload(layer)
    compilations.clear()
    step(layer)
    assert not compilations


def test_recipes_without_two_orders(orders):
    recipe = "#lowp.training_recipe<forward = <rowwise>>"
    wanted = step(make(recipe, "bf16"))
    assert all(map(torch.equal, step(make(recipe)), wanted)) and not orders


def test_errors():
    with pytest.raises(ValueError, match="expected save to be 'bf16' or 'time', got 'memory'"):
        make(save="memory")
    (x, ends), layer = data(), make()
    with pytest.raises(lowp.LaunchError, match="int32"):
        layer(x, ends.long())


def test_auto():
    """It takes blocks for forward and dgrad where one read of the weight saves more than scales
    of rows gain."""
    sizes, cpu = (16, 8192, 5120), torch.device("cpu")

    def roles(text):
        found = grouped_recipes.resolve(text, sizes, torch.bfloat16, cpu)
        return [each.name for each in recipes.read(found).matmuls.values()]

    block = "block_1x128_128x128"
    assert roles("auto rows=16640 part=h200") == ["rowwise", block, block]
    assert roles("auto rows=16640 part=h200 saves=1") == [block, block, block]
    assert make("auto").recipe == "auto rows=8192 saves=1"
    assert make("auto", "bf16").recipe == "auto rows=8192"
