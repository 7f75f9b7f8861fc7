"""Rows of tokens that are gathered for their experts are quantized before, each once, where
that moves fewer bytes.

A scale of a row, or of a part of it, is that of the token, whoever reads it. So the gather
takes data and scales; what is quantized and widened before a product folds into its
quantize, and bits stay. Matmuls that read the rows otherwise, as gradients of weights do,
gather them in 16 bits, as before.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import torch

from lowp._errors import LaunchError
from lowp.torch import scaled
from lowp.torch.compiling.converted import GROUPED_LINEAR, linears_of
from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.importer.grouped import is_grouped, is_scaled
from lowp.torch.compiling.importer.quantized import DEQUANTIZE, QUANTIZE
from lowp.torch.compiling.importer.types import FP8
from lowp.torch.compiling.permutations import index_of_rows
from lowp.torch.compiling.settings import Settings
from lowp.torch.distributed.formats import WIDE_TYPES

aten = torch.ops.aten
Node = torch.fx.Node
# Bytes that a GPU moves in the time of two launches: the quantize, and a gather of scales.
LAUNCHES = 8 << 20


class _Gather(NamedTuple):
    """Rows of a matrix. indices: the outermost first, those of rows of the next."""

    source: Node
    indices: list[Node]


class _Read(NamedTuple):
    """A product that quantizes rows. recipe: how, as its left operand."""

    node: Node
    rows: Node
    recipe: str


def _index_of(node: Node) -> Node | None:
    """By what a node gathers rows of its first argument; None for other nodes."""
    indices: Any = node.args[1] if node.target is aten.index.Tensor else []
    if node.target is aten.index_select.default and node.args[1] == 0:
        indices = [node.args[2]]
    return index_of_rows(indices)


def _gather_of(node: Node) -> _Gather | None:
    """Where rows come from; None where no index gathers them from a matrix in 16 bits."""
    indices = []
    while (index := _index_of(node)) is not None:
        indices.append(index)
        node = node.args[0]  # type: ignore[assignment]
    value = node.meta.get("val")
    if not indices or not isinstance(value, torch.Tensor) or value.dim() != 2:
        return None
    return _Gather(node, indices) if value.dtype in WIDE_TYPES else None


def _read_of(node: Node) -> _Read | None:
    """What a product of experts reads as rows that have scales of their own."""
    is_product = is_grouped(node) and not is_scaled(node)
    if not is_product and node.target is not GROUPED_LINEAR:
        return None
    linear = next((each for each in linears_of(node) if each.role == "forward"), None)
    if linear is None or linear.recipe is None or linear.is_swapped:
        return None
    try:
        kind = scaled.kind_of(linear.recipe, "lhs")
    except LaunchError:
        return None
    rows = node.args[0]
    is_of_rows = kind.block[0] == 1 and kind.data in FP8 and isinstance(rows, Node)
    return _Read(node, rows, linear.recipe) if is_of_rows else None  # type: ignore[arg-type]


def _bytes_of(rows: torch.Tensor, recipe: str) -> int:
    """Data and scales of the rows, quantized."""
    parts = scaled.kind_of(recipe, "lhs").parts(rows.shape)
    return sum(torch.Size(shape).numel() * dtype.itemsize for shape, dtype in parts)


def _saves(gathered: Node, gather: _Gather, recipe: str, is_kept: bool) -> bool:
    """Whether fewer bytes move. is_kept: whether others read the rows in 16 bits, too."""
    value, source = gathered.meta["val"], gather.source.meta["val"]
    sizes = *value.shape, *source.shape
    if not all(isinstance(size, int) for size in sizes):
        return False
    wide, narrow = value.nbytes, _bytes_of(value, recipe)
    # Each row is gathered, for which a token's is read once, written and quantized.
    before = wide + narrow + (0 if is_kept else wide + min(wide, source.nbytes))
    once = _bytes_of(source, recipe)
    after = source.nbytes + once + min(narrow, once) + narrow
    return before - after >= LAUNCHES


def _gather_parts(gather: _Gather, recipe: str, of: Node) -> list[Node]:
    """Data and scales of the rows of `of`."""
    both = emit(of.graph, QUANTIZE, gather.source, recipe, "lhs", of=of)
    parts = []
    for place in range(2):
        part = emit(of.graph, operator.getitem, both, place, of=of)
        dtype = part.meta["val"].dtype
        # Gathers know no small types.
        is_small = dtype.itemsize == 1
        moved = emit(of.graph, aten.view.dtype, part, torch.uint8, of=of) if is_small else part
        for index in reversed(gather.indices):
            moved = emit(of.graph, aten.index.Tensor, moved, [index], of=of)
        parts.append(emit(of.graph, aten.view.dtype, moved, dtype, of=of) if is_small else moved)
    return parts


def _replace(gathered: Node, gather: _Gather, reads: list[_Read], recipe: str) -> None:
    first = min((read.node for read in reads), key=list(gathered.graph.nodes).index)
    with gathered.graph.inserting_before(first):
        parts = _gather_parts(gather, recipe, gathered)
        dtype = gathered.meta["val"].dtype
        wide = emit(gathered.graph, DEQUANTIZE, *parts, recipe, "lhs", dtype, of=gathered)
    for read in reads:
        read.node.replace_input_with(gathered, wide)


def quantize_rows_once(graph: torch.fx.Graph, settings: Settings) -> None:
    """Rewrites what forward products of experts with a recipe read. Bits of results stay."""
    by_rows: dict[Node, list[_Read]] = {}
    for node in graph.nodes:
        read = _read_of(node)
        if read is not None:
            by_rows.setdefault(read.rows, []).append(read)
    for gathered, reads in by_rows.items():
        gather = _gather_of(gathered)
        if gather is None or len({read.recipe for read in reads}) > 1:
            continue
        is_kept = len(gathered.users) > len(reads)
        recipe = settings.adapt(reads[0].recipe, gathered.meta["val"].device)
        if _saves(gathered, gather, recipe, is_kept):
            _replace(gathered, gather, reads, recipe)
    graph.eliminate_dead_code()
