"""Layers on operands that arrive quantized, as FSDP2 gathers weights, are layers on widened
ones: that folds into the quantize of the matmul, and regions take the layer."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp.torch import linear_of_scaled  # noqa: F401, defines the operators
from lowp.torch.compiling.converted import LINEAR, LINEAR_BACKWARD
from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.importer.quantized import DEQUANTIZE

_lowp, aten = torch.ops.lowp, torch.ops.aten
# With the count of operands, of which the weight is the last. The type of results comes at the
# end of the arguments.
_LAYERS: dict[Any, tuple[Any, int]] = {
    _lowp.linear_of_scaled.default: (LINEAR, 2),
    _lowp.linear_of_scaled_backward.default: (LINEAR_BACKWARD, 3),
}


def _widen(parts: Any, recipe: Any, operand: str, of: torch.fx.Node) -> torch.fx.Node:
    """An operand as one tensor, written before the layer `of`."""
    if len(parts) == 1:
        return parts[0]
    shape = parts[0].meta["val"].shape
    if len(shape) != 2:
        parts = [
            emit(of.graph, aten.view.default, each, [-1, each.meta["val"].shape[-1]], of=of)
            for each in parts
        ]
    made = emit(of.graph, DEQUANTIZE, *parts, recipe, operand, of.args[-1], of=of)
    # What is saved for the backward pass is what came.
    made.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
    return made if len(shape) == 2 else emit(of.graph, aten.view.default, made, shape, of=of)


def _rewrite(node: torch.fx.Node) -> None:
    target, count = _LAYERS[node.target]
    operands, others = node.args[:count], node.args[count:-1]
    recipe = next(each for each in others if isinstance(each, str))
    sides = ["lhs"] * (count - 1) + ["rhs"]
    with node.graph.inserting_before(node):
        wide = [_widen(parts, recipe, side, node) for parts, side in zip(operands, sides)]
        made = emit(node.graph, target, *wide, *others, of=node)
    node.replace_all_uses_with(made)
    node.graph.erase_node(node)


def widen_operands(graph: torch.fx.Graph) -> None:
    """Rewrites the layers of a graph whose operands are quantized. Bits of results stay, but
    for operands that are quantized along the other side, which the layer widens, too."""
    for node in list(graph.nodes):
        if node.target in _LAYERS:
            _rewrite(node)
