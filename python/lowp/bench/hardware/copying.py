"""Copies by a kernel: the roof of what memory can do.

torch's own copy runs in a CUDA graph on the copy engine, which reaches two thirds
of what a kernel does: a share of its bandwidth would flatter everyone.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

# Elements of bf16 of each buffer: 235 MB are read, as many are written.
COPIED_SHAPE = (16384, 7168)
# Pairs of buffers to rotate over, and calls in a graph.
_BUFFERS, _CALLS = 2, 40


class Copier(NamedTuple):
    """how: what copies, for people. copy(source, target)."""

    how: str
    copy: Callable[[Any, Any], Any]


def _add_zero(source: Any, target: Any) -> None:
    import torch

    torch.add(source, 0, out=target)


def _triton_copier() -> Copier | None:
    """Copies 16 bytes per thread; None where triton is missing or cannot build."""
    import torch

    try:
        from lowp.bench.hardware.triton_copy import copy

        some = torch.ones(4096, dtype=torch.bfloat16, device="cuda")
        copy(some, torch.empty_like(some))
        torch.cuda.synchronize()
    except Exception:  # noqa: BLE001
        # Triton wants a C compiler, and says so in many ways.
        return None
    return Copier("a kernel of triton, 16 bytes per thread", copy)


def find_copier() -> Copier:
    """What copies here."""
    return _triton_copier() or Copier("torch.add(x, 0): no triton here", _add_zero)


class CopyGraph:
    """A captured graph of copies, replayed beside what is measured."""

    def __init__(self) -> None:
        import torch

        from lowp.bench.timing import capture

        copier = find_copier()
        self.how = copier.how
        self.calls = _CALLS
        self._arrays: list[tuple[Any, Any]] = []
        bound: list[Callable[[], Any]] = []
        for _ in range(_BUFFERS):
            source = torch.randn(COPIED_SHAPE, dtype=torch.bfloat16, device="cuda")
            target = torch.empty_like(source)
            self._arrays.append((source, target))
            bound.append(functools.partial(copier.copy, source, target))
        self.bytes = 2 * self._arrays[0][0].nbytes
        self.graph = capture(bound, _CALLS)

    def bandwidth(self, seconds: list[float]) -> float:
        """Bytes per second, read and written, from seconds of one copy each."""
        return self.bytes / statistics.median(seconds)


def measure_copy() -> tuple[float, str]:
    """Bytes per second of a large copy, and what copied."""
    import torch

    from lowp.bench.timing import alternate

    copies = CopyGraph()
    seconds = alternate({"copy": copies.graph}, copies.calls, 5)["copy"]
    figure = copies.bandwidth(seconds), copies.how
    del copies
    torch.cuda.empty_cache()
    return figure
