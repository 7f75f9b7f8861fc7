"""Option save="time": the forward pass writes both quantized orders of a weight by one read, its
own and that of the gradient of rows, which is kept for the backward pass: a byte an element.

torch's partitioner would quantize the weight again: parameters are free to save. What a matmul of
the forward pass reads besides is never computed again, so that this reads the weight through the
operator that quantizes it.
"""

from __future__ import annotations

import operator
from typing import NamedTuple

import torch

from lowp.torch.compiling.importer.quantized import WITH_ORDER
from lowp.torch.compiling.importer.types import NAMES
from lowp.torch.compiling.linears import Linear, linear_of
from lowp.torch.compiling.saved import Writer, can_quantize, kinds_of

aten = torch.ops.aten
_TURNS = frozenset({aten.permute.default, aten.t.default, aten.transpose.int})
# Where the operands begin.
_PRODUCTS = {aten.mm.default: 0, aten.addmm.default: 1}


class _Read(NamedTuple):
    """A matmul that reads a weight as argument `place`, as it is or turned, which the right
    operand of its recipe is."""

    node: torch.fx.Node
    linear: Linear
    place: int
    is_operand_turned: bool

    @property
    def is_turned(self) -> bool:
        """Whether the rows of the recipe's right operand are columns of the weight."""
        return self.is_operand_turned == self.linear.is_swapped


def _read_of(node: torch.fx.Node) -> tuple[torch.fx.Node, _Read] | None:
    """The matrix of the graph's arguments that a matmul with a recipe multiplies as its weight."""
    linear, first = linear_of(node), _PRODUCTS.get(node.target)  # type: ignore[call-overload]
    if linear is None or linear.recipe is None or first is None or "recompute" in node.meta:
        return None
    place, is_turned = first + (not linear.is_swapped), False
    weight = node.args[place]
    while isinstance(weight, torch.fx.Node) and weight.target in _TURNS:
        is_turned, weight = not is_turned, weight.args[0]
    if not isinstance(weight, torch.fx.Node) or weight.op != "placeholder":
        return None
    value = weight.meta["val"]
    is_known = value.dim() == 2 and all(isinstance(size, int) for size in value.shape)
    fits = is_known and value.dtype in NAMES
    return (weight, _Read(node, linear, place, is_turned)) if fits else None


def _are_twins(forward: _Read, backward: _Read) -> bool:
    """Whether both recipes scale blocks of a weight alike, of which rows of one order are columns
    of the other: then one read gives both. The gradient is quantized by itself, too."""
    both = [kinds_of(read.linear.recipe or "") for read in (forward, backward)]
    if both[0] is None or both[1] is None or forward.is_turned == backward.is_turned:
        return False
    gradient = backward.node.args[backward.linear.is_swapped]
    assert isinstance(gradient, torch.fx.Node)
    one, other = both[0][1], both[1][1]
    return can_quantize(gradient, both[1]) and (one.data, one.scales, one.block) == (
        other.data,
        other.scales,
        other.block[::-1],
    )


def _find(graph: torch.fx.Graph) -> dict[torch.fx.Node, dict[str, list[_Read]]]:
    """The matmuls that read each weight, by role."""
    result: dict[torch.fx.Node, dict[str, list[_Read]]] = {}
    for node in graph.nodes:
        found = _read_of(node)
        if found is not None:
            weight, read = found
            result.setdefault(weight, {}).setdefault(read.linear.role, []).append(read)
    return result


def save_weights(graph: torch.fx.Graph, writer: Writer) -> None:
    """Rewrites the gradients of rows of weights that one matmul of the forward pass reads, by a
    recipe like theirs. The values stay: the same tensors are quantized in the same way."""
    for weight, reads in _find(graph).items():
        forward, backward = reads.get("forward", []), reads.get("dgrad", [])
        if len(forward) == len(backward) == 1 and _are_twins(forward[0], backward[0]):
            _save(graph, writer, weight, forward[0], backward[0])


def _save(
    graph: torch.fx.Graph,
    writer: Writer,
    weight: torch.fx.Node,
    forward: _Read,
    backward: _Read,
) -> None:
    with graph.inserting_before(forward.node):
        made = writer.call(
            WITH_ORDER, weight, backward.is_turned, backward.linear.recipe, of=forward.node
        )
        kept, *parts = (
            writer.call(operator.getitem, made, place, of=forward.node) for place in range(3)
        )
        if forward.is_operand_turned:
            kept = writer.call(aten.permute.default, kept, [1, 0], of=forward.node)
    forward.node.update_arg(forward.place, kept)
    writer.replace(backward.node, backward.linear, parts)
