"""What was decided about the layers of a model."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import torch

from lowp._linear import recipes
from lowp._table import Table
from lowp.torch.checks import check_module
from lowp.torch.distributed.fsdp import gathers_by_layer
from lowp.torch.distributed.local_sizes import LocalSizes
from lowp.torch.frozen import FrozenLinear
from lowp.torch.grouped import FrozenGroupedLinear, GroupedLinear
from lowp.torch.grouped_recipes import decide
from lowp.torch.linear import Decision
from lowp.torch.module_weights import is_shared
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.transformers.experts import frozen_name


def decisions(model: torch.nn.Module) -> list[Decision]:
    """Returns the decision on each linear layer, each matrix of experts and each GroupedLinear, in
    the order of the model."""
    check_module(model, "lowp.torch.decisions")
    return [decision for decision, *_ in _sized(model)]


def _sized(model: torch.nn.Module) -> Iterator[tuple[Decision, str, Any]]:
    """Decisions with the sizes of what they are about, N x K, and what travels of its weight."""
    # What stands for a matrix of experts has their decision.
    seen: set[int] = set()
    stand_ins: set[int] = set()
    local, gathers = LocalSizes(model), gathers_by_layer(model)
    for path, module in model.named_modules():
        for name, decision in getattr(module, "lowp_expert_decisions", {}).items():
            seen.add(id(decision))
            stand_ins.update(map(id, module.children()))
            yield decision, _sizes_of_experts(module, name), None
        decision = getattr(module, "lowp_decision", None)
        if decision is not None and id(decision) not in seen:
            yield decision, _sizes_of_layer(module, local), gathers.get(id(module))
        if isinstance(module, GroupedLinear) and id(module) not in stand_ins:
            sizes = _sizes_of_grouped(module, local)
            yield _decision_of(module, path, local), sizes, gathers.get(id(module))


def _decision_of(layer: Any, path: str, local: LocalSizes) -> Decision:
    said = layer.__dict__.get("lowp_said")
    if isinstance(layer, FrozenGroupedLinear):
        recipe = PreparedProgram.parse(layer.lowp_program, 3).recipe
        return Decision(path, recipe, said or "frozen")
    found = decide(layer.recipe, path, local.stand_in(layer.weight))
    return dataclasses.replace(found, reason=f"{found.reason}; {said}") if said else found


def _sizes_of_grouped(layer: Any, local: LocalSizes) -> str:
    """What one device computes, groups of N x K."""
    if isinstance(layer, FrozenGroupedLinear):
        groups, n, k = PreparedProgram.parse(layer.lowp_program, 3).sizes
    else:
        groups, n, k = local.stand_in(layer.weight).shape
    return f"{groups} of {n}x{k}"


def _sizes_of_layer(module: Any, local: LocalSizes) -> str:
    """What one device computes, N x K."""
    if not hasattr(module, "out_features"):
        return "?"
    weight: Any = module._parameters.get("weight")
    n, k = module.out_features, module.in_features
    if isinstance(module, FrozenLinear):
        n, k = PreparedProgram.parse(module.lowp_program).sizes
    if is_shared(weight):
        n, k = local.of("", weight)
    return f"{n}x{k}"


def _sizes_of_experts(module: Any, name: str) -> str:
    weight = module._parameters.get(name)
    if weight is not None:
        transposed = getattr(module, "is_transposed", False)
        groups, n, k = (weight.transpose(1, 2) if transposed else weight).shape
    else:
        part = module.get_submodule(frozen_name(name))
        groups, n, k = part.groups, part.out_features, part.in_features
    return f"{groups} of {n}x{k}"


def report(model: torch.nn.Module) -> Table:
    """What lowp.torch.convert decided, and "auto" for GroupedLinear: a table with a row per
    linear layer and per matrix of experts, which a notebook shows; `json` of it are the rows
    with all recipes. Sizes of weights that devices share are those that one of them computes
    with; why ends with what quantize_gathers lets travel. Empty for a model that was not converted."""
    check_module(model, "lowp.torch.report")
    result = list(_sized(model))
    rows = [
        (
            each.name,
            f"{each.tokens or '?'}x{sizes}",
            each.recipe or "-",
            each.us,
            each.without_us,
            "; ".join(filter(None, (each.reason, gather and str(gather)))),
        )
        for each, sizes, gather in result
    ]
    header = ("layer", "M x N x K", "recipe", "us", "us without", "why")
    return Table(
        "linear layers, forward and backward; times are predicted",
        header,
        rows,
        [_as_json(each, gather) for each, _, gather in result],
    )


def _as_json(decision: Decision, gather: Any) -> dict:
    is_family = decision.recipe is not None and not decision.given
    chosen = recipes.read(decision.recipe).matmuls if is_family else {}  # type: ignore[arg-type]
    matmuls = {role: chosen[role].name if role in chosen else "-" for role in recipes.ROLES}
    gathered = None if gather is None else gather._asdict()
    return {**dataclasses.asdict(decision), "matmuls": matmuls, "gathered": gathered}
