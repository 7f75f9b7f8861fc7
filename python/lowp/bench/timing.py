"""CUDA graphs of many calls over rotating buffers, replayed alternately."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

_Figure = TypeVar("_Figure")

# Buffers whose sum is this much keep the L2 cache cold.
ROTATED_BYTES = 400_000_000
# What one replay takes, about; short enough that the clock holds.
_REPLAY_SECONDS = 0.012
_MOST_CALLS = 400
# Whose median is the time of the host.
_HOST_CALLS = 100
# For the guess of the time of a call.
_GUESSED_FLOPS, _GUESSED_BANDWIDTH, _GUESSED_LATENCY = 1.2e15, 4e12, 3e-6


class Load(NamedTuple):
    """How a figure is taken, in seconds. pause: rest before it. warm: calls before it
    that do not count. counted: calls that count, at least one replay of a graph."""

    pause: float
    warm: float
    counted: float


# The chip cools between figures: all contenders find the same, high clock.
BRIEF = Load(pause=0.005, warm=0.0, counted=0.0)
# The chip stays at its power limit, as under a training job.
SUSTAINED = Load(pause=0.0, warm=0.1, counted=0.2)


class Work(Protocol):
    """What a call does: operations, and bytes that it reads and writes."""

    @property
    def flops(self) -> float: ...

    @property
    def bytes(self) -> int: ...


def buffers_of(size: int) -> int:
    """Sets of buffers of so many bytes to rotate over."""
    return max(2, math.ceil(ROTATED_BYTES / max(size, 1)))


def count_buffers(work: Work) -> int:
    """Sets of operands and results to rotate over."""
    return buffers_of(work.bytes)


def calls_of(seconds: float, buffers: int) -> int:
    """Calls in one graph of calls that take so long."""
    calls = min(max(4, int(_REPLAY_SECONDS / seconds)), _MOST_CALLS)
    # All buffers equally often.
    return max(1, round(calls / buffers)) * buffers


def count_calls(work: Work, buffers: int) -> int:
    """Calls in one graph, by a guess of what they take."""
    guess = _GUESSED_LATENCY + max(work.flops / _GUESSED_FLOPS, work.bytes / _GUESSED_BANDWIDTH)
    return calls_of(guess, buffers)


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


def time_calls(call: Callable[[], Any], count: int) -> float:
    """Seconds of that many calls on the current stream."""
    import torch

    start = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(count):
        call()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / 1e3


def time_host(call: Callable[[], Any], count: int = _HOST_CALLS) -> float:
    """Seconds in which the host launches a call: the median of calls on a GPU that has
    nothing to do, so that no launch waits for room in a queue."""
    import torch

    seconds = []
    for _ in range(count):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begin)
    torch.cuda.synchronize()
    return statistics.median(seconds)


class _Replays(NamedTuple):
    """How many replays of one contender's graph a load takes."""

    warm: int
    counted: int

    @classmethod
    def of(cls, graph, load: Load) -> _Replays:
        time_calls(graph.replay, 1)
        seconds = time_calls(graph.replay, 1)
        return cls(math.ceil(load.warm / seconds), max(1, math.ceil(load.counted / seconds)))


def _seconds(graph, replays: _Replays, load: Load) -> float:
    """Seconds of a replay."""
    time.sleep(load.pause)
    for _ in range(replays.warm):
        graph.replay()
    return time_calls(graph.replay, replays.counted) / replays.counted


def by_turns(
    names: Sequence[Any], repetitions: int, measure: Callable[[Any], _Figure]
) -> dict[Any, list[_Figure]]:
    """What is measured of each, once a repetition. The order turns round each time: nobody
    always comes after the same neighbour."""
    found: dict[Any, list[_Figure]] = {name: [] for name in names}
    for repetition in range(repetitions):
        for name in names if repetition % 2 == 0 else reversed(names):
            found[name].append(measure(name))
    return found


def alternate(graphs: dict[Any, Any], calls: int, repetitions: int, load: Load = BRIEF) -> dict:
    """Seconds per call of each contender, by turns."""
    replays = {name: _Replays.of(graph, load) for name, graph in graphs.items()}
    return by_turns(
        list(graphs), repetitions, lambda name: _seconds(graphs[name], replays[name], load) / calls
    )
