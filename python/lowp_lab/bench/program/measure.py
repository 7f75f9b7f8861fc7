"""Measures a program and a function of torch on the same inputs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import prepare_all, time_beside_copies, timed
from lowp.bench.errors import Unsupported
from lowp.bench.hardware.copying import CopyGraph
from lowp.bench.timing import (
    BRIEF,
    Load,
    buffers_of,
    calls_of,
    capture,
    time_calls,
    time_host,
)

from lowp_lab.bench.program.contenders import EAGER
from lowp_lab.bench.program.launches import align
from lowp_lab.bench.program.profile import KernelTime, time_kernels
from lowp_lab.bench.program.traffic import FunctionTraffic, Launch, add
from lowp_lab.bench.program.user_module import as_results
from lowp_lab.bench.quantize.agreement import compare_norms
from lowp_lab.bench.quantize.launches import count_launches

# Calls whose mean says how many a graph gets.
_TRIED_CALLS = 3
# A program so small that more would fit is bound by its launches, not by memory.
_MOST_BUFFERS = 400
# The driver queues about so many; then launches wait for the GPU.
_MOST_QUEUED = 1000


class Task(NamedTuple):
    """contenders: lowp is the first. expected: what the user's function returned of
    the inputs, None without one. traffic: of our functions in the order of their
    calls."""

    inputs: Sequence[Any]
    contenders: Sequence[Contender]
    expected: tuple | None
    traffic: Sequence[FunctionTraffic]
    kernels: Collection[str]


class _Prepared(NamedTuple):
    """calls: their memory is what the graph reads, which has `number` of them."""

    graph: Any
    calls: list[Callable[[], Any]]
    error: float | None
    launches: int | None
    host_seconds: float | None
    number: int


def _rotating(inputs: Sequence[Any]) -> list[list[Any]]:
    """Copies of the inputs to rotate over, so that none is in the L2 cache."""
    import torch

    tensors = [one for one in inputs if isinstance(one, torch.Tensor)]
    count = min(buffers_of(sum(one.nbytes for one in tensors)), _MOST_BUFFERS)
    return [
        [one.clone() if isinstance(one, torch.Tensor) else one for one in inputs]
        for _ in range(count)
    ]


def _prepare(
    contender: Contender,
    sets: Sequence[Sequence[Any]],
    expected: tuple | None,
    count_of: Callable[[Callable[[], Any]], int],
) -> _Prepared:
    """count_of: how many calls a graph of such has."""
    calls = contender.bind(sets)
    first, error = as_results(calls[0]()), None
    # Results of the reference are not an error of its own.
    if expected is not None and contender.name != EAGER:
        error = compare_norms(first, expected).figure
    count = count_of(calls[-1])
    launches = count_launches(calls[0])
    # With the same buffers each time; unknown where the GPU is waited for.
    host = None if (launches or 0) > _MOST_QUEUED else time_host(calls[0])
    return _Prepared(capture(calls, count), calls, error, launches, host, count)


def _figures(seconds: list[float], one: _Prepared) -> dict[str, Any]:
    return {
        **timed(seconds, None),
        "relative_error": one.error,
        "launches": one.launches,
        "host_seconds": one.host_seconds,
    }


def _describe_launch(launch: Launch | None, kernel: KernelTime | None) -> dict[str, Any]:
    """A row of the table of launches."""
    return {
        "kernel": kernel.name if kernel else None,
        "seconds": kernel.seconds if kernel else None,
        **(launch._asdict() if launch else {}),
    }


def _describe_launches(
    task: Task,
    calls: Sequence[Callable[[], Any]],
    skipped: dict[str, str],
) -> list[dict[str, Any]]:
    """Launches with what their kernels take. Adds to `skipped` why that is unknown."""
    kernels: list[KernelTime] = []
    try:
        kernels = time_kernels(calls, task.kernels)
    except Unsupported as reason:
        skipped["profile"] = str(reason)
    launches = [launch for one in task.traffic for launch in one.launches]
    return [_describe_launch(*row) for row in align(launches, kernels)]


def measure(task: Task, repetitions: int, load: Load = BRIEF) -> dict[str, Any]:
    """The record of the results. The copy is replayed between the contenders. Raises
    lowp.LaunchError where our program cannot be measured, and what the
    GPU raises when it cannot go on."""
    import torch

    sets, (first, *others) = _rotating(task.inputs), task.contenders

    def count_of(call: Callable[[], Any]) -> int:
        return calls_of(time_calls(call, _TRIED_CALLS) / _TRIED_CALLS, len(sets))

    ours = _prepare(first, sets, task.expected, count_of)
    peers, skipped = prepare_all(
        others, lambda one: _prepare(one, sets, task.expected, lambda _: ours.number)
    )
    prepared, copies = {OURS: ours, **peers}, CopyGraph()
    torch.cuda.empty_cache()
    seconds, bandwidth = time_beside_copies(prepared, ours.number, repetitions, load, copies)
    return {
        "bytes": add([one.bytes for one in task.traffic]),
        "ideal_bytes": add([one.ideal for one in task.traffic]),
        "buffers": len(sets),
        "calls": ours.number,
        "copy_bandwidth": bandwidth,
        "launches": _describe_launches(task, ours.calls, skipped),
        "entries": {name: _figures(seconds[name], one) for name, one in prepared.items()},
        "skipped": skipped,
    }
