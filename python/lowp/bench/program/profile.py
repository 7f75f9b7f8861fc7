"""What the kernels of a call take, by torch.profiler."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import Unsupported

# Calls that count, over all buffers in turn; more where there are more buffers.
_CALLS = 20


class Interval(NamedTuple):
    """When the GPU worked on something, in microseconds."""

    name: str
    start: float
    end: float


class KernelTime(NamedTuple):
    """A kernel of a call and the median of what it adds, in seconds."""

    name: str
    seconds: float


def _record(calls: Sequence[Callable[[], Any]], count: int) -> list[Interval]:
    """What runs on the GPU in `count` calls, in turns, by the time it begins."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    torch.cuda.synchronize()
    # Not of the GPU alone: builds of torch without CUPTI refuse that.
    activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
    with profile(activities=activities) as profiler:
        for number in range(count):
            calls[number % len(calls)]()
        torch.cuda.synchronize()
    on_gpu = torch.autograd.DeviceType.CUDA
    found = [
        Interval(event.name, event.time_range.start, event.time_range.end)
        for event in profiler.events()
        if event.device_type == on_gpu
        and not getattr(event, "is_user_annotation", False)
    ]
    return sorted(found, key=lambda one: one.start)


def added_seconds(intervals: Sequence[Interval]) -> list[float]:
    """What each adds: kernels may begin before the one ahead ends, and wait for it."""
    added, before = [], float("-inf")
    for one in intervals:
        added.append(max(0.0, one.end - max(one.start, before)) * 1e-6)
        before = max(before, one.end)
    return added


def split_calls(intervals: Sequence[Interval], count: int) -> list[KernelTime]:
    """Medians over `count` equal calls. Raises Unsupported where they are not equal."""
    if not intervals:
        raise Unsupported(
            "expected torch.profiler to see kernels, got none: it needs CUPTI, and "
            "that no other profiler is at work"
        )
    each, rest = divmod(len(intervals), count)
    names = [one.name for one in intervals]
    if rest:
        raise Unsupported(
            f"expected {count} calls to launch the same kernels, got "
            f"{len(intervals)} launches, which is no multiple"
        )
    for place, name in enumerate(names):
        if name != names[place % each]:
            raise Unsupported(
                f"expected {count} calls to launch the same {each} kernels, got "
                f"'{name}' at place {place % each} of call {place // each}, where the "
                f"first has '{names[place % each]}'"
            )
    added = added_seconds(intervals)
    return [
        KernelTime(names[number], statistics.median(added[number::each]))
        for number in range(each)
    ]


def time_kernels(calls: Sequence[Callable[[], Any]]) -> list[KernelTime]:
    """The kernels of a call in their order. calls: one for each set of buffers, which
    were called before. Raises Unsupported where the profiler does not tell."""
    # The first profile of a process sets the profiler up, which may lose kernels.
    _record(calls, 1)
    count = max(_CALLS, len(calls))
    return split_calls(_record(calls, count), count)
