"""Masks that are known before a graph runs: no index reaches the sentinel that they look
for. What they choose between is one of both, and what clamps such indices changes none.
"""

from __future__ import annotations

from typing import Any

import torch

from lowp.torch.compiling.importer.values import expressions
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.range_rules import bounds_of
from lowp.torch.compiling.ranges import Ranges
from lowp.torch.compiling.walks import readers_of

aten = torch.ops.aten
Node = torch.fx.Node
_FILLS = frozenset({aten.masked_fill.Scalar, aten.masked_fill.Tensor})


def _chosen(node: Node, ranges: Ranges) -> Any:
    """The argument that a node gives as it is; None of other nodes."""
    if node.target is aten.where.self:
        truth = ranges.truth(node.args[0])
        return None if truth is None else node.args[1 if truth else 2]
    if node.target in _FILLS:
        return node.args[0] if ranges.truth(node.args[1]) is False else None
    if node.target is aten.clamp.default and _clamps_nothing(node, ranges):
        return node.args[0]
    return None


def _clamps_nothing(node: Node, ranges: Ranges) -> bool:
    result, bounds = ranges.of(node.args[0]), bounds_of(ranges.of, node)
    if result is None or bounds is None:
        return False
    least, most = bounds
    return (least is None or least <= result.least) and (most is None or result.most <= most)


def is_returned(node: Node) -> bool:
    """Whether a node, or a view of it, is a result of the graph, which shares memory with
    no other."""
    return any(user.op == "output" for user in readers_of(node))


def is_alike(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether tensors have the same elements' type, sizes and strides."""
    if one.dtype is not other.dtype or expressions(one.shape) != expressions(other.shape):
        return False
    return expressions(one.stride()) == expressions(other.stride())


def fold_decided(graph: torch.fx.Graph) -> None:
    """Takes the chosen argument for each choice that ranges decide, where it has the
    choice's type, sizes and strides."""
    order = Order(graph)
    ranges = Ranges(graph, order)
    for node in list(graph.nodes):
        chosen = _chosen(node, ranges)
        if not isinstance(chosen, Node) or order.may_change(chosen) or order.may_change(node):
            continue
        if is_alike(chosen.meta["val"], node.meta["val"]) and not is_returned(node):
            node.replace_all_uses_with(chosen)
            graph.erase_node(node)
