"""How much memory a graph needs whose regions are cut, and who owns it at the peak.

Nodes run in the order of the graph. What one makes lives until its last reader has run,
or to the end where it is returned; views live in what they are of, and a region has
workspace while it runs. What the forward pass is given stays the caller's; the backward
pass is given what was kept, and lets go of it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch

from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.order import written_by
from lowp.torch.compiling.programs import RUN, Region

Node = torch.fx.Node
KEPT, RESULT, VALUE, WORKSPACE = "kept", "result", "value", "workspace"


class Owner(NamedTuple):
    """kind: kept for the backward pass, a result of the graph, a value between nodes, or
    workspace of a region. name: of the node."""

    kind: str
    name: str
    bytes: int


class Peak(NamedTuple):
    """bytes: at the node of this name, when the graph needs most. owners: the largest
    first."""

    bytes: int
    name: str
    owners: tuple[Owner, ...]

    def __str__(self) -> str:
        sums = {
            kind: sum(each.bytes for each in self.owners if each.kind == kind)
            for kind in (KEPT, RESULT, VALUE, WORKSPACE)
        }
        parts = ", ".join(f"{kind} {size / 1e6:.1f}" for kind, size in sums.items() if size)
        return f"{self.bytes / 1e6:.1f} MB at {self.name}: {parts or 'nothing'}"


class _Piece(NamedTuple):
    owner: Owner
    first: int
    last: int


def count_of(size: object) -> int:
    """A size, or what torch guesses of one that calls decide."""
    return size if isinstance(size, int) else int(size.node.hint or 0)  # type: ignore[attr-defined]


def _bytes_of(value: object) -> int | None:
    """None of what is no tensor."""
    if not isinstance(value, torch.Tensor):
        return None
    return math.prod(map(count_of, value.shape)) * value.element_size()


def memory_of(node: Node) -> Node:
    """The node that makes the memory of another."""
    while True:
        written = written_by(node) if node.op == "call_function" else []
        if node.target in VIEWS and node.all_input_nodes:
            node = node.all_input_nodes[0]
        elif written:
            node = written[0]
        else:
            return node


def is_given(node: Node, kind: str) -> bool:
    """Whether the caller holds it."""
    return node.op == "placeholder" and (kind != "backward" or "primals" in str(node.target))


def _pieces(graph: torch.fx.Graph, kind: str) -> Iterator[_Piece]:
    places = {node: place for place, node in enumerate(graph.nodes)}
    last: dict[Node, int] = {}
    returned: set[Node] = set()
    for node, place in places.items():
        for read in map(memory_of, node.all_input_nodes):
            last[read] = place
            if node.op == "output":
                returned.add(read)
    for node, place in places.items():
        size = _bytes_of(node.meta.get("val"))
        if size is None or memory_of(node) is not node or is_given(node, kind):
            continue
        # One of several results is there with the others.
        source = node.args[0] if node.target is operator.getitem else node
        first = 0 if node.op == "placeholder" else places[source]  # type: ignore[index]
        held = RESULT if node in returned else VALUE
        owner = Owner(KEPT if node.op == "placeholder" else held, node.name, size)
        yield _Piece(owner, first, max(last.get(node, place), place))


def find_peak(
    graph: torch.fx.Graph, kind: str, workspace_of: Callable[[Region, int], int | None]
) -> Peak:
    """kind: what the graph is, forward or backward. workspace_of: bytes for a
    stage of a region; None counts as none."""
    pieces = list(_pieces(graph, kind))
    names = [node.name for node in graph.nodes]
    for place, node in enumerate(graph.nodes):
        if node.target is RUN:
            stage = node.args[2] if len(node.args) > 2 else 0
            region = Region.decode(node.args[0])  # type: ignore[arg-type]
            size = workspace_of(region, stage) or 0  # type: ignore[arg-type]
            pieces.append(_Piece(Owner(WORKSPACE, node.name, size), place, place))
    changes = [0] * (len(names) + 1)
    for piece in pieces:
        changes[piece.first] += piece.owner.bytes
        changes[piece.last + 1] -= piece.owner.bytes
    live, most, peak = 0, 0, 0
    for place in range(len(names)):
        live += changes[place]
        if live > most:
            most, peak = live, place
    owners = [p.owner for p in pieces if p.first <= peak <= p.last and p.owner.bytes]
    return Peak(most, names[peak], tuple(sorted(owners, key=lambda each: -each.bytes)))
