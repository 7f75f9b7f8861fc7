"""Times of calls, on a GPU by its own clock."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import torch


def milliseconds(call: Callable[[], object], device: str, calls: int) -> float:
    """The median of `calls` calls, after three."""
    for _ in range(3):
        call()
    if device == "cpu":
        return statistics.median(_host(call) for _ in range(calls)) * 1e3
    times = []
    for _ in range(calls):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        call()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return statistics.median(times)


def _host(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def host_microseconds(call: Callable[[], object], device: str, calls: int) -> float:
    """What a call takes of the host: the least mean of ten rounds, which are too
    short to fill the queue of a GPU."""
    best = float("inf")
    for _ in range(10):
        if device != "cpu":
            torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best * 1e6
