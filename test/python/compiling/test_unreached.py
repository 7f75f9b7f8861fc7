"""Recipes that do not reach a layer, since its weight is computed in the graph."""

import warnings

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK, numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.errors import RegionWarning  # noqa: E402
from torch import nn  # noqa: E402


class Computed(nn.Module):
    """A layer whose weight is made of a parameter."""

    def __init__(self, make):
        super().__init__()
        self.weight = nn.Parameter(numbers(32, 32).float())
        self.other = nn.Parameter(numbers(32, 32, seed=1).float())
        self.register_buffer("mask", (numbers(32, 32) > 0).float())
        self.make = make

    def forward(self, x):
        return nn.functional.linear(x, self.make(self))


class Model(nn.Module):
    def __init__(self, make):
        super().__init__()
        self.plain = nn.Linear(32, 32)
        self.layer = Computed(make)

    def forward(self, x):
        return self.layer(self.plain(x))


def run(make, **options):
    torch._dynamo.reset()
    options = {"rest": "eager", "recipe": "rowwise_training", "compile": QUICK, **options}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = torch.compile(Model(make), backend=backend, options=options)(numbers(16, 32).float())
        y.sum().backward()
    return [str(each.message) for each in caught if issubclass(each.category, RegionWarning)]


COMPUTED = {
    "scaled": lambda m: m.weight * 2,
    "of two": lambda m: m.weight + m.other,
    "put together": lambda m: torch.cat([m.weight[:16], m.other[16:]]),
    "a triangle": lambda m: m.weight.tril(),
    "masked": lambda m: m.weight * m.mask,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", COMPUTED.values(), ids=COMPUTED.keys())
def test_a_weight_that_is_computed(make):
    (told,) = run(make)
    assert told.startswith("lowp leaves the layer layer to torch, in float32: expected a param")
    assert "the recipe 'rowwise_training' is for" in told
    with pytest.raises(Exception, match="leaves the layer layer to torch, in float32"):
        run(make, strict=True)


@pytest.mark.parametrize(
    "options", [{"deny": "layer"}, {"allow": "plain"}, {"recipe": None}, {"recipe": "auto"}]
)
def test_layers_that_have_no_recipe(options):
    assert not run(COMPUTED["scaled"], strict=True, **options)


REACHED = {
    "itself": lambda m: m.weight,
    "turned": lambda m: m.weight.t(),
    "cast": lambda m: m.weight.bfloat16().float(),
    "a part": lambda m: m.weight[:16],
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", REACHED.values(), ids=REACHED.keys())
def test_a_weight_that_is_a_parameter(make):
    assert not run(make, strict=True)


def test_products_of_what_is_computed_are_no_layers():
    class Scores(nn.Module):
        def __init__(self):
            super().__init__()
            self.key = nn.Linear(32, 32)
            self.latents = nn.Parameter(numbers(16, 32).float())

        def forward(self, x):
            return x @ self.key(self.latents).t()

    torch._dynamo.reset()
    options = {"rest": "eager", "recipe": "rowwise", "strict": True, "compile": QUICK}
    torch.compile(Scores(), backend=backend, options=options)(numbers(16, 32).float())
