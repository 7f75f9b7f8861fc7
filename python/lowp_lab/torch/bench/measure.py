"""Times and memory of calls on a device."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch

# Calls between two events, so that the host is not what is measured.
_CHAINED, _REPETITIONS = 10, 5


def _synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def milliseconds(function: Callable[[], Any], device: torch.device, calls: int) -> float:
    """The median time of a call, after some that are not counted."""
    for _ in range(max(calls // 5, 1)):
        function()
    _synchronize(device)
    times = []
    for _ in range(calls):
        if device.type == "cuda":
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            function()
            end.record()
            torch.cuda.synchronize(device)
            times.append(begin.elapsed_time(end))
        else:
            start = time.perf_counter()
            function()
            times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def chained_microseconds(function: Callable[[], Any], device: torch.device) -> float:
    """The median time of a call between others."""
    for _ in range(3):
        function()
    times = []
    for _ in range(_REPETITIONS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(_CHAINED):
            function()
        end.record()
        torch.cuda.synchronize(device)
        times.append(begin.elapsed_time(end) * 1e3 / _CHAINED)
    return statistics.median(times)


def captured(function: Callable[[], Any], device: torch.device) -> Callable[[], Any]:
    """A CUDA graph of what a function that was called before launches."""
    side = torch.cuda.Stream(device)
    side.wait_stream(torch.cuda.current_stream(device))
    with torch.cuda.stream(side):
        function()
    torch.cuda.current_stream(device).wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        kept = function()

    def replay() -> Any:
        graph.replay()
        return kept

    return replay


def replayed_milliseconds(function: Callable[[], Any], device: torch.device, calls: int) -> float:
    """The median time of a call in a CUDA graph, between others; on the host of a call."""
    if device.type != "cuda":
        return milliseconds(function, device, calls)
    return chained_microseconds(captured(function, device), device) / 1e3


def written(held: Any, device: torch.device, calls: int) -> dict[str, Any]:
    """What held weights take after a step, and of memory. held: lowp.torch.Held, or None."""
    if held is None:
        return {}
    return {"write_ms": milliseconds(held.write, device, calls), "held_bytes": held.bytes}


def first_call(function: Callable[[], Any], device: torch.device) -> float:
    """Seconds of a call that compiles."""
    start = time.perf_counter()
    function()
    _synchronize(device)
    return time.perf_counter() - start


def held_bytes(device: torch.device) -> int:
    """Bytes that torch holds, what nothing refers to freed, also for others; 0 on the host."""
    gc.collect()
    if device.type != "cuda":
        return 0
    torch.cuda.empty_cache()
    return torch.cuda.memory_allocated(device)


def peak_bytes(function: Callable[[], Any], device: torch.device) -> int:
    """Bytes that torch holds at most during a call; 0 on the host."""
    if device.type != "cuda":
        function()
        return 0
    _synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    function()
    _synchronize(device)
    return torch.cuda.max_memory_allocated(device)


def cosine(one: list[torch.Tensor], other: list[torch.Tensor]) -> float:
    """Returns the cosine between two lists of tensors, each as one vector."""
    pairs = [(a.double(), b.double()) for a, b in zip(one, other, strict=True)]
    product = sum(float((a * b).sum()) for a, b in pairs)
    lengths = [sum(float((x * x).sum()) for x in side) ** 0.5 for side in zip(*pairs)]
    return product / (lengths[0] * lengths[1])


def relative_error(got: list[torch.Tensor], want: list[torch.Tensor]) -> float:
    """Returns the relative error of a list of tensors against another, each as one vector."""
    pairs = [(a.double(), b.double()) for a, b in zip(got, want, strict=True)]
    error = sum(float((a - b).square().sum()) for a, b in pairs)
    return (error / max(sum(float(b.square().sum()) for _, b in pairs), 1e-300)) ** 0.5
