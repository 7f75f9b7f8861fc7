"""The gradient of a weight is one on all paths, also where that of the result is one row,
repeated: quantized where a recipe is named for it, one row times a sum where none is."""

import copy

import pytest

torch = pytest.importorskip("torch")

from compiling_fixtures import fresh  # noqa: E402, F401
import lowp.torch  # noqa: E402
from graphs import IS_LONG, QUICK, error, numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from torch import nn  # noqa: E402

K, N = 64, 48
SUMS = {
    "rows": (lambda y: y.sum(0), (40,)),
    "mean of sequences": (lambda y: y.mean(1), (3, 16)),
    "all": (lambda y: y.float().sum(), (2, 20)),
    "rows of sequences": (lambda y: y.sum((0, 1)), (2, 20)),
}


class Summed(nn.Module):
    def __init__(self, add_up):
        super().__init__()
        self.layer = nn.Linear(K, N, dtype=torch.bfloat16)
        self.add_up = add_up

    def forward(self, x):
        return self.add_up(self.layer(x))


def gradient(call, model, x):
    y = call(x)
    dy = numbers(*y.shape, seed=3).to(y.dtype)
    return torch.autograd.grad(y, model.layer.weight, dy)[0]


def on_all_paths(model, x, recipe):
    """By name of the path."""
    converted = lowp.torch.convert(copy.deepcopy(model), recipe)
    found = {"converted": gradient(converted, converted, x)}
    paths = {"compiled": (model, {}), "both": (converted, {})}
    paths["saved"] = model, {"save": "time"}
    for name, (each, more) in paths.items():
        torch._dynamo.reset()
        options = {"rest": "eager", "recipe": recipe, "strict": True, "compile": QUICK, **more}
        call = torch.compile(each, backend=backend, fullgraph=True, options=options)
        found[name] = gradient(call, each, x)
    return found


@pytest.mark.parametrize("name", SUMS if IS_LONG else ["rows"])
@pytest.mark.parametrize(
    "recipe", ["rowwise_training", "blockwise_training"] if IS_LONG else ["blockwise_training"]
)
def test_named_recipes(name, recipe):
    add_up, rows = SUMS[name]
    model, x = Summed(add_up), numbers(*rows, K)
    exact = gradient(model, model, x)
    found = on_all_paths(model, x, recipe)
    for path, each in found.items():
        assert torch.equal(each, found["converted"]), path
    assert 0.01 < error(found["converted"], exact) < 0.1


@pytest.mark.parametrize("name", SUMS if IS_LONG else ["all"])
def test_no_recipe(name):
    """The family names none for gradients of weights."""
    add_up, rows = SUMS[name]
    model, x = Summed(add_up), numbers(*rows, K)
    exact = gradient(model, model, x)
    for path, each in on_all_paths(model, x, "rowwise_with_gw_hp").items():
        assert error(each, exact) < 0.005, path
