"""Sums of devices are begun while the rest of their region is to be computed.

A region returns its results together. Where others wait for a sum over devices of one of them,
which is the gradient of a layer's input under tensor parallelism, the region becomes two: what
computes it, and gradients of weights, for which the sum travels meanwhile. Both quantize
gradients of results, which one region reads once: so this is done where that is predicted to take
less than what it hides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import torch

from lowp.torch.compiling.candidates import Candidate, inputs_of
from lowp.torch.compiling.collectives import has_collectives
from lowp.torch.compiling.converted import layers_of
from lowp.torch.compiling.divide import may_be_parted
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.predictions import find_prediction, predict_all
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.report import note_sum
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.sum_parts import Parts, find_parts, keeps_order
from lowp.torch.compiling.sum_paths import waits_of
from lowp.torch.compiling.torch_times import bytes_of
from lowp.torch.distributed.overlap_prices import rest_hides, sum_us

Node = torch.fx.Node
Nodes = list[Node]


class _Times(NamedTuple):
    """Microseconds of sums, of the rest of a region, and of two regions beside one."""

    sums: float
    rest: float
    again: float


def _trial(nodes: Nodes, is_output: Callable[[Node], bool]) -> Candidate:
    return Candidate(nodes, inputs_of(nodes), [node for node in nodes if is_output(node)])


def _trials(candidate: Candidate, parts: Parts) -> list[Candidate]:
    """Both parts, to be priced: they have nodes in common."""
    inside, own = set(candidate.nodes), {*parts.rest, *parts.both}
    rest = [node for node in candidate.nodes if node in own]
    handed_on = set(inputs_of(rest))

    def is_read_outside(node: Node) -> bool:
        return any(user not in inside for user in node.users)

    return [
        _trial(parts.first, lambda node: node in handed_on or is_read_outside(node)),
        _trial(rest, lambda node: node not in parts.both and is_read_outside(node)),
    ]


def _us(region: Region | None) -> float | None:
    """What a region is predicted to take; None where nothing is, or lowp refuses it."""
    predicted = find_prediction(region)
    return None if predicted is None else predicted.us


def _travel_us(node: Node) -> float:
    # Torch may have no distributed package, which a graph with sums does not lack.
    from torch.distributed.distributed_c10d import _resolve_process_group

    ranks = _resolve_process_group(node.args[-1]).size()  # type: ignore[arg-type]
    is_scattered = bytes_of(node) < bytes_of(node.all_input_nodes[0])
    return sum_us(bytes_of(node.all_input_nodes[0]), ranks, is_scattered=is_scattered)


def _price(candidate: Candidate, trials: Sequence[Candidate], sums: Nodes) -> _Times | None:
    """None where nothing is predicted."""
    first, rest, whole = (_us(each.region) for each in (*trials, candidate))
    if first is None or rest is None or whole is None:
        return None
    return _Times(sum(map(_travel_us, sums)), rest, first + rest - whole)


def _sizes(sums: Nodes) -> str:
    """What each rank adds."""
    shapes = (node.all_input_nodes[0].meta["val"].shape for node in sums)
    return ", ".join("x".join(map(str, shape)) for shape in shapes) + " of each rank"


def _tell(parts: Parts, times: _Times, pays: bool) -> None:
    way = "beside" if pays else "after"
    note_sum(
        f"{_sizes(parts.sums)}, predicted {times.sums:.1f} us, {way} {times.rest:.1f} us of "
        f"{layers_of(parts.rest)}: two regions take {times.again:.1f} us more than one"
    )


def _chooses(candidate: Candidate, parts: Parts, trials: Sequence[Candidate]) -> bool:
    """Whether a region becomes two, which reports tell."""
    times = _price(candidate, trials, parts.sums)
    if times is None:
        return False
    pays = rest_hides(*times)
    _tell(parts, times, pays)
    return pays


def _copy_repeated(graph: torch.fx.Graph, parts: Parts) -> Nodes:
    """Gives the rest of a region its own views and casts of the first part; returns its nodes."""
    copies: dict[Node, Node] = {}
    for node in parts.both:
        with graph.inserting_after(node):
            copies[node] = graph.node_copy(node, lambda read: copies.get(read, read))
    for node in parts.rest:
        for read in set(node.all_input_nodes) & copies.keys():
            node.replace_input_with(read, copies[read])
    return [*copies.values(), *parts.rest]


def _part(graph: torch.fx.Graph, order: Order, parts: Parts) -> list[Candidate]:
    """Makes two candidates, between which the sums begin."""
    rest = _copy_repeated(graph, parts)
    behind = parts.sums[-1]
    for node in rest:
        behind.append(node)
        behind = node
    for node in parts.sums:
        order.demand(node, rest[-1])
        for wait in waits_of(node):
            order.demand(rest[-1], wait)
    return [Candidate.of(parts.first), Candidate.of(rest)]


def _divisible(
    graph: torch.fx.Graph, order: Order, candidates: Sequence[Candidate]
) -> dict[int, Parts]:
    """The parts of candidates, by their places."""
    place = {node: index for index, node in enumerate(graph.nodes)}
    found = {}
    for index, candidate in enumerate(candidates):
        parts = find_parts(candidate, place) if may_be_parted(candidate, order) else None
        if parts is None:
            continue
        if keeps_order(parts, place):
            found[index] = parts
        else:
            note_sum(
                f"{_sizes(parts.sums)}, after {layers_of(parts.rest)}: the graph begins "
                "collectives of their results, or reads what they need, in that order"
            )
    return found


def begin_sums_early(
    graph: torch.fx.Graph,
    order: Order,
    candidates: list[Candidate],
    settings: Settings,
    frozen: Collection[Node],
) -> list[Candidate]:
    """Candidates, two for each of those whose sums travel while the rest of it is computed; these
    are imported."""
    found = _divisible(graph, order, candidates) if has_collectives(graph) else {}
    if not found:
        return candidates
    trials = {index: _trials(candidates[index], parts) for index, parts in found.items()}
    both = [each for pair in trials.values() for each in pair]
    for each in both:
        each.import_nodes(settings, frozen)
    predict_all(each.region for each in both)
    result = []
    for index, candidate in enumerate(candidates):
        made = [candidate]
        if index in found and _chooses(candidate, found[index], trials[index]):
            made = _part(graph, order, found[index])
            for each in made:
                each.import_nodes(settings, frozen)
        result += made
    order.sort(graph, {})
    return result
