"""Gradients of inputs of converted layers, of which devices add up what they become, are
operators of their own.

The operator of a backward pass gives gradients of input, weight and bias together: nothing could
be computed while devices add up the first. In one region both are what one operator is.
"""

from __future__ import annotations

import operator
from typing import Any

import torch

from lowp.torch.compiling.collectives import has_collectives
from lowp.torch.compiling.converted import LINEAR_BACKWARD, linears_of, reason_of_seed
from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.own_sums import has_own_sum
from lowp.torch.compiling.sum_paths import leads_to_sum

Node = torch.fx.Node
# The argument that says what is needed.
_NEEDED = 4


def _input_gradients(node: Node) -> list[Node]:
    """The nodes that take the gradient of the input."""
    return [user for user in node.users if user.target is operator.getitem and user.args[1] == 0]


def _is_divisible(node: Node) -> bool:
    """Whether devices add up what becomes of the first gradient of an operator that gives that of
    a weight, too, by matmuls with recipes."""
    needed: Any = node.args[_NEEDED]
    recipes = [each.recipe for each in linears_of(node)]
    if not needed[0] or not needed[1] or None in recipes:
        return False
    if reason_of_seed(node) is not None or has_own_sum(node):
        return False
    return any(map(leads_to_sum, _input_gradients(node)))


def part(graph: torch.fx.Graph) -> list[tuple[Node, Node]]:
    """Divides operators whose first gradient is added up. Returns the two of each."""
    if not has_collectives(graph):
        return []
    pairs = []
    for node in graph.find_nodes(op="call_function", target=LINEAR_BACKWARD):
        if not _is_divisible(node):
            continue
        takers, head = _input_gradients(node), node.args[:_NEEDED]
        needed: Any = node.args[_NEEDED]
        with graph.inserting_before(node):
            first = emit(graph, node.target, *head, [True, False, False], of=node)
            rest = emit(graph, node.target, *head, [False, *needed[1:]], of=node)
        for taker in takers:
            taker.replace_input_with(node, first)
        node.replace_all_uses_with(rest)
        graph.erase_node(node)
        pairs.append((first, rest))
    return pairs


def join(graph: torch.fx.Graph, pairs: list[tuple[Node, Node]]) -> None:
    """Lets what no region has taken be one operator again."""
    left = set(graph.nodes)
    for first, rest in pairs:
        if first not in left or rest not in left:
            continue
        needed: Any = rest.args[_NEEDED]
        with graph.inserting_before(first):
            whole = emit(graph, first.target, *first.args[:_NEEDED], [True, *needed[1:]], of=first)
        for each in (first, rest):
            each.replace_all_uses_with(whole)
            graph.erase_node(each)
