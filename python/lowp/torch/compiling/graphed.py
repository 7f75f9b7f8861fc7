"""Frozen weights in CUDA graphs of inductor, which run what was launched once, and no Python.

What regions read in place of weights lies outside of the graphs' memory and stays where it is. It
is written again before a call that comes after a write to the weights.
"""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import torch

from lowp.torch.compiling import fused_steps

_T = TypeVar("_T")
_LOCAL = threading.local()


class Rewritten(Protocol):
    def write(self, weights: list[torch.Tensor]) -> object:
        """Prepares weights where they have changed, in the same memory."""


def current() -> GraphedCalls | None:
    """The calls that may become a graph, of which one runs."""
    return getattr(_LOCAL, "calls", None)


def _read(weights: Sequence[torch.Tensor]) -> list[tuple[int, int]]:
    return [(each._version, each.data_ptr()) for each in weights]


class GraphedCalls:
    """The calls of a compiled graph that torch may capture."""

    def __init__(self, compiled: Callable[..., Any]) -> None:
        self._compiled = compiled
        self._noted: dict[tuple, tuple[Rewritten, list[torch.Tensor]]] = {}
        self._weights: list[torch.Tensor] = []
        self._state: object = None

    def __call__(self, *arguments: Any) -> Any:
        if self._noted and self._state != self._read_state():
            with torch.no_grad():
                for regions, weights in self._noted.values():
                    regions.write(weights)
            self._state = self._read_state()
        outer, _LOCAL.calls = current(), self
        count = len(self._noted)
        try:
            return self._compiled(*arguments)
        finally:
            _LOCAL.calls = outer
            if len(self._noted) != count:
                self._weights = [each for _, weights in self._noted.values() for each in weights]
                self._state = self._read_state()

    def _read_state(self) -> object:
        """What tells of writes, but those to `.data`."""
        return fused_steps.latest(), _read(self._weights)

    def note(self, regions: Rewritten, weights: list[torch.Tensor]) -> None:
        """Takes what a region has read."""
        self._noted[id(regions), *map(id, weights)] = regions, weights


def call_outside(device: torch.device, function: Callable[[], _T]) -> _T:
    """Calls a function that allocates for later calls, too. torch takes what a thread allocates
    while it warms up for the graph's."""
    if device.type != "cuda" or torch.cuda.is_current_stream_capturing():
        return function()
    stream, side = torch.cuda.current_stream(device), torch.cuda.Stream(device)
    side.wait_stream(stream)

    def call() -> _T:
        with torch.no_grad(), torch.cuda.stream(side):
            return function()

    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        result = thread.submit(call).result()
    stream.wait_stream(side)
    return result
