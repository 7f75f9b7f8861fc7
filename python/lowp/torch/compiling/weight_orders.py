"""The two quantized orders of a weight, of which the forward pass may write both at once."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import torch

from lowp.torch import scaled
from lowp.torch.compiling.importer.quantized import WITH_ORDER
from lowp.torch.compiling.importer.types import NAMES
from lowp.torch.compiling.linears import Linear
from lowp.torch.compiling.saved import Writer, kinds_of

aten = torch.ops.aten
_WHOLE_ROWS = (1, 0)
_TURNS = frozenset({aten.permute.default, aten.t.default, aten.transpose.int})


class Read(NamedTuple):
    """A product that reads a weight as argument `place`, with its last two dimensions exchanged
    if is_operand_turned. is_turned: whether the right operand of its recipe has them so."""

    node: torch.fx.Node
    linear: Linear
    place: int
    is_operand_turned: bool
    is_turned: bool


Find = Callable[[torch.fx.Node], tuple[torch.fx.Node, Read] | None]


def _swaps_last(node: torch.fx.Node, rank: int) -> bool:
    """Whether a view exchanges the last two of so many dimensions."""
    _view, *dimensions = cast("tuple[Any, ...]", node.args)
    if node.target is aten.permute.default:
        return [each % rank for each in dimensions[0]] == [*range(rank - 2), rank - 1, rank - 2]
    return not dimensions or {each % rank for each in dimensions} == {rank - 2, rank - 1}


def weight_of(node: object, rank: int) -> tuple[torch.fx.Node, bool] | None:
    """The argument of the graph, of so many dimensions of known sizes, that a value is, and whether
    the last two are exchanged."""
    is_turned = False
    while isinstance(node, torch.fx.Node) and node.target in _TURNS:
        if node.meta["val"].dim() != rank or not _swaps_last(node, rank):
            return None
        is_turned, node = not is_turned, node.args[0]
    if not isinstance(node, torch.fx.Node) or node.op != "placeholder":
        return None
    value = node.meta["val"]
    is_known = value.dim() == rank and all(isinstance(size, int) for size in value.shape)
    return (node, is_turned) if is_known and value.dtype in NAMES else None


def find_pairs(graph: torch.fx.Graph, find: Find) -> Iterator[tuple[torch.fx.Node, Read, Read]]:
    """Weights that one product of the forward pass and one gradient of rows read, and both. find:
    says of a node which weight it reads, and how."""
    reads: dict[torch.fx.Node, dict[str, list[Read]]] = {}
    for node in graph.nodes:
        found = find(node)
        if found is not None:
            weight, read = found
            reads.setdefault(weight, {}).setdefault(read.linear.role, []).append(read)
    for weight, by_role in reads.items():
        forward, backward = by_role.get("forward", []), by_role.get("dgrad", [])
        if len(forward) == len(backward) == 1:
            yield weight, forward[0], backward[0]


def kinds_of_twins(forward: Read, backward: Read) -> list[scaled.Kind] | None:
    """The kinds of both operands of the gradient, if both recipes scale blocks of the weight alike,
    of which rows of one order are columns of the other: then one read gives both. Or if both scale
    whole rows of what they read: then one read gives the scales of both, and one the data. Or None."""
    both = [kinds_of(read.linear.recipe or "") for read in (forward, backward)]
    if both[0] is None or both[1] is None or forward.is_turned == backward.is_turned:
        return None
    one, other = both[0][1], both[1][1]
    are_alike = (one.data, one.scales) == (other.data, other.scales)
    are_twins = one.block == other.block[::-1] or one.block == other.block == _WHOLE_ROWS
    return both[1] if are_alike and are_twins else None


def write_orders(
    graph: torch.fx.Graph, writer: Writer, weight: torch.fx.Node, forward: Read, backward: Read
) -> list[torch.fx.Node]:
    """Lets the forward product read the weight through what quantizes it for the gradient, whose
    data and scales these are."""
    node, recipe = forward.node, writer.adapt(backward.node, backward.linear)
    with graph.inserting_before(node):
        arguments = weight, backward.is_turned, recipe
        made = writer.call(WITH_ORDER, *arguments, of=node)
        kept, *parts = (writer.call(operator.getitem, made, place, of=node) for place in range(3))
        if forward.is_operand_turned:
            *batch, row, column = range(weight.meta["val"].dim())
            kept = writer.call(aten.permute.default, kept, [*batch, column, row], of=node)
    node.update_arg(forward.place, kept)
    return parts
