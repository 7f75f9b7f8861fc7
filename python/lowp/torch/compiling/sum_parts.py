"""What a region has to compute before a sum of devices begins, and what it may compute after."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import torch

from lowp.torch.compiling.candidates import Candidate, inputs_of
from lowp.torch.compiling.collectives import is_collective, is_wait
from lowp.torch.compiling.importer.quantized import DEQUANTIZE
from lowp.torch.compiling.importer.table import VIEWS, is_matmul
from lowp.torch.compiling.joint import CASTS
from lowp.torch.compiling.sum_paths import hands_on, is_awaited, sums_of, waits_of
from lowp.torch.compiling.torch_times import bytes_of
from lowp.torch.compiling.walks import reach

Node = torch.fx.Node
Nodes = list[Node]


class Parts(NamedTuple):
    """A region in two. sums: collectives, in the order of the graph. first: the nodes that they
    depend on. rest: the others. both: views and casts of the first that each part has for
    itself."""

    sums: Nodes
    first: Nodes
    rest: Nodes
    both: Nodes


def _summed(node: Node, inside: Collection[Node]) -> Nodes | None:
    """What a sum adds up of a region, or None where it reads anything but that."""
    found = reach(node.all_input_nodes, lambda each: () if each in inside else each.all_input_nodes)
    if all(read in inside or (hands_on(read) and read.all_input_nodes) for read in found):
        return [read for read in found if read in inside]
    return None


def _sources(nodes: Iterable[Node], inside: Collection[Node]) -> set[Node]:
    """The nodes of a region that some of them depend on, and these, with all results of each."""
    result = reach(nodes, lambda node: filter(inside.__contains__, node.all_input_nodes))
    return set(result) | {
        user for node in result for user in node.users if user.target is operator.getitem
    }


def _is_repeated(node: Node) -> bool:
    """Whether a node is better computed twice than handed on: views, and casts to more bits."""
    if not node.all_input_nodes or node.target in VIEWS or node.target is DEQUANTIZE:
        return True
    source: Any = node.args[0]
    return node.target in CASTS and bytes_of(node) > bytes_of(source)


def _repeated(rest: Nodes, first: Collection[Node]) -> set[Node]:
    def following(node: Node) -> Nodes:
        return [read for read in node.all_input_nodes if read in first and _is_repeated(read)]

    return set(reach(rest, following)) - set(rest)


def find_parts(candidate: Candidate, place: dict[Node, int]) -> Parts | None:
    """place: of each node in the graph."""
    inside = set(candidate.nodes)
    sums, added = [], set()
    for node in dict.fromkeys(each for out in candidate.outputs for each in sums_of(out)):
        leaves = _summed(node, inside)
        if leaves and all(map(is_awaited, leaves)) and waits_of(node):
            sums.append(node)
            added.update(leaves)
    first = _sources(added, inside)
    rest = [node for node in candidate.nodes if node not in first]
    if not sums or not any(map(is_matmul, rest)):
        return None
    both = _repeated(rest, first)
    sums.sort(key=place.__getitem__)
    return Parts(
        sums,
        [node for node in candidate.nodes if node in first],
        rest,
        [node for node in candidate.nodes if node in both],
    )


def keeps_order(parts: Parts, place: dict[Node, int]) -> bool:
    """Whether collectives are begun in the order of the graph, as on devices that do not divide
    the region, if its rest comes after its sums."""
    last = place[parts.sums[-1]]
    if any(place[node] > last for node in inputs_of(parts.rest)):
        return False
    later = reach(parts.rest, lambda node: [user for user in node.users if place[user] <= last])
    return not any(is_collective(node) and not is_wait(node) for node in later)
