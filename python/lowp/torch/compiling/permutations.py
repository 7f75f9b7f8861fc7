"""Vectors of a graph that are permutations of 0, 1, 2, ..., and their inverses.

A sort gives one, and what it puts 0, 1, 2, ... into, at these places, is its inverse.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import torch

from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.importer.ordering import SORTS
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.importer.values import expression, expressions
from lowp.torch.compiling.joint import CASTS
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.range_rules import is_positive, limits_of
from lowp.torch.compiling.ranges import Ranges

aten = torch.ops.aten
prims = torch.ops.prims
Node = torch.fx.Node
_DIVISIONS = frozenset({aten.div.Tensor_mode, aten.floor_divide.default})


class Rows(NamedTuple):
    """Which rows an index reads: those of a permutation, divided by `times` and rounded
    down, so that each row is read so often."""

    permutation: Node
    times: int


def row_of(indices: Any) -> tuple[int, Node] | None:
    """The dimension that a list of indices chooses along, and the index; None where there
    are several, or it is no vector."""
    given = [(d, each) for d, each in enumerate(indices) if each is not None]
    if len(given) != 1 or not isinstance(given[0][1], Node):
        return None
    value = given[0][1].meta["val"]
    is_index = value.dim() == 1 and value.dtype in (torch.int32, torch.int64)
    return given[0] if is_index else None


def index_of_rows(indices: Any) -> Node | None:
    """The vector by which a list of indices chooses along the first dimension, if it does."""
    chosen = row_of(indices)
    return chosen[1] if chosen is not None and chosen[0] == 0 else None


def _counts(node: Any) -> bool:
    """Whether a node is 0, 1, 2, ..., as a vector."""
    while isinstance(node, Node) and node.target in CASTS:
        node = node.args[0]
    if not isinstance(node, Node) or node.meta["val"].dim() != 1:
        return False
    if node.target not in (prims.iota.default, aten.arange.start_step):
        return False
    return (argument_of(node, "start"), argument_of(node, "step")) == (0, 1)


def _length(node: Node) -> Any:
    return expression(node.meta["val"].shape[0])


class Permutations:
    """The permutations of one graph. Inverses and quotients are made where there are none yet."""

    def __init__(self, graph: torch.fx.Graph, order: Order, ranges: Ranges) -> None:
        self._graph, self._order, self._ranges = graph, order, ranges
        self._places = {node: place for place, node in enumerate(graph.nodes)}
        self._known: set[Node] = set()
        self._inverses: dict[Node, list[Node]] = {}
        self._quotients: dict[Rows, list[Node]] = {}
        for node in graph.nodes:
            self._look_at(node)

    def _look_at(self, node: Node) -> None:
        if node.op != "call_function" or not isinstance(node.meta.get("val"), torch.Tensor):
            return
        value = node.meta["val"]
        if value.dim() != 1 or value.dtype is not torch.int64 or self._order.may_change(node):
            return
        inverted = self._inverted(node)
        if inverted is not None:
            self._inverses.setdefault(inverted, []).append(node)
            self._inverses.setdefault(node, []).append(inverted)
        if inverted is not None or self._is_sorted(node) or self._is_chosen(node):
            self._known.add(node)
        rows = self.rows_of(node)
        if rows is not None and rows.times > 1 and node.target in _DIVISIONS:
            self._quotients.setdefault(rows, []).append(node)

    def _is_sorted(self, node: Node) -> bool:
        """Whether a node has the places of a vector's elements in their order."""
        if node.target is operator.getitem:
            source: Any = node.args[0]
            return bool(node.args[1] == 1) and source.target in SORTS
        return node.target in (aten.argsort.default, aten.argsort.stable, aten.randperm.default)

    def _is_chosen(self, node: Node) -> bool:
        """Whether a node is one permutation after another."""
        if node.target is not aten.index.Tensor or self.root_of(node.args[0]) is None:
            return False
        chosen = row_of(node.args[1])
        return chosen is not None and self.root_of(chosen[1]) is not None

    def _inverted(self, node: Node) -> Node | None:
        """The permutation that a node is the inverse of."""
        if node.target is operator.getitem:
            return self.root_of(node.args[0].args[0]) if self._is_ascending(node) else None  # type: ignore[union-attr]
        if node.target is aten.scatter.src:
            target, _, index, values = node.args
        elif is_put(node):
            target, indices, values = node.args[:3]
            chosen = row_of(indices)
            index = chosen[1] if chosen is not None else None
            if adds(node) and self._ranges.of(target) != (0, 0):
                return None
        else:
            return None
        root = self.root_of(index)
        is_whole = root is not None and _length(node) == _length(root) == _length(values)  # type: ignore[arg-type]
        return root if is_whole and _counts(values) else None

    def _is_ascending(self, node: Node) -> bool:
        source: Any = node.args[0]
        return self._is_sorted(node) and not argument_of(source, "descending")

    def root_of(self, node: Any) -> Node | None:
        """The permutation that a node is, before casts and copies."""
        while isinstance(node, Node) and node not in self._known:
            is_same = node.target in CASTS or node.target in VIEWS
            if not is_same or not self._keeps(node):
                return None
            node = node.args[0]
        return node if isinstance(node, Node) else None

    def _keeps(self, node: Node) -> bool:
        """Whether a cast or view of a permutation has all its elements, in order."""
        value, source = node.meta["val"], node.args[0].meta["val"]  # type: ignore[union-attr]
        if expressions(value.shape) != expressions(source.shape) or self._order.may_change(node):
            return False
        if value.dtype in (source.dtype, torch.int64):
            return True
        result = self._ranges.of(node.args[0])
        limits = limits_of(value.dtype)
        return result is not None and limits.least <= result.least and result.most <= limits.most

    def rows_of(self, node: Any) -> Rows | None:
        """The rows that an index reads; None of one that is no permutation."""
        root = self.root_of(node)
        if root is not None:
            return Rows(root, 1)
        if isinstance(node, Node) and node.target in CASTS and self._keeps(node):
            return self.rows_of(node.args[0])
        if not isinstance(node, Node) or node.target not in _DIVISIONS:
            return None
        divisor: Any = node.args[1]
        rounding = node.kwargs.get("rounding_mode", "floor")
        is_rounded = rounding in ("floor", "trunc") and is_positive(divisor)
        rows = self.rows_of(node.args[0]) if is_rounded else None
        return Rows(rows.permutation, rows.times * divisor) if rows is not None else None

    def are_inverse(self, one: Node, other: Node) -> bool:
        """Whether two permutations undo each other."""
        return other in self._inverses.get(one, ()) or one in self._inverses.get(other, ())

    def is_inverse(self, node: Node) -> bool:
        """Whether a node is known as the inverse of a permutation."""
        return node in self._inverses

    def inverse_of(self, permutation: Node, user: Node) -> Node:
        """Before what uses it."""
        result = self._in_front(self._inverses.get(permutation, ()), user)
        if result is None:
            with self._graph.inserting_before(permutation.next):
                count = self._emit_count(permutation)
                result = emit(
                    self._graph,
                    aten.scatter.src,
                    permutation,
                    0,
                    permutation,
                    count,
                    of=permutation,
                )
            self._known.add(result)
            self._inverses.setdefault(permutation, []).append(result)
            self._inverses[result] = [permutation]
        return result

    def _emit_count(self, permutation: Node) -> Node:
        """0, 1, 2, ..., as long as a permutation."""
        value = permutation.meta["val"]
        size: Any = value.shape[0]
        if not isinstance(size, int):
            size = emit(self._graph, aten.sym_size.int, permutation, 0, of=permutation)
        node = self._graph.call_function(
            prims.iota.default,
            (size,),
            {
                "start": 0,
                "step": 1,
                "dtype": value.dtype,
                "device": value.device,
                "requires_grad": False,
            },
        )
        node.meta = {**permutation.meta, "val": torch.empty_like(value)}
        return node

    def index_of(self, rows: Rows, user: Node) -> Node:
        """What reads the rows, before what uses it."""
        if rows.times == 1:
            return rows.permutation
        result = self._in_front(self._quotients.get(rows, ()), user)
        if result is None:
            with self._graph.inserting_before(rows.permutation.next):
                result = emit(
                    self._graph,
                    aten.div.Tensor_mode,
                    rows.permutation,
                    rows.times,
                    of=rows.permutation,
                    rounding_mode="floor",
                )
            self._quotients.setdefault(rows, []).append(result)
        return result

    def _in_front(self, nodes: Any, user: Node) -> Node | None:
        """One of some nodes that stands before a node of the graph as it was."""
        place = self._places[user]
        return next((each for each in nodes if self._places.get(each, -1) < place), None)


def is_put(node: Node) -> bool:
    return node.target in (aten.index_put.default, aten._unsafe_index_put.default)


def adds(node: Node) -> bool:
    """Whether what is put is added to what is there."""
    return bool(argument_of(node, "accumulate"))
