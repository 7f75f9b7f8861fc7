"""Gathers of what matmuls quantize carry data and scales.

A quantize moves before a gather of a weight's rows, or of rows of activations and
gradients, where each row or block that has a scale lies on one device and all that reads
the result quantizes it alike. What came is dequantized, which folds into the quantize of
the matmul.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch.utils.checkpoint import CheckpointPolicy

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch import packed_ops, scaled  # noqa: F401, defines the operators
from lowp.torch.compiling.collectives import is_gather, is_wait
from lowp.torch.compiling.importer.quantized import DEQUANTIZE, QUANTIZE
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import operands_of
from lowp.torch.compiling.linears import linear_of
from lowp.torch.distributed.formats import WIDE_TYPES

aten, _lowp = torch.ops.aten, torch.ops.lowp
# By it rounding twice is rounding once, but for docs/Distributed.md [1]: scales are powers of two.
_EXACT = "rowwise_training"
_STACKS = ("nn_module_stack", "fwd_nn_module_stack")
# What operators of layers compute.
_LAYERS: dict[Any, tuple[str, ...]] = {
    _lowp.linear.default: ("forward",),
    _lowp.linear_backward.default: ("dgrad", "wgrad"),
}


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
        elif user.target in _LAYERS:
            yield from _reads_of_layer(user, node)
        else:
            yield _read_of_matmul(user, node)


def _read_of_matmul(user: torch.fx.Node, node: torch.fx.Node) -> _Read | None:
    linear = linear_of(user)
    if linear is None or linear.recipe is None:
        return None
    side = operands_of(user).index(node)
    return _Read(linear.recipe, linear.role != "wgrad" and side == (not linear.is_swapped))


def _reads_of_layer(user: torch.fx.Node, node: torch.fx.Node) -> Iterator[_Read | None]:
    """The same for an operator of a converted layer, which has all roles of a family."""
    roles, number = _LAYERS[user.target], user.args.index(node)
    family = recipes.read(user.args[3])  # type: ignore[arg-type]
    is_forward = user.target is _lowp.linear.default
    weight = 1 if is_forward else 2
    needed = [True, False] if is_forward else list(user.args[4])  # type: ignore[arg-type]
    # The gradient of a bias sums up rows of 16 bits.
    sums_up = not is_forward and number == 0 and needed[2]
    if number > weight or sums_up:
        yield None
        return
    for role, is_needed in zip(roles, needed):
        reads = is_forward or number in ((0, 2) if role == "dgrad" else (0, 1))
        if is_needed and reads:
            matmul = family.matmuls.get(role)
            yield None if matmul is None else _Read(matmul.attribute, number == weight)


def _arrived(gather: torch.fx.Node) -> torch.fx.Node:
    """What a gather is once it has come."""
    while len(gather.users) == 1 and is_wait(user := next(iter(gather.users))):
        gather = user
    return gather


def _numerics(recipe: str, is_weight: bool) -> tuple:
    """How an operand is quantized, by what decides over its bits."""
    made = recipes.forward_matmul(recipe).operands[is_weight]
    return made.numerics, made.kind, made.element, made.scale, made.block


class Narrowed(NamedTuple):
    """How a gather is to be: of what operand of which recipe."""

    recipe: str
    operand: str


def _choose(gather: torch.fx.Node) -> Narrowed | None:
    """None where a gather stays as it is."""
    reads = list(_reads(_arrived(gather)))
    x = gather.args[0].meta["val"]  # type: ignore[union-attr]
    if not reads or None in reads or x.dtype not in WIDE_TYPES or x.dim() < 2:
        return None
    if not all(isinstance(size, int) for size in x.shape):
        return None
    known = [read for read in reads if read is not None]
    is_weight = known[0].is_weight
    if any(read.is_weight is not is_weight for read in known):
        return None
    texts = {read.recipe for read in known}
    sides = {_numerics(text, is_weight) for text in texts}
    recipe = min(texts)
    if len(sides) != 1:
        return None
    operand = "rhs" if is_weight else "lhs"
    try:
        block = scaled.kind_of(recipe, operand).block
    except LaunchError:
        return None
    rows = x.shape[:-1].numel()
    is_exact = sides == {_numerics(_EXACT, is_weight)}
    is_square = is_weight and block[0] == block[1] != 0
    fits = block[0] != 0 and rows % block[0] == 0
    return Narrowed(recipe, operand) if fits and (is_exact or is_square) else None


class _Writer:
    def __init__(self, graph: torch.fx.Graph, of: torch.fx.Node) -> None:
        self._graph, self._of = graph, of

    def call(self, target: Any, *arguments: Any) -> torch.fx.Node:
        node = self._graph.call_function(target, arguments)
        values = torch.utils._pytree.tree_map_only(
            torch.fx.Node, lambda each: each.meta["val"], arguments
        )
        node.meta = {key: self._of.meta[key] for key in _STACKS if key in self._of.meta}
        node.meta["val"] = target(*values)
        return node

    def parts(self, both: torch.fx.Node) -> list[torch.fx.Node]:
        return [self.call(operator.getitem, both, index) for index in range(2)]


def _rewrite(graph: torch.fx.Graph, gather: torch.fx.Node, how: Narrowed) -> None:
    source, ranks, *others = gather.args
    assert isinstance(source, torch.fx.Node)
    writer, x = _Writer(graph, gather), source.meta["val"]
    arrived = _arrived(gather)
    before = arrived.meta["val"]
    rows, columns = x.shape[:-1].numel(), x.shape[-1]
    with graph.inserting_before(gather):
        flat = source if x.dim() == 2 else writer.call(aten.view.default, source, [rows, columns])
        data, scales = writer.parts(writer.call(QUANTIZE, flat, *how))
        packed = writer.call(_lowp.pack_scaled.default, data, scales)
    gather.args = (packed, ranks, *others)
    node = gather
    while True:
        node.meta["val"] = node.target(
            *(  # type: ignore[operator]
                each.meta["val"] if isinstance(each, torch.fx.Node) else each for each in node.args
            )
        )
        if node is arrived:
            break
        node = next(iter(node.users))
    readers = list(arrived.users)
    with graph.inserting_after(arrived):
        end = graph.call_function(
            _lowp.unpack_scaled.default, (arrived, ranks, rows, columns, *how)
        )
    end.meta = {"val": end.target(arrived.meta["val"], ranks, rows, columns, *how)}  # type: ignore[operator]
    with graph.inserting_before(end.next):
        data, scales = writer.parts(end)
        wide = writer.call(DEQUANTIZE, data, scales, *how, before.dtype)
        # What is saved for the backward pass is what came.
        wide.meta["recompute"] = CheckpointPolicy.MUST_RECOMPUTE
        if before.dim() != 2:
            wide = writer.call(aten.view.default, wide, list(before.shape))
    for reader in readers:
        reader.replace_input_with(arrived, wide)


def narrow_gathers(graph: torch.fx.Graph) -> None:
    """Rewrites gathers of operands of marked matmuls. Bits of results stay, but for
    operands that are quantized along the other side, too: their subnormals, and columns whose
    largest element the first rounding lifts over a power of two."""
    for node in list(graph.nodes):
        if is_gather(node) and (how := _choose(node)) is not None:
            _rewrite(graph, node, how)
