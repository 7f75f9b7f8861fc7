"""Measures a program and a function of torch on the same inputs."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.errors import Unsupported
from lowp.bench.hardware.copying import CopyGraph
from lowp_lab.bench.program.comparison import relative_error
from lowp_lab.bench.program.contenders import EAGER, Contender
from lowp_lab.bench.program.launches import align
from lowp_lab.bench.program.profile import KernelTime, time_kernels
from lowp_lab.bench.program.traffic import FunctionTraffic, Launch, add
from lowp_lab.bench.program.user_module import as_results
from lowp_lab.bench.quantize.launches import count_launches
from lowp_lab.bench.quantize.measure import COPY
from lowp.bench.timing import (
    BRIEF,
    Load,
    alternate,
    buffers_of,
    calls_of,
    capture,
    time_calls,
    time_host,
)

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
    """calls: their memory is what the graph reads."""

    graph: Any
    calls: list[Callable[[], Any]]
    error: float | None
    launches: int | None
    host_seconds: float | None


def _time_host(call: Callable[[], Any], launches: int | None) -> float | None:
    """Times the host's part of one call, with the same buffers each time; None where the GPU is
    waited for."""
    return None if (launches or 0) > _MOST_QUEUED else time_host(call)


def _rotating(inputs: Sequence[Any]) -> list[list[Any]]:
    """Copies of the inputs to rotate over, so that none is in the L2 cache."""
    import torch

    tensors = [one for one in inputs if isinstance(one, torch.Tensor)]
    count = min(buffers_of(sum(one.nbytes for one in tensors)), _MOST_BUFFERS)
    return [
        [one.clone() if isinstance(one, torch.Tensor) else one for one in inputs]
        for _ in range(count)
    ]


def _error(results: Sequence[Any], expected: tuple | None) -> float | None:
    return None if expected is None else relative_error(results, expected)


def _prepare_peer(
    contender: Contender,
    sets: Sequence[Sequence[Any]],
    expected: tuple | None,
    count: int,
) -> _Prepared:
    calls = contender.bind(sets)
    # Results of the reference are not an error of its own.
    first = as_results(calls[0]())
    error = None if contender.name == EAGER else _error(first, expected)
    launches = count_launches(calls[0])
    host = _time_host(calls[0], launches)
    return _Prepared(capture(calls, count), calls, error, launches, host)


def _prepare_peers(
    task: Task, sets: Sequence[Sequence[Any]], count: int
) -> tuple[dict[str, _Prepared], dict[str, str]]:
    """Finds the contenders that can be measured, and why others cannot."""
    import torch

    prepared: dict[str, _Prepared] = {}
    skipped: dict[str, str] = {}
    for contender in task.contenders[1:]:
        try:
            prepared[contender.name] = _prepare_peer(contender, sets, task.expected, count)
        except Exception as reason:  # noqa: BLE001
            # torch.compile fails in any way, and what waits for the GPU cannot be
            # captured; a GPU that cannot go on says so here.
            torch.cuda.synchronize()
            skipped[contender.name] = f"failed: {reason}"
    return prepared, skipped


def _figures(seconds: list[float], one: _Prepared) -> dict[str, Any]:
    median = statistics.median(seconds)
    return {
        "seconds": seconds,
        "median": median,
        "spread": (max(seconds) - min(seconds)) / median,
        "relative_error": one.error,
        "launches": one.launches,
        "host_seconds": one.host_seconds,
    }


def _describe_launch(launch: Launch | None, kernel: KernelTime | None) -> dict[str, Any]:
    """A row of the table of launches."""
    record: dict[str, Any] = {
        "kernel": kernel.name if kernel else None,
        "seconds": kernel.seconds if kernel else None,
    }
    if launch:
        record |= {
            "kind": launch.kind,
            "name": launch.name,
            "location": launch.location,
            "times": launch.times,
            "reads": launch.reads,
            "writes": launch.writes,
            "predicted": launch.predicted,
            "flops": launch.flops,
        }
    return record


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

    sets = _rotating(task.inputs)
    calls = task.contenders[0].bind(sets)
    error = _error(calls[0](), task.expected)
    seconds_of_call = time_calls(calls[-1], _TRIED_CALLS) / _TRIED_CALLS
    count = calls_of(seconds_of_call, len(sets))
    peers, skipped = _prepare_peers(task, sets, count)
    graph = capture(calls, count)
    launches = count_launches(calls[0])
    host = _time_host(calls[0], launches)
    ours = _Prepared(graph, calls, error, launches, host)
    prepared = {OURS: ours, **peers}
    copies = CopyGraph()
    graphs = {COPY: copies.graph}
    graphs.update((name, one.graph) for name, one in prepared.items())
    torch.cuda.empty_cache()
    seconds = alternate(graphs, count, repetitions, load)
    # That many copies are in a graph of theirs.
    copied = [one * count / copies.calls for one in seconds.pop(COPY)]
    return {
        "bytes": add([one.bytes for one in task.traffic]),
        "ideal_bytes": add([one.ideal for one in task.traffic]),
        "buffers": len(sets),
        "calls": count,
        "copy_bandwidth": copies.bandwidth(copied),
        "launches": _describe_launches(task, calls, skipped),
        "entries": {name: _figures(seconds[name], one) for name, one in prepared.items()},
        "skipped": skipped,
    }
