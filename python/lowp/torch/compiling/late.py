"""In which order a region computes, where nothing else decides.

A gradient of a weight is large, and nothing in its region waits for it. Until it is
written its memory, which the region has from the start, holds what is between: so the
gradient of the layer's input, for which the weight is quantized once more, comes first,
where that is more than the gradient that both read, which has to stay meanwhile.
"""

from __future__ import annotations

import math

import torch

from lowp.torch.compiling.converted import GROUPED_LINEAR_OF_SCALED
from lowp.torch.compiling.importer.quantized import SCALED_MATMUL
from lowp.torch.compiling.joint import operands_of
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.walks import base_of

Nodes = list[torch.fx.Node]
# Weights that the forward pass has quantized.
_OF_QUANTIZED = (SCALED_MATMUL, GROUPED_LINEAR_OF_SCALED)


def _gradient_of(node: torch.fx.Node, role: str) -> torch.fx.Node | None:
    """The gradient of a layer's result that a matmul of a role reads."""
    linear = linear_of(node)
    if linear is None or linear.role != role or node.target in _OF_QUANTIZED:
        return None
    return base_of(operands_of(node)[1 if linear.is_swapped else 0])


def _count(node: torch.fx.Node) -> int | None:
    """Elements of a tensor; None where calls decide."""
    sizes = node.meta["val"].shape
    return math.prod(sizes) if all(isinstance(size, int) for size in sizes) else None


def _has_large_weight(node: torch.fx.Node) -> bool:
    """Whether the weight of the gradient of an input is larger than what it is multiplied
    with."""
    counts = [_count(each) for each in operands_of(node)]
    if None in counts:
        return False
    linear = linear_of(node)
    gradient, weight = counts[::-1] if linear is not None and linear.is_swapped else counts
    return weight > gradient  # type: ignore[operator]


def weights_behind_inputs(nodes: Nodes) -> Nodes:
    """The nodes of a region, in the order of the graph, but gradients of large weights
    after those of the same layer's inputs."""
    behind = {
        gradient: place
        for place, node in enumerate(nodes)
        if (gradient := _gradient_of(node, "dgrad")) is not None and _has_large_weight(node)
    }
    places: dict[torch.fx.Node, float] = {}
    for place, node in enumerate(nodes):
        gradient = _gradient_of(node, "wgrad")
        own = place if gradient is None else max(place, behind.get(gradient, 0) + 0.5)
        places[node] = max([own, *(places.get(read, 0) for read in node.all_input_nodes)])
    return sorted(nodes, key=places.__getitem__)
