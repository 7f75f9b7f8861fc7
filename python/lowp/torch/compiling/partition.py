"""Sets of nodes that can each be one operation.

Levels order them: a node is above what it reads, or comes after, through a node of torch's, so
nodes of one level have no such node between them. Nodes of a level that are connected, also by what
they read in common, are a set. Layers that are equal are divided alike; torch's
CapabilityBasedPartitioner would join sets of several layers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import torch

from lowp.torch.compiling.order import Order

Nodes = list[torch.fx.Node]
Predicate = Callable[[torch.fx.Node], bool]


class _Levels:
    """The level of each node of a graph."""

    def __init__(
        self, graph: torch.fx.Graph, order: Order, is_inside: Predicate, is_heavy: Predicate
    ) -> None:
        self._nodes = list(graph.nodes)
        self._order = order
        self.inside = {node for node in self._nodes if is_inside(node)}
        self.of: dict[torch.fx.Node, int] = {}
        # Nodes with a heavy node among what their set computes for them.
        self._finished: set[torch.fx.Node] = set()
        for node in self._nodes:
            self._raise(node, is_heavy)
        for node in reversed(self._nodes):
            self._lower(node)

    def _raise(self, node: torch.fx.Node, is_heavy: Predicate) -> None:
        """The lowest level."""
        level = 0
        for first in (*node.all_input_nodes, *self._order.before.get(node, ())):
            step = node in self.inside and first not in self.inside
            level = max(level, self.of[first] + step)
        self.of[node] = level
        if node in self.inside:
            same = [read for read in node.all_input_nodes if self.of[read] == level]
            if is_heavy(node) or any(read in self._finished for read in same):
                self._finished.add(node)

    def _lower(self, node: torch.fx.Node) -> None:
        """What is cheap and follows from inputs alone is computed where it is used."""
        users = [user for user in node.users if user.op != "output"]
        # One of several results stays with the others.
        if node.target is operator.getitem:
            return
        if node not in self.inside or node in self._finished or len(users) < len(node.users):
            return
        if users:
            later = (*users, *self._order.behind.get(node, ()))
            self.of[node] = max(self.of[node], min(self.of[each] for each in later))


class Union:
    """Disjoint sets."""

    def __init__(self) -> None:
        self._parents: dict[object, object] = {}

    def find(self, one: object) -> object:
        while (parent := self._parents.get(one, one)) is not one:
            self._parents[one] = self._parents.get(parent, parent)
            one = parent
        return one

    def join(self, one: object, other: object) -> None:
        self._parents[self.find(other)] = self.find(one)


def partition(
    graph: torch.fx.Graph, order: Order, is_inside: Predicate, is_heavy: Predicate
) -> list[Nodes]:
    """The sets, each in the order of the graph. order: of the graph's effects.
    is_inside: which nodes may be in one. is_heavy: after which nodes what reads them
    stays with them."""
    levels = _Levels(graph, order, is_inside, is_heavy)
    union = Union()
    nodes = [node for node in graph.nodes if node in levels.inside]
    for node in nodes:
        level = levels.of[node]
        for read in node.all_input_nodes:
            if not isinstance(read.meta.get("val"), (torch.Tensor, list, tuple)):
                continue
            if read in levels.inside and levels.of[read] == level:
                union.join(read, node)
            else:
                union.join((read, level), node)
    sets: dict[object, Nodes] = {}
    for node in nodes:
        sets.setdefault(union.find(node), []).append(node)
    return _merge(graph, order, list(sets.values()))


def _merge(graph: torch.fx.Graph, order: Order, sets: list[Nodes]) -> list[Nodes]:
    """Joins a set with the one that alone reads its results and comes after it: no node
    of torch's is between them."""
    place = {node: number for number, node in enumerate(graph.nodes)}
    owner = {node: number for number, nodes in enumerate(sets) for node in nodes}
    for number in range(len(sets)):
        users = {user for node in sets[number] for user in node.users if user.op != "output"}
        users |= {later for node in sets[number] for later in order.behind.get(node, ())}
        readers = {owner.get(user, -1) for user in users} - {number}
        if len(readers) != 1 or -1 in readers:
            continue
        reader = readers.pop()
        for node in sets[number]:
            owner[node] = reader
        sets[reader] = sorted(sets[number] + sets[reader], key=place.__getitem__)
        sets[number] = []
    return [nodes for nodes in sets if nodes]
