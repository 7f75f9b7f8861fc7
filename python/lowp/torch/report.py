"""What was decided about the layers of a model."""

from __future__ import annotations

import dataclasses

import torch

from lowp._linear import recipes
from lowp._table import Table
from lowp.torch.checks import check_module
from lowp.torch.linear import Decision


def decisions(model: torch.nn.Module) -> list[Decision]:
    """Of each linear layer, in the order of the model."""
    check_module(model, "lowp.torch.decisions")
    found = (getattr(layer, "lowp_decision", None) for layer in model.modules())
    return [each for each in found if each is not None]


def report(model: torch.nn.Module) -> Table:
    """What lowp.torch.convert decided: a table with a row per linear layer, which a
    notebook shows; `json` of it are the rows with all recipes. Empty for a model that
    was not converted."""
    check_module(model, "lowp.torch.report")
    sizes = {
        id(layer.lowp_decision): f"{layer.out_features}x{layer.in_features}"
        for layer in model.modules()
        if hasattr(layer, "lowp_decision") and hasattr(layer, "out_features")
    }
    rows = [
        (
            each.name,
            f"{each.tokens or '?'}x{sizes.get(id(each), '?')}",
            each.recipe or "-",
            each.us,
            each.without_us,
            each.reason,
        )
        for each in decisions(model)
    ]
    header = ("layer", "M x N x K", "recipe", "us", "us without", "why")
    return Table(
        "linear layers, forward and backward; times are predicted",
        header,
        rows,
        [_as_json(each) for each in decisions(model)],
    )


def _as_json(decision: Decision) -> dict:
    chosen = recipes.resolve(decision.recipe) if decision.recipe else {}
    matmuls = {role: recipes.short_name(chosen.get(role)) for role in recipes.ROLES}
    return {**dataclasses.asdict(decision), "matmuls": matmuls}
