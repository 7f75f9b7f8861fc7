"""Values that regions compute for themselves, since what they are computed of is smaller.

Two regions that read a tensor in f32, or what one of them computes element by element of
it, would hand f32 from one to the other: written, read, and there as long. The copies are
computed where they are read.
"""

from __future__ import annotations

import torch

from lowp.torch.compiling.order import Order
from lowp.torch.compiling.recomputed import is_elementwise
from lowp.torch.compiling.torch_times import bytes_of

Node = torch.fx.Node
Nodes = list[Node]


def _itemsize(node: Node) -> int:
    value = node.meta.get("val")
    return value.element_size() if isinstance(value, torch.Tensor) else 0


def _cone(value: Node, nodes: Nodes, order: Order) -> Nodes:
    """What a value is computed of among the nodes of its set, and itself, in their order; empty
    where what these read is no less."""
    inside, found, open_nodes = set(nodes), {value}, [value]
    leaves: set[Node] = set()
    while open_nodes:
        node = open_nodes.pop()
        if not is_elementwise(node) or order.is_tied(node):
            return []
        for read in node.all_input_nodes:
            is_part = read in inside and _itemsize(read) == _itemsize(value)
            if is_part and is_elementwise(read) and read not in found:
                found.add(read)
                open_nodes.append(read)
            elif read not in found:
                leaves.add(read)
    is_less = sum(map(bytes_of, leaves)) < bytes_of(value)
    return [node for node in nodes if node in found] if is_less else []


def _copy(graph: torch.fx.Graph, cone: Nodes, readers: Nodes) -> Nodes:
    """Lets readers, in the order of the graph, read a copy of the last node of a cone."""
    copies: dict[Node, Node] = {}
    with graph.inserting_before(readers[0]):
        for node in cone:
            copies[node] = graph.node_copy(node, lambda each: copies.get(each, each))
    for reader in readers:
        reader.replace_input_with(cone[-1], copies[cone[-1]])
    return list(copies.values())


def _without_unread(graph: torch.fx.Graph, nodes: Nodes, copied: set[Node]) -> Nodes:
    """The nodes without the copied ones that nobody reads any more, which are erased."""
    for node in reversed(nodes):
        if node in copied and not node.users:
            graph.erase_node(node)
    return [node for node in nodes if not node._erased]


def compute_where_read(graph: torch.fx.Graph, order: Order, sets: list[Nodes]) -> list[Nodes]:
    """The sets of regions, with copies of what one would hand to another."""
    owner = {node: index for index, nodes in enumerate(sets) for node in nodes}
    copied: set[Node] = set()
    for index, nodes in enumerate(sets):
        for value in reversed(nodes):
            readers: dict[int, set[Node]] = {}
            for user in value.users:
                if owner.get(user, index) != index:
                    readers.setdefault(owner[user], set()).add(user)
            cone = _cone(value, nodes, order) if readers else []
            for other, users in readers.items() if cone else ():
                copies = _copy(graph, cone, [node for node in sets[other] if node in users])
                owner.update(dict.fromkeys(copies, other))
                copied.update(cone)
                place = min(map(sets[other].index, users))
                sets[other][place:place] = copies
    return [_without_unread(graph, nodes, copied) for nodes in sets]
