"""CUDA graphs of many calls over rotating buffers, replayed alternately."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from lowp.bench.problem import Problem

# Buffers whose sum is this much keep the L2 cache cold.
ROTATED_BYTES = 400_000_000
# What one replay takes, about; short enough that the clock holds.
_REPLAY_SECONDS = 0.012
_MOST_CALLS = 400
# Between replays: the chip cools, so that all contenders find the same clock.
_PAUSE_SECONDS = 0.005
# For the guess of the time of a call.
_GUESSED_FLOPS, _GUESSED_BANDWIDTH, _GUESSED_LATENCY = 1.2e15, 4e12, 3e-6


def count_buffers(problem: Problem) -> int:
    """Sets of operands and results to rotate over."""
    return max(2, math.ceil(ROTATED_BYTES / max(problem.bytes, 1)))


def count_calls(problem: Problem, buffers: int) -> int:
    """Calls in one graph."""
    guess = _GUESSED_LATENCY + max(
        problem.flops / _GUESSED_FLOPS, problem.bytes / _GUESSED_BANDWIDTH
    )
    calls = min(max(4, int(_REPLAY_SECONDS / guess)), _MOST_CALLS)
    # All buffers equally often.
    return max(1, round(calls / buffers)) * buffers


def capture(calls: list[Callable[[], Any]], count: int):
    """A graph of `count` calls, the given ones in turn. Each is called once before:
    that loads kernels and lets libraries choose theirs."""
    import torch

    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        for call in calls:
            call()
    torch.cuda.current_stream().wait_stream(aside)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    # Results that a library allocates live until their turn comes again: else all
    # would go to the same memory.
    results: list[Any] = [None] * len(calls)
    with torch.cuda.graph(graph):
        for number in range(count):
            place = number % len(calls)
            results[place] = calls[place]()
    return graph


def _replay_seconds(graph) -> float:
    import torch

    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    time.sleep(_PAUSE_SECONDS)
    start.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / 1e3


def alternate(graphs: dict[Any, Any], calls: int, repetitions: int) -> dict:
    """Seconds per call of each contender, one figure per repetition. The order
    turns round each time: nobody always comes after the same neighbour."""
    seconds: dict[Any, list[float]] = {name: [] for name in graphs}
    for graph in graphs.values():
        _replay_seconds(graph)
    names = list(graphs)
    for repetition in range(repetitions):
        for name in names if repetition % 2 == 0 else reversed(names):
            seconds[name].append(_replay_seconds(graphs[name]) / calls)
    return seconds
