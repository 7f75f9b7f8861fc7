"""Rows that are to travel have the data and scales of lowp::quantize, from the first call on."""

import importlib.util

import pytest

if importlib.util.find_spec("torch") is None:
    pytest.skip("torch is not installed", allow_module_level=True)

import torch

import lowp.torch
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.distributed import collectives

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
