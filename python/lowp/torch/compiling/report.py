"""What the backend did with a graph, for `lowp.torch.explain`."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
from collections.abc import Iterator
from typing import Any

import torch

from lowp.torch.compiling.linears import linear_of, module_path

_NOTES: contextvars.ContextVar[list[Any] | None] = contextvars.ContextVar("lowp_cuts", default=None)


@dataclasses.dataclass(frozen=True)
class Cut:
    """A region, or a matmul outside of all. kind: forward or backward. matmuls: a name,
    a role and a recipe, or why there is none, each. reason: why torch computes it."""

    kind: str
    nodes: int
    matmuls: tuple[tuple[str, str, str], ...]
    region: Any
    reason: str | None

    @staticmethod
    def of(kind: str, nodes: list[torch.fx.Node], region: Any, error: str | None) -> Cut:
        return Cut(kind, len(nodes), _matmuls(nodes), region, error)

    @staticmethod
    def outside(kind: str, node: torch.fx.Node, reason: str) -> Cut:
        return Cut(kind, 1, ((module_path(node) or node.name, "", ""),), None, reason)


def _matmuls(nodes: list[torch.fx.Node]) -> tuple[tuple[str, str, str], ...]:
    linears = [linear for node in nodes if (linear := linear_of(node)) is not None]
    return tuple((x.name, x.role, x.recipe or x.reason) for x in linears)


def note(cut: Cut) -> None:
    notes = _NOTES.get()
    if notes is not None:
        notes.append(cut)


@contextlib.contextmanager
def collect() -> Iterator[list[Cut]]:
    """Collects what is noted meanwhile in this thread."""
    notes: list[Cut] = []
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)
