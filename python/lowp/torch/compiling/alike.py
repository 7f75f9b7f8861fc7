"""Ranks whose graphs of dynamo have other recipes would gather other bytes, and wait for each other:
that is an error of all of them before they do."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from lowp.torch.compiling.linears import module_path
from lowp.torch.compiling.settings import Settings

# Groups that were asked. Later graphs need not be compiled by all ranks at once: sizes differ.
_asked: set[str] = set()


def nodes_of(module: torch.fx.GraphModule) -> Iterator[torch.fx.Node]:
    """Nodes of a graph of dynamo, and those that checkpoints compute."""
    for each in module.modules():
        if isinstance(each, torch.fx.GraphModule):
            yield from each.graph.nodes


def _operator_of(node: torch.fx.Node) -> torch._ops.OpOverload | None:
    target: Any = getattr(node.target, "default", node.target)
    return target if isinstance(target, torch._ops.OpOverload) else None


def is_own(node: torch.fx.Node) -> bool:
    """Whether an operator is lowp's: that of a layer with a recipe."""
    target = _operator_of(node)
    return target is not None and target.namespace == "lowp"


def _recipe_of(node: torch.fx.Node) -> str | None:
    """That of an operator of lowp's, "none" of a linear layer without; None of other nodes."""
    if node.target is torch._C._nn.linear:
        return "none"
    target = _operator_of(node)
    if target is None or not is_own(node):
        return None
    names = [argument.name for argument in target._schema.arguments]
    if "recipe" not in names:
        return None
    index = names.index("recipe")
    found = node.args[index] if index < len(node.args) else node.kwargs.get("recipe")
    return None if found is None else str(found)


def recipes_of(module: torch.fx.GraphModule) -> dict[str, set[str]]:
    """Recipes of what computes each layer, by its path."""
    found: dict[str, set[str]] = {}
    for node in nodes_of(module):
        recipe = _recipe_of(node)
        if recipe is not None:
            found.setdefault(f"of layer {module_path(node)!r}", set()).add(recipe)
    return found


def _groups_of(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> Iterator[Any]:
    """Groups of ranks that share an input, and of collectives in the graph."""
    from torch.distributed.distributed_c10d import _resolve_process_group
    from torch.distributed.tensor import DTensor

    for each in inputs:
        if isinstance(each, DTensor):
            yield from each.device_mesh.get_all_groups()
    for node in nodes_of(module):
        target = _operator_of(node)
        if target is not None and target.namespace.startswith("_c10d_functional"):
            names: list[Any] = [each for each in node.args if isinstance(each, str)]
            yield from map(_resolve_process_group, names[-1:])


def conflict(found: Sequence[dict[str, set[str]]]) -> str | None:
    """What ranks say differently, and how. One that breaks its graph sooner says less."""
    from lowp.torch.distributed.agreement import describe_difference

    for rank, other in enumerate(found):
        for name in filter(other.__contains__, found[0]):
            if found[0][name].isdisjoint(other[name]):
                first, second = (", ".join(sorted(each[name])) for each in (found[0], other))
                return f"{describe_difference(first, second, rank)}, {name}"
    return None


def check_ranks(module: torch.fx.GraphModule, inputs: Sequence[Any], settings: Settings) -> None:
    """Raises ValueError on all ranks of a group where layers of the same path, or the options, have
    other recipes. The first graph of each group is compared, which all of them compile before they
    can go on."""
    if "torch.distributed.tensor" not in sys.modules:
        return
    import torch.distributed as dist

    from lowp.torch.distributed.agreement import gather_values

    options = {"in the options": {str(settings.recipe_options())}}
    for group in dict.fromkeys(_groups_of(module, inputs)):
        is_new = group.size() > 1 and group.group_name not in _asked
        if not is_new or dist.get_backend(group) == "fake":
            continue
        _asked.add(group.group_name)
        said = conflict(gather_values({**recipes_of(module), **options}, group))
        if said is not None:
            raise ValueError(
                f"backend 'lowp': expected ranks with the same recipes, got {said}; convert and "
                "compile alike on all ranks"
            )
