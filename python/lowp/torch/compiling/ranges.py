"""What is known of the numbers that the nodes of a graph hold: indices of the best
elements are below the count that they are chosen from, counts are not negative.

Floats are known where they are such numbers, too: full tensors, and counts of histc.
"""

from __future__ import annotations

from typing import Any

import torch

from lowp.torch.compiling.order import Order
from lowp.torch.compiling.range_rules import RULES, Range, limits_of, real_tensor

Node = torch.fx.Node


class Ranges:
    """The ranges of the nodes of a graph, as they are made. order: of the graph's effects."""

    def __init__(self, graph: torch.fx.Graph, order: Order) -> None:
        self._known: dict[Node, Range] = {}
        for node in graph.nodes:
            tensor = real_tensor(node)
            if tensor is None:
                continue
            limits, result = limits_of(tensor.dtype), None
            rule = RULES.get(node.target) if node.op == "call_function" else None
            if rule is not None and not order.may_change(node):
                result = rule(self.of, node)
            if result is not None and result.least >= limits.least and result.most <= limits.most:
                self._known[node] = result
            elif not tensor.dtype.is_floating_point:
                self._known[node] = limits

    def of(self, value: Any) -> Range | None:
        """Returns the range of a node or a number; None where it is not known."""
        if isinstance(value, Node):
            return self._known.get(value)
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return Range(int(value), int(value)) if is_whole else None

    def truth(self, node: Any) -> bool | None:
        """What all elements of a mask are; None if that is not known."""
        tensor, result = real_tensor(node), self.of(node)
        if tensor is None or tensor.dtype is not torch.bool or result is None:
            return None
        return bool(result.least) if result.least == result.most else None
