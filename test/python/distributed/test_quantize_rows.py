"""Rows that are to travel have the data and scales of lowp::quantize, from the first call on."""

import importlib.util
import types

import pytest

if importlib.util.find_spec("torch") is None:
    pytest.skip("torch is not installed", allow_module_level=True)

import torch

import lowp
import lowp.torch
from lowp.torch import adapted_recipes
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.distributed import collectives
from lowp.torch.scaled_tensor import Scaled

RECIPES = ["rowwise_training", "blockwise_training", "mxfp8_training"]


def draw(*shape, seed):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).bfloat16()


def is_equal(got, x, recipe):
    pairs = zip((got.quantized, got.scales), lowp.torch.quantize(x, recipe=recipe), strict=True)
    return all(
        a.shape == b.shape
        and a.dtype == b.dtype
        and torch.equal(*(e.view(torch.uint8) for e in (a, b)))
        for a, b in pairs
    )


@pytest.mark.parametrize("recipe", RECIPES)
def test_bits(monkeypatch, recipe):
    calls = BoundLayouts()
    monkeypatch.setattr(collectives, "_calls", calls)
    for shape in ((8, 256), (2, 4, 256)):
        for seed in range(4):
            x = draw(*shape, seed=seed)
            assert is_equal(collectives.quantize_rows(x, recipe), x, recipe)
    # Both shapes from their third call on.
    assert len(calls._bound) == 2
    for x in (
        draw(256, 8, seed=1).t(),
        -draw(8, 256, seed=2)._neg_view(),
        draw(8, 512, seed=3)[:, :256],
    ):
        assert is_equal(collectives.quantize_rows(x, recipe), x, recipe)


@pytest.fixture
def on_b200(monkeypatch):
    """Recipes are those of a chip that takes scales."""
    options = types.SimpleNamespace(options_of=lambda _device: {"chip": None, "part": "b200"})
    monkeypatch.setattr(adapted_recipes, "programs", options)
    adapted_recipes._recipe_on.cache_clear()
    yield
    adapted_recipes._recipe_on.cache_clear()


@pytest.mark.parametrize("is_rows", [True, False])
def test_scales_that_the_chip_multiplies(on_b200, is_rows):
    """Layers read what travels as their own programs would quantize it there."""
    layer = lowp.torch.convert(torch.nn.Linear(256, 128, bias=False).bfloat16(), RECIPES[1])
    x, w = draw(32, 256, seed=1), layer.weight.detach()
    adapted = adapted_recipes.recipe_on(RECIPES[1], x.device)
    want = torch.ops.lowp.linear(x, w, None, adapted)
    assert not torch.equal(want, torch.ops.lowp.linear(x, w, None, RECIPES[1]))
    made = collectives.quantize_rows(x if is_rows else w, RECIPES[1])
    assert made.scales.dtype == torch.float8_e8m0fnu
    if not is_rows:
        parts = torch.ops.lowp.quantize(w, adapted, "rhs")
        made = Scaled(*parts, adapted, "rhs")
    operands = (made, w) if is_rows else (x, made)
    found = torch.ops.lowp.linear(*operands, None, layer.recipe)
    assert torch.equal(found, want)
    g = draw(32, 128, seed=2)
    needed = [True, is_rows, False]
    wanted = torch.ops.lowp.linear_backward(g, x, w, adapted, needed)
    found = torch.ops.lowp.linear_backward(g, *operands, layer.recipe, needed)
    assert torch.equal(found[0], wanted[0])
    if is_rows:
        assert torch.equal(layer(made), want)


def test_operands_of_other_scales(on_b200):
    x, w = draw(32, 256, seed=1), draw(128, 256, seed=2)
    rows = collectives.quantize_rows(x, RECIPES[1])
    weight = Scaled(*torch.ops.lowp.quantize(w, RECIPES[1], "rhs"), RECIPES[1], "rhs")
    with pytest.raises(lowp.LaunchError, match="expected operands quantized for its recipe"):
        torch.ops.lowp.linear(rows, weight, None, RECIPES[1])
