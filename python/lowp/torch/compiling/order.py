"""The order of a graph's effects, which its edges do not hold.

A node that writes to a tensor stands after what reads the tensor before it, and before
 what reads it later; random numbers are drawn, and tensors written, one after
the other. Whatever moves nodes asks here which must stay before which.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping

import torch

# Private, but what torch's own passes sort with where edges are added.
from torch._dynamo.graph_deduplication import _stable_topological_sort
from torch._library.utils import zip_schema
from torch.utils._ordered_set import OrderedSet

Node = torch.fx.Node


def _schema_of(node: Node) -> torch.FunctionSchema | None:
    return getattr(node.target, "_schema", None)


def _arguments(node: Node) -> Iterable[tuple[torch.Argument, object]]:
    """The arguments of an operator, each with what is given."""
    schema = _schema_of(node)
    return () if schema is None else zip_schema(schema, node.args, node.kwargs)


def _nodes_in(value: object) -> list[Node]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return [each for each in values if isinstance(each, Node)]


def _is_opaque(node: Node) -> bool:
    """Whether a node has effects that no schema describes."""
    return node.op == "call_function" and _schema_of(node) is None and node.is_impure()


def written_by(node: Node) -> list[Node]:
    """What a node writes to: all that it reads where nobody says."""
    if _is_opaque(node):
        return list(node.all_input_nodes)
    writes = [
        value
        for argument, value in _arguments(node)
        if argument.alias_info is not None and argument.alias_info.is_write
    ]
    return [written for value in writes for written in _nodes_in(value)]


def _aliased(node: Node) -> list[Node]:
    """What shares memory with the results of a node."""
    if node.target is operator.getitem:
        return _nodes_in(node.args[0])
    shared = [value for argument, value in _arguments(node) if argument.alias_info is not None]
    return [each for value in shared for each in _nodes_in(value)]


def draws(node: Node) -> bool:
    """Whether random numbers follow those of the node."""
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


class Order:
    """What stands before each node beside what it reads."""

    def __init__(self, graph: torch.fx.Graph) -> None:
        self.before: dict[Node, OrderedSet[Node]] = {}
        self.behind: dict[Node, OrderedSet[Node]] = {}
        # What no effect but a pass demands.
        self.demands: list[tuple[Node, Node]] = []
        # The nodes whose memory that of a node may be.
        self._memory: dict[Node, OrderedSet[Node]] = {}
        # The node that wrote last, and the nodes that have read since.
        self._writer: dict[Node, Node] = {}
        self._readers: dict[Node, list[Node]] = {}
        self._effect: Node | None = None
        for node in graph.nodes:
            self._add(node)

    def _add_edge(self, first: Node, second: Node) -> None:
        if first is not second:
            self.before.setdefault(second, OrderedSet()).add(first)
            self.behind.setdefault(first, OrderedSet()).add(second)

    def _memory_of(self, nodes: Iterable[Node]) -> OrderedSet[Node]:
        return OrderedSet(memory for node in nodes for memory in self._memory[node])

    def _add(self, node: Node) -> None:
        read = self._memory_of(node.all_input_nodes)
        written = self._memory_of(written_by(node))
        self._memory[node] = self._memory_of(_aliased(node)) or OrderedSet([node])
        for memory in read | written:
            if memory in self._writer:
                self._add_edge(self._writer[memory], node)
        for memory in written:
            for reader in self._readers.pop(memory, ()):
                self._add_edge(reader, node)
            self._writer[memory] = node
        for memory in read:
            self._readers.setdefault(memory, []).append(node)
        if written or draws(node) or _is_opaque(node):
            if self._effect is not None:
                self._add_edge(self._effect, node)
            self._effect = node

    def demand(self, first: Node, second: Node) -> None:
        """Lets a node stay before another. What the second is read for may not lead to the
        first."""
        self._add_edge(first, second)
        self.demands.append((first, second))

    def is_tied(self, node: Node) -> bool:
        """Whether a node has to stay before or after another."""
        return node in self.before or node in self.behind

    def knows(self, node: Node) -> bool:
        """Whether a node is of the graph as it was."""
        return node in self._memory

    def may_change(self, node: Node) -> bool:
        """Whether the graph writes to the memory of a node; to that of new ones none did."""
        return any(memory in self._writer for memory in self._memory.get(node, ()))

    def copy(self, node: Node, copy: Node) -> None:
        """Takes a copy of a node for another that stands where the node does."""
        for first in self.before.get(node, ()):
            self._add_edge(first, copy)
        for second in self.behind.get(node, ()):
            self._add_edge(copy, second)

    def sort(self, graph: torch.fx.Graph, places: Mapping[Node, Node]) -> None:
        """Sorts a graph whose nodes `places` were replaced; the others stay as they are
        where they can."""
        edges: dict[Node, OrderedSet[Node]] = {}
        for node, before in self.before.items():
            mine = places.get(node, node)
            others = OrderedSet(places.get(each, each) for each in before)
            edges.setdefault(mine, OrderedSet()).update(others - OrderedSet([mine]))
        _stable_topological_sort(graph, edges)
