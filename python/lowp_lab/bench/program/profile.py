"""What the kernels of a call take, by torch.profiler.

Kernels of one stream may begin before the one ahead ends, and swap places by when they
begin. So they are put into the order in which the host launched them. Ours are the same
in each call and say where calls begin and end; what external functions launch need not
be, and is one entry wherever it runs between two of ours.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import Unsupported

# Calls that count, over all buffers in turn; more where there are more buffers.
_CALLS = 20


class Interval(NamedTuple):
    """When the GPU worked on something, in microseconds. launch: rises from one launch
    of the host to the next."""

    name: str
    start: float
    end: float
    launch: int


class KernelTime(NamedTuple):
    """A kernel of a call and the median of what it adds, in seconds. is_own: compiled by
    lowp; else all kernels and copies that others launched in a row."""

    name: str
    seconds: float
    is_own: bool = True


class _Piece(NamedTuple):
    """What one call ran in one place. names: none where it ran nothing."""

    names: tuple[str, ...]
    seconds: float


def _record(calls: Sequence[Callable[[], Any]], count: int) -> list[Interval]:
    """What runs on the GPU in `count` calls, in turns, in no order."""
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
    # The id of what ran on the GPU is CUPTI's number of the call that launched it.
    return [
        Interval(event.name, event.time_range.start, event.time_range.end, event.id)
        for event in profiler.events()
        if event.device_type == on_gpu and not getattr(event, "is_user_annotation", False)
    ]


def added_seconds(intervals: Sequence[Interval]) -> list[float]:
    """What each adds: kernels may begin before the one ahead ends, and wait for it."""
    added, before = [0.0] * len(intervals), float("-inf")
    for number in sorted(range(len(intervals)), key=lambda one: intervals[one].start):
        one = intervals[number]
        added[number] = max(0.0, one.end - max(one.start, before)) * 1e-6
        before = max(before, one.end)
    return added


def _cut(pieces: Sequence[_Piece], own: Collection[str]) -> list[list[_Piece]]:
    """By turns what others ran before a kernel of ours, and that kernel; what
    others ran after the last one at the end."""
    cut: list[list[_Piece]] = [[]]
    for piece in pieces:
        if piece.names[0] in own:
            cut += [[piece], []]
        else:
            cut[-1].append(piece)
    return cut


def _join(pieces: Sequence[_Piece]) -> _Piece:
    names = tuple(name for piece in pieces for name in piece.names)
    return _Piece(names, sum(piece.seconds for piece in pieces))


def _split(cut: list[list[_Piece]], count: int) -> list[list[_Piece]]:
    """The pieces of each of `count` calls, as many in each. Raises Unsupported."""
    each, rest = divmod(len(cut) // 2, count)
    if rest:
        raise Unsupported(
            f"expected {count} calls to launch the same kernels, got "
            f"{len(cut) // 2} launches, which is no multiple"
        )
    # What others run after our last kernel of a call is as much as in the last call.
    behind = len(cut[-1])
    calls = []
    for number in range(count):
        places = cut[2 * each * number : 2 * each * (number + 1)]
        after = cut[2 * each * (number + 1)]
        if number > 0:
            places[0] = places[0][behind:]
        calls.append([_join(place) for place in [*places, after[:behind]]])
    return calls


def _check_names(calls: Sequence[Sequence[_Piece]]) -> None:
    """Raises Unsupported where kernels of ours are not the same in each call."""
    first = [piece.names for piece in calls[0][1::2]]
    for number, call in enumerate(calls):
        for place, (wanted, piece) in enumerate(zip(first, call[1::2])):
            if piece.names != wanted:
                raise Unsupported(
                    f"expected {len(calls)} calls to launch the same {len(first)} "
                    f"kernels, got '{piece.names[0]}' at place {place} of call "
                    f"{number}, where the first has '{wanted[0]}'"
                )


def _summarize(pieces: Sequence[_Piece], is_own: bool) -> KernelTime:
    """The median of one place over all calls, under the names that most calls have."""
    (names, _calls), *_others = Counter(piece.names for piece in pieces).most_common()
    name = names[0] if names else ""
    if len(names) > 1:
        name += f" and {len(names) - 1} more"
    seconds = statistics.median(piece.seconds for piece in pieces)
    return KernelTime(name, seconds, is_own)


def split_calls(
    intervals: Sequence[Interval], count: int, own: Collection[str]
) -> list[KernelTime]:
    """Medians over `count` calls, in the order of launches. own: names of kernels that
    lowp compiled. Raises Unsupported where calls cannot be told apart."""
    if not intervals:
        raise Unsupported(
            "expected torch.profiler to see kernels, got none: it needs CUPTI, and "
            "that no other profiler is at work"
        )
    if not any(one.name in own for one in intervals):
        raise Unsupported(
            "expected kernels of lowp, which tell where calls begin, got "
            f"'{intervals[0].name}' and others of external functions alone"
        )
    pieces = [
        (one.launch, one.start, _Piece((one.name,), seconds))
        for one, seconds in zip(intervals, added_seconds(intervals))
    ]
    in_order = [piece for *_key, piece in sorted(pieces, key=lambda one: one[:2])]
    calls = _split(_cut(in_order, own), count)
    _check_names(calls)
    times = [_summarize(place, is_own=number % 2 == 1) for number, place in enumerate(zip(*calls))]
    # Nothing ran there, or in a few calls alone.
    return [time for time in times if time.name]


def time_kernels(calls: Sequence[Callable[[], Any]], own: Collection[str]) -> list[KernelTime]:
    """The kernels of a call in their order. calls: one for each set of buffers, which
    were called before. own: names of kernels that lowp compiled. Raises Unsupported
    where the profiler does not tell."""
    # The first profile of a process sets the profiler up, which may lose kernels.
    _record(calls, 1)
    count = max(_CALLS, len(calls))
    return split_calls(_record(calls, count), count, own)
