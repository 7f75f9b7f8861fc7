"""What leads from a matmul to a sum of devices: whether others wait for such a sum."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import torch

from lowp.torch.compiling.collectives import is_collective, is_piece, is_sum, is_wait
from lowp.torch.compiling.converted import is_backward
from lowp.torch.compiling.importer.table import VIEWS, is_matmul
from lowp.torch.compiling.joint import CASTS, SUMS
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.walks import reach

Node = torch.fx.Node


def hands_on(node: Node) -> bool:
    """Whether a node has the elements of others, in other places or types."""
    return node.target in VIEWS or node.target in CASTS or is_piece(node)


def _reach(node: Node, passes: Callable[[Node], bool]) -> Iterable[Node]:
    """A node, and what reads it, through nodes that pass it on, which come, too."""
    return reach([node], lambda each: each.users if each is node or passes(each) else ())


def sums_of(node: Node) -> list[Node]:
    """The sums of devices that read a node as it is."""
    return [each for each in _reach(node, hands_on) if is_sum(each)]


def leads_to_sum(node: Node) -> bool:
    """Whether devices add up what is computed of a node, but for gradients of weights."""

    def passes(each: Node) -> bool:
        is_one = each.target is operator.getitem
        matmul: Any = each.args[0] if is_one else each
        place: Any = each.args[1] if is_one else 0
        return not is_collective(each) and not _is_gradient_of_weight(matmul, place)

    return any(map(is_sum, _reach(node, passes)))


def waits_of(node: Node) -> list[Node]:
    """The nodes that wait for a collective."""
    passes = lambda each: is_wait(each) or each.target is operator.getitem  # noqa: E731
    return [each for each in _reach(node, passes) if is_wait(each)]


def _is_gradient_of_weight(node: Node, place: int | None) -> bool:
    """Whether a matmul, or its result at a place, is the gradient of a weight."""
    if is_backward(node):
        return place != 0
    linear = linear_of(node)
    return linear is not None and linear.role == "wgrad"


def is_awaited(node: Node) -> bool:
    """Whether a node is a sum of products, none of which is the gradient of a weight: those are
    read after the backward pass."""
    open_nodes: list[tuple[Node, int | None]] = [(node, None)]
    found = False
    while open_nodes:
        current, place = open_nodes.pop()
        if is_matmul(current):
            if _is_gradient_of_weight(current, place):
                return False
            found = True
        elif hands_on(current) or current.target in SUMS:
            index: Any = current.args[1] if current.target is operator.getitem else None
            open_nodes += [(read, index) for read in current.all_input_nodes]
        else:
            return False
    return found
