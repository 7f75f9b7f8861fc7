"""Option save="time": the forward pass writes both quantized orders of a weight at once, its
own and that of the gradient of rows, which is kept for the backward pass: a byte an element.

torch's partitioner would quantize the weight again: parameters are free to save. What a matmul of
the forward pass reads besides is never computed again, so that this reads the weight through the
operator that quantizes it.
"""

from __future__ import annotations

import torch

from lowp.torch.compiling.joint import FIRST_OPERAND
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.saved import Writer, can_quantize
from lowp.torch.compiling.weight_orders import (
    Read,
    find_pairs,
    kinds_of_twins,
    weight_of,
    write_orders,
)


def _read_of(node: torch.fx.Node) -> tuple[torch.fx.Node, Read] | None:
    """The matrix of the graph's arguments that a matmul with a recipe multiplies as its weight."""
    linear, first = linear_of(node), FIRST_OPERAND.get(node.target)  # type: ignore[call-overload]
    if linear is None or linear.recipe is None or first is None or "recompute" in node.meta:
        return None
    place = first + (not linear.is_swapped)
    found = weight_of(node.args[place], 2)
    if found is None:
        return None
    weight, is_turned = found
    return weight, Read(node, linear, place, is_turned, is_turned == linear.is_swapped)


def _can_share(forward: Read, backward: Read) -> bool:
    """Whether the forward pass writes both orders at once. The gradient is quantized by itself,
    too."""
    kinds = kinds_of_twins(forward, backward)
    gradient = backward.node.args[backward.linear.is_swapped]
    assert isinstance(gradient, torch.fx.Node)
    return kinds is not None and can_quantize(gradient, kinds)


def save_weights(graph: torch.fx.Graph, writer: Writer) -> None:
    """Rewrites the gradients of rows of weights that one matmul of the forward pass reads, by a
    recipe like theirs. The values stay: the same tensors are quantized in the same way."""
    for weight, forward, backward in find_pairs(graph, _read_of):
        if _can_share(forward, backward):
            parts = write_orders(graph, writer, weight, forward, backward)
            writer.replace(backward.node, backward.linear, parts)
