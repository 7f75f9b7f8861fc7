"""Walks over a graph: back to what views are of, and to all that some nodes lead to."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator

import torch

from lowp.torch.compiling.importer.table import VIEWS

Node = torch.fx.Node
aten = torch.ops.aten
RESHAPES = frozenset({aten.view.default, aten._unsafe_view.default, aten.reshape.default})
# What cuts tensors, and takes one of the parts.
SPLITS = frozenset({aten.split.Tensor, aten.split_with_sizes.default})
PARTS = SPLITS | {operator.getitem}


def base_of(node: Node, passes: Collection[object] = VIEWS | PARTS) -> Node:
    """What a node is a view of, or a part. passes: operations that go back to their argument."""
    while node.target in passes and node.all_input_nodes:
        node = node.all_input_nodes[0]
    return node


def reach(roots: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> dict[Node, None]:
    """Some nodes, and all that `following` leads to from them, as an ordered set."""
    open_nodes = list(roots)
    found = dict.fromkeys(open_nodes)
    while open_nodes:
        for node in following(open_nodes.pop()):
            if node not in found:
                found[node] = None
                open_nodes.append(node)
    return found


def readers_of(
    node: Node, passes: Callable[[Node], bool] = lambda node: node.target in VIEWS
) -> Iterator[Node]:
    """What reads a node, or what passes it on: views of it."""
    for user in node.users:
        if passes(user):
            yield from readers_of(user, passes)
        else:
            yield user
