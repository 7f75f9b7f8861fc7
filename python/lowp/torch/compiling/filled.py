"""Tensors of one number, which each reader makes for itself while a graph is divided.

A region that hands one on would write it, and another would read it without knowing what
it is: gradients of slices are put into zeros.
"""

from __future__ import annotations

import torch

Nodes = list[torch.fx.Node]

_FILLED = (torch.ops.aten.full.default,)


def spread(graph: torch.fx.Graph) -> list[Nodes]:
    """Lets each reader of a tensor of one number have one of its own, but for what returns
    it. Returns those that are equal."""
    copies = []
    for node in list(graph.nodes):
        if node.target not in _FILLED or node.all_input_nodes:
            continue
        readers = [user for user in node.users if user.op != "output"]
        equal = [node]
        for reader in readers[len(readers) == len(node.users) :]:
            with graph.inserting_before(reader):
                equal.append(graph.node_copy(node))
            reader.replace_input_with(node, equal[-1])
        copies.append(equal)
    return copies


def join(graph: torch.fx.Graph, copies: list[Nodes]) -> None:
    """Lets what is left of each of `copies` be one node again."""
    place = {node: index for index, node in enumerate(graph.nodes)}
    for equal in copies:
        left = sorted((node for node in equal if node in place), key=place.__getitem__)
        for node in left[1:]:
            node.replace_all_uses_with(left[0])
            graph.erase_node(node)
