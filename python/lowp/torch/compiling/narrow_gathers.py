"""Gathers of what matmuls quantize carry data and scales.

A quantize moves before a gather of a weight's rows, or of rows of activations and
gradients, where each row or block that has a scale lies on one device and all that reads
the result quantizes it alike; what is quantized and widened before a gather is widened
after it. That folds into the quantize of the matmul.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import scaled
from lowp.torch.compiling.collectives import GATHER_BOTH, WAIT, is_gather, is_wait
from lowp.torch.compiling.converted import LINEAR, LINEAR_BACKWARD, linears_of
from lowp.torch.compiling.emitted import LAYER, emit
from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.importer.quantized import DEQUANTIZE, QUANTIZE
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import operands_of
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.quantized_operands import widen_operands
from lowp.torch.compiling.report import note_gather
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.walks import SPLITS
from lowp.torch.distributed.formats import WIDE_TYPES

aten = torch.ops.aten
# By them rounding twice is rounding once, but for docs/Distributed.md [1]: scales are powers of
# two.
_EXACT = "rowwise_training", "mxfp8_training"
_INEXACT = "it would be rounded twice; QuantizedInput and quantize_gathers ask for that"


class _Read(NamedTuple):
    """A layer's matmul that reads a value. recipe: that decides how it is quantized.
    is_weight: whether as the layer's weight."""

    recipe: str
    is_weight: bool


def _reads(node: torch.fx.Node) -> Iterator[_Read | None]:
    """The matmuls that read a node, by views; None for what does not quantize it."""
    for user in node.users:
        if user.target in VIEWS:
            yield from _reads(user)
        elif user.target in (LINEAR, LINEAR_BACKWARD):
            yield from _reads_of_layer(user, node)
        else:
            yield _read_of_matmul(user, node)


def _read_of_matmul(user: torch.fx.Node, node: torch.fx.Node) -> _Read | None:
    linear = linear_of(user)
    operands = operands_of(user) if linear is not None else ()
    # Biases are no operands.
    if linear is None or linear.recipe is None or node not in operands:
        return None
    side = operands.index(node)
    return _Read(linear.recipe, linear.role != "wgrad" and side == (not linear.is_swapped))


def _reads_of_layer(user: torch.fx.Node, node: torch.fx.Node) -> Iterator[_Read | None]:
    """The same for an operator of a converted layer, which has all roles of a family."""
    number, is_forward = user.args.index(node), user.target is LINEAR
    weight = 1 if is_forward else 2
    # The gradient of a bias sums up rows of 16 bits.
    sums_up = not is_forward and number == 0 and argument_of(user, "needed")[2]
    if number > weight or sums_up:
        yield None
        return
    for linear in linears_of(user):
        if is_forward or number in ((0, 2) if linear.role == "dgrad" else (0, 1)):
            yield None if linear.recipe is None else _Read(linear.recipe, number == weight)


class _Arrived(NamedTuple):
    """Where what is gathered has come. end: the node that has it. batches: how many pieces the
    rows of a rank are in, which lie one rank after the other in each piece of the end."""

    end: torch.fx.Node
    batches: int


def _only_user(node: torch.fx.Node) -> torch.fx.Node | None:
    return next(iter(node.users)) if len(node.users) == 1 else None


def _arrived(gather: torch.fx.Node, ranks: int) -> _Arrived:
    """What a gather is once it has come, along a dimension after others, too."""
    end = gather
    while (user := _only_user(end)) is not None and is_wait(user):
        end = user
    joined = _joined(end, ranks)
    if joined is None:
        return _Arrived(end, 1)
    return _Arrived(joined, math.prod(joined.meta["val"].shape[: argument_of(joined, "dim")]))


def _joined(came: torch.fx.Node, ranks: int) -> torch.fx.Node | None:
    """The node that puts the rows of all ranks along another dimension than the first."""
    split = _only_user(came)
    if split is None or split.target not in SPLITS or len(split.args) > 2:
        return None
    pieces = list(split.users)
    joined = _only_user(pieces[0])
    if joined is None or joined.target is not aten.cat.default:
        return None
    is_whole = joined.args[0] == pieces and len(pieces) == ranks
    order = [piece.args[1] for piece in pieces] == list(range(ranks))
    is_of_rows = 0 <= argument_of(joined, "dim") < joined.meta["val"].dim() - 1
    return joined if is_whole and order and is_of_rows else None


def _numerics(recipe: str, is_weight: bool) -> tuple:
    """How an operand is quantized, by what decides over its bits."""
    made = recipes.forward_matmul(recipe).operands[is_weight]
    return made.numerics, made.kind, made.element, made.scale, made.block


class Narrowed(NamedTuple):
    """How a gather is to be: of what operand of which recipe."""

    recipe: str
    operand: str


def _choose(gather: torch.fx.Node, arrived: _Arrived) -> Narrowed | str:
    """How a gather is to be, or why it stays as it is."""
    reads = list(_reads(arrived.end))
    x = gather.args[0].meta["val"]  # type: ignore[union-attr]
    known = [read for read in reads if read is not None]
    if not known or len(known) < len(reads):
        return "others than matmuls with recipes read it"
    if not _may_travel(x):
        return "its type is no bf16 or f16, or its sizes are not known"
    is_weight = known[0].is_weight
    texts = {read.recipe for read in known}
    sides = {_numerics(text, is_weight) for text in texts}
    if any(read.is_weight is not is_weight for read in known) or len(sides) != 1:
        return "matmuls quantize it in several ways"
    how = Narrowed(min(texts), "rhs" if is_weight else "lhs")
    try:
        block = scaled.kind_of(*how).block
    except LaunchError:
        return f"{how.recipe} makes other than fp8 and scales of it"
    is_exact = sides <= {_numerics(each, is_weight) for each in _EXACT}
    is_square = is_weight and block[0] == block[1] != 0
    if not is_exact and not is_square:
        return _INEXACT if block[0] == 1 else "a scale is of rows of several ranks"
    is_whole = block[0] and x.shape[:-1].numel() % block[0] == 0
    if not is_whole or (block[0] > 1 and arrived.batches > 1):
        return f"blocks of {block[0]} rows do not end with those of a rank"
    return how


def _may_travel(x: torch.Tensor) -> bool:
    is_static = all(isinstance(size, int) for size in x.shape)
    return x.dtype in WIDE_TYPES and x.dim() >= 2 and is_static


def _widened(gather: torch.fx.Node) -> torch.fx.Node | None:
    """What widens the rows that are gathered, if something does, each with scales of its own."""
    node: Any = gather.args[0]
    if not _may_travel(node.meta["val"]):
        return None
    width = node.meta["val"].shape[-1]
    while node.target in VIEWS and node.args[0].meta["val"].shape[-1] == width:
        node = node.args[0]
    if node.target is not DEQUANTIZE or node.meta["val"].shape[-1] != width:
        return None
    return node if scaled.kind_of(*node.args[2:4]).block[0] == 1 else None


class _Writer:
    def __init__(self, graph: torch.fx.Graph, of: torch.fx.Node) -> None:
        self._graph, self._of = graph, of

    def call(self, target: Any, *arguments: Any) -> torch.fx.Node:
        return emit(self._graph, target, *arguments, of=self._of, keys=LAYER)

    def parts(self, both: torch.fx.Node) -> list[torch.fx.Node]:
        return [self.call(operator.getitem, both, index) for index in range(2)]

    def quantize(self, source: torch.fx.Node, how: Narrowed) -> list[torch.fx.Node]:
        """Data and scales of the rows of a node, as a matrix."""
        x = source.meta["val"]
        if x.dim() != 2:
            source = self.call(aten.view.default, source, [x.shape[:-1].numel(), x.shape[-1]])
        return self.parts(self.call(QUANTIZE, source, *how))

    def gather(
        self, parts: list[torch.fx.Node], ranks: int, group: Any, batches: int
    ) -> list[torch.fx.Node]:
        """Returns those of all ranks. One call takes both, as bytes: collectives know no small types."""
        kinds = [part.meta["val"].dtype for part in parts]
        sent = [self.call(aten.view.dtype, part, torch.uint8) for part in parts]
        came = self.parts(self.call(GATHER_BOTH, sent, ranks, group))
        whole = [self._in_order(self.call(WAIT, part), ranks, batches) for part in came]
        return [self.call(aten.view.dtype, *pair) for pair in zip(whole, kinds)]

    def _in_order(self, rows: torch.fx.Node, ranks: int, batches: int) -> torch.fx.Node:
        """Rows that lie rank by rank as they lie in batches."""
        if batches == 1:
            return rows
        count, width = rows.meta["val"].shape
        apart = self.call(aten.view.default, rows, [ranks, batches, -1, width])
        turned = self.call(aten.permute.default, apart, [1, 0, 2, 3])
        return self.call(aten.reshape.default, turned, [count, width])


def _rewrite(
    graph: torch.fx.Graph, gather: torch.fx.Node, arrived: _Arrived, how: Narrowed, parts: Any
) -> None:
    """parts: data and scales of what is gathered; None: to be quantized here."""
    source, ranks, group = gather.args
    writer, end = _Writer(graph, gather), arrived.end
    value = end.meta["val"]
    with graph.inserting_before(gather):
        parts = writer.quantize(source, how) if parts is None else parts  # type: ignore[arg-type]
        came = writer.gather(parts, ranks, group, arrived.batches)  # type: ignore[arg-type]
        wide = writer.call(DEQUANTIZE, *came, *how, value.dtype)
        # What is saved for the backward pass is what came.
        wide.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
        if value.dim() != 2:
            wide = writer.call(aten.view.default, wide, list(value.shape))
    end.replace_all_uses_with(wide)
    _erase(end, gather)
    sent = sum(part.meta["val"].nbytes for part in parts)
    name = recipes.forward_matmul(how.recipe).name or how.recipe
    note_gather(f"{_describe(source, sent)}, as data and scales of {name}")


def _describe(source: Any, sent: Any) -> str:
    sizes = "x".join(map(str, source.meta["val"].shape))
    return f"{sizes} of each rank, {sent} bytes"


def _erase(node: torch.fx.Node, first: torch.fx.Node) -> None:
    """Takes out what nobody reads, back to a node: waits have effects to torch, and stay
    otherwise."""
    sources = node.all_input_nodes if node is not first else []
    node.graph.erase_node(node)
    for source in sources:
        if not source.users:
            _erase(source, first)


def narrow_gathers(graph: torch.fx.Graph, settings: Settings) -> None:
    """Rewrites gathers of operands of marked matmuls. Bits of results stay, but for
    operands that are quantized along the other side, too: their subnormals, and columns whose
    largest element the first rounding lifts over a power of two. What is widened before a
    gather keeps its values, as does what arrives quantized."""
    widen_operands(graph)
    for node in list(graph.nodes):
        if not is_gather(node):
            continue
        arrived = _arrived(node, node.args[1])
        widened = _widened(node)
        if widened is not None:
            how = Narrowed(*widened.args[2:4])  # type: ignore[arg-type]
            _rewrite(graph, node, arrived, how, list(widened.args[:2]))
            continue
        chosen = _choose(node, arrived)
        if isinstance(chosen, Narrowed):
            device = node.args[0].meta["val"].device  # type: ignore[union-attr]
            how = chosen._replace(recipe=settings.adapt(chosen.recipe, device))
            _rewrite(graph, node, arrived, how, None)
        else:
            source: Any = node.args[0]
            x = source.meta["val"]
            # Calls decide over sizes that are no numbers.
            sent = math.prod(x.shape) * x.dtype.itemsize
            note_gather(f"{_describe(source, sent)}, as it is: {chosen}")
