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


@dataclasses.dataclass(frozen=True)
class Cut:
    """A region, or a matmul outside of all. kind: forward or backward. matmuls: a name,
    a role and a recipe, or why there is none, each. priced: whether the cost model knows
    each of them. reason: why torch computes it."""

    kind: str
    nodes: int
    matmuls: tuple[tuple[str, str, str], ...]
    region: Any
    reason: str | None
    priced: tuple[bool, ...]

    @staticmethod
    def of(kind: str, nodes: list[torch.fx.Node], region: Any, error: str | None) -> Cut:
        priced = tuple(not is_quantized(node) for node in nodes for _ in linears_of(node))
        return Cut(kind, len(nodes), _matmuls(nodes), region, error, priced)

    @staticmethod
    def outside(kind: str, node: torch.fx.Node, reason: str) -> Cut:
        matmul = module_path(node) or node.name, "", ""
        return Cut(kind, 1, (matmul,), None, reason, (False,))


def _matmuls(nodes: list[torch.fx.Node]) -> tuple[tuple[str, str, str], ...]:
    linears = [linear for node in nodes for linear in linears_of(node)]
    return tuple((x.name, x.role, x.recipe or x.reason) for x in linears)


class Cuts(list[Cut]):
    """What was noted. outside: operations that torch computes, with how often. seconds:
    how long lowp took to divide graphs and to compile or load programs."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.outside: collections.Counter[str] = collections.Counter()


# The collectors of now. Backward passes on a GPU are compiled in a thread of autograd's.
_COLLECTORS: list[Cuts] = []


def note(cut: Cut) -> None:
    for cuts in _COLLECTORS:
        cuts.append(cut)


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
