"""Contenders that do the same work, each as a graph, timed by turns."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import Unsupported
from lowp.bench.timing import Load, alternate


class Prepared(NamedTuple):
    """bound: calls whose memory the graph still reads. error: of the first result, None
    where it is not compared."""

    graph: Any
    bound: list[Callable[[], Any]]
    error: float | None
    agrees: bool


def _prepare_all(
    contenders: Sequence[Any], prepare: Callable[[Any], Prepared]
) -> tuple[dict[str, Prepared], dict[str, str]]:
    """Those that can do it, and why others cannot, by their names."""
    import torch

    prepared: dict[str, Prepared] = {}
    skipped: dict[str, str] = {}
    for contender in contenders:
        try:
            prepared[contender.name] = prepare(contender)
        except Unsupported as reason:
            skipped[contender.name] = str(reason)
        except Exception as reason:  # noqa: BLE001
            # Libraries refuse problems in any way; a GPU that cannot go on says so here.
            torch.cuda.synchronize()
            skipped[contender.name] = f"failed: {reason}"
    return prepared, skipped


def _figures(case: Any, seconds: list[float], prepared: Prepared) -> dict[str, Any]:
    median = statistics.median(seconds)
    return {
        "seconds": seconds,
        "median": median,
        "spread": (max(seconds) - min(seconds)) / median,
        "tflops": case.flops / median / 1e12,
        "relative_error": prepared.error,
        "agrees": prepared.agrees,
    }


def hold(
    case: Any,
    contenders: Sequence[Any],
    prepare: Callable[[Any], Prepared],
    calls: int,
    repetitions: int,
    load: Load,
) -> dict[str, Any]:
    """The work and what it took each of `contenders`, for a record. prepare: makes the
    graph of one, of `calls` calls. Raises what the GPU raises when it cannot go on."""
    prepared, skipped = _prepare_all(contenders, prepare)
    graphs = {name: one.graph for name, one in prepared.items()}
    seconds = alternate(graphs, calls, repetitions, load)
    return {
        "flops": case.flops,
        "bytes": case.bytes,
        "entries": {
            name: _figures(case, seconds[name], one) for name, one in prepared.items()
        },
        "skipped": skipped,
    }
