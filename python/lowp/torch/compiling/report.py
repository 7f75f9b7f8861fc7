"""What the backend did with a graph, for `lowp.torch.explain`."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import time
from collections.abc import Iterator
from typing import Any

import torch

from lowp.torch.compiling.converted import linears_of
from lowp.torch.compiling.importer.quantized import is_quantized
from lowp.torch.compiling.linears import module_path
from lowp.torch.compiling.predicted import Predictions


@dataclasses.dataclass(frozen=True)
class Cut:
    """A region, or a matmul outside of all. kind: forward or backward. matmuls: a name,
    a role and a recipe, or why there is none, each. recipes: those of them that are
    named. priced: whether the cost model knows each of them. reason: why torch computes
    it. graph: of a region, its nodes alone."""

    kind: str
    nodes: int
    matmuls: tuple[tuple[str, str, str], ...]
    region: Any
    reason: str | None
    recipes: tuple[str | None, ...]
    priced: tuple[bool, ...]
    graph: torch.fx.Graph | None = None

    @staticmethod
    def of(
        kind: str,
        nodes: list[torch.fx.Node],
        region: Any,
        error: str | None,
        graph: torch.fx.Graph | None,
    ) -> Cut:
        known = [(linear, not is_quantized(node)) for node in nodes for linear in linears_of(node)]
        matmuls = tuple((x.name, x.role, x.recipe or x.reason) for x, _ in known)
        recipes, priced = tuple(x.recipe for x, _ in known), tuple(each for _, each in known)
        return Cut(kind, len(nodes), matmuls, region, error, recipes, priced, graph)

    @staticmethod
    def outside(kind: str, node: torch.fx.Node, reason: str) -> Cut:
        matmul = module_path(node) or node.name, "", ""
        return Cut(kind, 1, (matmul,), None, reason, (None,), (False,))


# What becomes of a region.
TAKEN, BARE, MATMULS, LEFT = "taken", "taken without recipes", "its matmuls alone", "left to torch"


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What becomes of a region that times are predicted for. matmuls: the layers'
    names. us, torch_us: predicted microseconds of lowp, None where calls decide, and of
    torch. predicted: what lowp launches, or would. copies: inputs with gaps."""

    action: str
    matmuls: str
    us: float | None
    torch_us: float
    predicted: Predictions
    copies: int

    @property
    def times(self) -> str:
        us = "unknown" if self.us is None else f"{self.us:.1f} us"
        return f"predicted {us}, of torch {self.torch_us:.1f} us"

    @property
    def reason(self) -> str:
        """Also what a matmul that torch computes is told to be left for."""
        is_bare = not any(matmul.recipe for matmul in self.predicted.matmuls)
        why = ", no matmul gains by a recipe" if is_bare and self.action == LEFT else ""
        return f"{self.action}: {self.times}{why}"


class Cuts(list[Cut]):
    """What was noted. outside: operations that torch computes, with how often. seconds:
    how long lowp took to divide graphs and to compile or load programs. verdicts: on
    regions, and graphs that were divided, each with its kind. gathers: what travels. sums: what devices add up
    of a region, and what is computed meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.outside: collections.Counter[str] = collections.Counter()
        self.verdicts: list[tuple[str, Verdict]] = []
        self.graphs: list[tuple[str, torch.fx.Graph]] = []
        self.gathers: list[str] = []
        self.sums: list[str] = []


# The collectors of now. Backward passes on a GPU are compiled in a thread of autograd's.
_COLLECTORS: list[Cuts] = []


def is_collected() -> bool:
    """Whether what is noted has a reader."""
    return bool(_COLLECTORS)


def note(cut: Cut) -> None:
    for cuts in _COLLECTORS:
        cuts.append(cut)


def note_verdict(kind: str, verdict: Verdict) -> None:
    for cuts in _COLLECTORS:
        cuts.verdicts.append((kind, verdict))


def note_graph(kind: str, graph: torch.fx.Graph) -> None:
    for cuts in _COLLECTORS:
        cuts.graphs.append((kind, graph))


def note_gather(text: str) -> None:
    for cuts in _COLLECTORS:
        cuts.gathers.append(text)


def note_sum(text: str) -> None:
    """Notes once what a graph may be divided for several times."""
    for cuts in _COLLECTORS:
        if text not in cuts.sums:
            cuts.sums.append(text)


def note_operation(node: torch.fx.Node) -> None:
    """An operation of a graph that is in no region."""
    for cuts in _COLLECTORS:
        cuts.outside[str(node.target).removesuffix(".default")] += 1


@contextlib.contextmanager
def timed() -> Iterator[None]:
    """Counts the time of what is done meanwhile as lowp's."""
    start = time.perf_counter()
    try:
        yield
    finally:
        for cuts in _COLLECTORS:
            cuts.seconds += time.perf_counter() - start


@contextlib.contextmanager
def collect() -> Iterator[Cuts]:
    """Collects what is noted meanwhile, in all threads."""
    cuts = Cuts()
    _COLLECTORS.append(cuts)
    try:
        yield cuts
    finally:
        _COLLECTORS[:] = [each for each in _COLLECTORS if each is not cuts]
