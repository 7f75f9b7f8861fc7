"""Rows that are written by index, read by the inverse index instead.

What is put into zeros at the places of a permutation is what its inverse reads, and with
several rows for each place, as rows of experts are added to those of tokens, a sum over
these. That fills nothing, adds nothing atomically, and its sums have one order; torch's
sums of bf16 round once, where what is put is rounded at each addition.

A read comes before products and casts, where that reads fewer bytes: an inverse
undoes the read that gathered the factors of rows.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from lowp.torch.compiling.decided import is_alike, is_returned
from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.importer.elementwise import CONVERSIONS
from lowp.torch.compiling.importer.values import Shape, expression
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.permutations import (
    Permutations,
    Rows,
    adds,
    index_of_rows,
    is_put,
    row_of,
)
from lowp.torch.compiling.ranges import Ranges
from lowp.torch.compiling.walks import RESHAPES

aten = torch.ops.aten
Node = torch.fx.Node


def _shape(value: Any) -> Shape:
    """The sizes of a tensor; none of a number."""
    tensor = value.meta["val"] if isinstance(value, Node) else None
    sizes = tensor.shape if isinstance(tensor, torch.Tensor) else ()
    return tuple(expression(size).expand() for size in sizes)


def _row_bytes(node: Node) -> float:
    """How large a row is; infinite where calls decide."""
    value = node.meta["val"]
    sizes = value.shape[1:]
    is_static = all(isinstance(size, int) for size in sizes)
    return math.prod(sizes) * value.element_size() if is_static else math.inf


class _Reader:
    """Writes what reads rows of a node, in the place of another."""

    def __init__(self, graph: torch.fx.Graph, permutations: Permutations, order: Order) -> None:
        self._graph, self._permutations, self._order = graph, permutations, order

    def _undone(self, node: Node, rows: Rows) -> Node | None:
        """The node whose rows are read in the order of the inverse permutation."""
        if node.target is not aten.index.Tensor or rows.times != 1:
            return None
        read = self._permutations.rows_of(index_of_rows(node.args[1]))
        if read is None or read.times != 1 or self._order.may_change(node.args[0]):  # type: ignore[arg-type]
            return None
        is_undone = self._permutations.are_inverse(read.permutation, rows.permutation)
        return node.args[0] if is_undone else None  # type: ignore[return-value]

    def _repeated(self, node: Node, rows: Rows) -> tuple[Node, Rows] | None:
        """What a node repeats each row of, in a view, and which rows are read of that."""
        if node.target not in RESHAPES or rows.times != 1:
            return None
        source: Any = node.args[0]
        if source.target is aten.clone.default:
            source = source.args[0]
        column: Any = source.args[0] if source.target is aten.expand.default else source
        if column.target is not aten.unsqueeze.default or column.args[1] != 1:
            return None
        row: Any = column.args[0]
        count, sizes = source.meta["val"].shape[1], _shape(row)
        if not isinstance(count, int) or self._order.may_change(row):
            return None
        is_whole = _shape(source) == (sizes[0], count, *sizes[1:])
        is_flat = _shape(node) == ((count * sizes[0]).expand(), *sizes[1:])
        return (row, Rows(rows.permutation, count)) if is_whole and is_flat else None

    def _factors(self, node: Node) -> list[Node]:
        """Returns the operands of a product or cast whose rows are its own, or what a view adds a
        column to; none of other nodes."""
        if any(map(self._order.may_change, (node, *node.all_input_nodes))):
            return []
        if node.target is aten.unsqueeze.default:
            is_column = node.args[1] not in (0, -len(_shape(node)))
            return [node.args[0]] if is_column else []  # type: ignore[list-item]
        # Others would compute the same once more.
        if len(node.users) > 1:
            return []
        if node.target in CONVERSIONS:
            return [node.args[0]]  # type: ignore[list-item]
        if node.target is not aten.mul.Tensor:
            return []
        rank, count = len(_shape(node)), _shape(node)[:1]
        rows = [each for each in node.all_input_nodes if len(_shape(each)) == rank]
        # The only row of a factor is that of all.
        several = [each for each in rows if _shape(each)[:1] != (1,)]
        return several if all(_shape(each)[:1] == count for each in several) else []

    def _bytes(self, node: Node, rows: Rows) -> float:
        """How much is read for a row."""
        if self._undone(node, rows) is not None:
            return 0
        repeated = self._repeated(node, rows)
        if repeated is not None:
            return self._bytes(*repeated)
        factors = self._factors(node)
        read = sum(self._bytes(each, rows) for each in factors) if factors else math.inf
        return min(_row_bytes(node), read)

    def is_better(self, node: Node, rows: Rows) -> bool:
        """Whether rows are better read of what a node is computed of."""
        if self._undone(node, rows) is not None or self._repeated(node, rows) is not None:
            return True
        factors = self._factors(node)
        own = _row_bytes(node)
        return (
            bool(factors)
            and own < math.inf
            and (sum(self._bytes(each, rows) for each in factors) <= own)
        )

    def read(self, node: Node, rows: Rows, user: Node) -> Node:
        """Rows of a node, written before the node `user`, in whose place they are."""
        undone = self._undone(node, rows)
        if undone is not None:
            return undone
        repeated = self._repeated(node, rows)
        if repeated is not None:
            return self.read(*repeated, user)
        if not self.is_better(node, rows):
            index = self._permutations.index_of(rows, user)
            return emit(self._graph, aten.index.Tensor, node, [index], of=user)
        read = {each: self.read(each, rows, user) for each in self._factors(node)}
        arguments = [read.get(each, each) if isinstance(each, Node) else each for each in node.args]
        return emit(self._graph, node.target, *arguments, of=user, **node.kwargs)


class _Gathers:
    """Rewrites one graph."""

    def __init__(self, graph: torch.fx.Graph) -> None:
        self._graph, self._order = graph, Order(graph)
        self._ranges = Ranges(graph, self._order)
        self._permutations = Permutations(graph, self._order, self._ranges)
        self._reader = _Reader(graph, self._permutations, self._order)

    def _replace(self, node: Node, made: Node) -> None:
        """Puts what reads in place of a node, laid out as that is, or leaves it."""
        value = node.meta["val"]
        is_shared = self._order.knows(made) and is_returned(node)
        if is_shared or not is_alike(made.meta["val"], value):
            with self._graph.inserting_before(node):
                made = emit(
                    self._graph,
                    aten.clone.default,
                    made,
                    of=node,
                    memory_format=torch.contiguous_format,
                )
        if is_alike(made.meta["val"], value):
            node.replace_all_uses_with(made)
            self._graph.erase_node(node)

    def _put_rows(self, node: Node) -> tuple[int, Rows] | None:
        """The dimension along which a node puts rows, and which, if each place of its
        result gets as many."""
        if not is_put(node) or self._permutations.is_inverse(node):
            return None
        target, indices, values = node.args[:3]
        if any(map(self._order.may_change, (node, target, values))):  # type: ignore[arg-type]
            return None
        chosen = row_of(indices)
        rows = self._permutations.rows_of(chosen[1]) if chosen is not None else None
        if chosen is None or rows is None or not self._is_empty(node, rows):
            return None
        shape, place = _shape(node), chosen[0]
        (count,) = _shape(rows.permutation)
        is_whole = count == (rows.times * shape[place]).expand()
        has_rows = _shape(values) == (*shape[:place], count, *shape[place + 1 :])
        return (place, rows) if is_whole and has_rows else None

    def _is_empty(self, node: Node, rows: Rows) -> bool:
        """Whether nothing remains of what rows are put into."""
        if adds(node):
            is_float = node.meta["val"].dtype.is_floating_point
            return self._ranges.of(node.args[0]) == (0, 0) and (rows.times == 1 or is_float)
        return rows.times == 1

    def gather_put(self, node: Node) -> None:
        """Reads what a node puts."""
        result = self._put_rows(node)
        if result is None:
            return
        place, rows = result
        inverse = self._permutations.inverse_of(rows.permutation, node)
        values: Any = node.args[2]
        with self._graph.inserting_before(node):
            if place == 0:
                made = self._reader.read(values, Rows(inverse, 1), node)
            else:
                indices = [*[None] * place, inverse]
                made = emit(self._graph, aten.index.Tensor, values, indices, of=node)
            if rows.times > 1:
                made = self._add_up(made, place, rows.times, node)
        self._replace(node, made)

    def _add_up(self, made: Node, place: int, count: int, node: Node) -> Node:
        """The sums of so many rows each."""
        sizes: list[Any] = []
        for d, size in enumerate(made.meta["val"].shape):
            is_static = isinstance(size, int)
            sizes.append(
                size if is_static else emit(self._graph, aten.sym_size.int, made, d, of=node)
            )
        sizes[place : place + 1] = [-1, count]
        apart = emit(self._graph, aten.view.default, made, sizes, of=node)
        return emit(self._graph, aten.sum.dim_IntList, apart, [place + 1], of=node)

    def read_early(self, node: Node) -> None:
        """Reads rows of what a product or cast is computed of."""
        if node.target is not aten.index.Tensor:
            return
        source: Any = node.args[0]
        rows = self._permutations.rows_of(index_of_rows(node.args[1]))
        if rows is None or any(map(self._order.may_change, (node, source))):
            return
        if self._reader.is_better(source, rows):
            with self._graph.inserting_before(node):
                self._replace(node, self._reader.read(source, rows, node))


def gather_rows(graph: torch.fx.Graph) -> None:
    """Rewrites what is put by permutations, and what is read by them. Results differ by
    the order of sums."""
    gathers = _Gathers(graph)
    for node in list(graph.nodes):
        gathers.gather_put(node)
    for node in list(graph.nodes):
        gathers.read_early(node)
