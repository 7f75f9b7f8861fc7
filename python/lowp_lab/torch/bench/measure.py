"""Times and memory of calls on a device."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch

from lowp.bench.timing import time_calls

# Calls between two events, so that the host is not what is measured.
_CHAINED, _REPETITIONS = 10, 5


def synchronize(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def milliseconds(function: Callable[[], Any], device: torch.device, calls: int) -> float:
    """The median time of a call, after some that are not counted."""
    for _ in range(max(calls // 5, 1)):
        function()
    synchronize(device)
    is_gpu = device.type == "cuda"
    times = [
        time_calls(function, 1) if is_gpu else first_call(function, device) for _ in range(calls)
    ]
    return statistics.median(times) * 1e3


def chained_microseconds(function: Callable[[], Any]) -> float:
    """The median time of a call between others, on the GPU."""
    for _ in range(3):
        function()
    times = [time_calls(function, _CHAINED) for _ in range(_REPETITIONS)]
    return statistics.median(times) * 1e6 / _CHAINED


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
    return chained_microseconds(captured(function, device)) / 1e3


def written(held: Any, device: torch.device, calls: int) -> dict[str, Any]:
    """What held weights take after a step, and of memory. held: lowp.torch.Held, or None."""
    if held is None:
        return {}
    return {"write_ms": milliseconds(held.write, device, calls), "held_bytes": held.bytes}


def first_call(function: Callable[[], Any], device: torch.device) -> float:
    """Seconds of a call that compiles, on the host."""
    start = time.perf_counter()
    function()
    synchronize(device)
    return time.perf_counter() - start


def free(device: torch.device) -> None:
    """Lets go of what nothing refers to, also for others: modules of FSDP2 are cycles."""
    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()


def held_bytes(device: torch.device) -> int:
    """Bytes that torch holds, what nothing refers to freed; 0 on the host."""
    free(device)
    return torch.cuda.memory_allocated(device) if device.type == "cuda" else 0


def peak_bytes(function: Callable[[], Any], device: torch.device) -> int:
    """Bytes that torch holds at most during a call; 0 on the host."""
    if device.type != "cuda":
        function()
        return 0
    synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    function()
    synchronize(device)
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
