"""Measures all contenders on one grouped matmul."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import Unsupported
from lowp.bench.grouped.case import GroupedCase
from lowp.bench.grouped.contenders import Contender
from lowp.bench.grouped.operands import Expected, make_experts
from lowp.bench.timing import BRIEF, Load, alternate, capture, count_buffers, count_calls

# More than rounding to bf16 and sums in f32 make.
_MOST_ERROR = 0.01


class _Prepared(NamedTuple):
    """bound: calls whose memory the graph still reads. error: None where the result is
    not compared."""

    graph: Any
    bound: list[Callable[[], Any]]
    error: float | None


def _prepare(
    contender: Contender, case: GroupedCase, sets: Sequence[Any], device: str
) -> _Prepared:
    bound = [contender.bind(experts) for experts in sets]
    kind, result = contender.kind(case), bound[0]()
    error = None if kind is None else Expected(sets[0], kind).error_of(result)
    return _Prepared(capture(bound, count_calls(case, len(bound))), bound, error)


def _figures(case: GroupedCase, seconds: list[float], error: float | None) -> dict:
    median = statistics.median(seconds)
    return {
        "seconds": seconds,
        "median": median,
        "spread": (max(seconds) - min(seconds)) / median,
        "tflops": case.flops / median / 1e12,
        "relative_error": error,
        "agrees": error is None or error <= _MOST_ERROR,
    }


def measure(
    case: GroupedCase,
    contenders: Sequence[Contender],
    repetitions: int,
    load: Load = BRIEF,
    device: str = "cuda",
) -> dict[str, Any]:
    """One record of the results. Raises what the GPU raises when it cannot go on."""
    import torch

    sets = [make_experts(case, seed, device) for seed in range(count_buffers(case))]
    prepared: dict[str, _Prepared] = {}
    skipped: dict[str, str] = {}
    for contender in contenders:
        try:
            prepared[contender.name] = _prepare(contender, case, sets, device)
        except Unsupported as reason:
            skipped[contender.name] = str(reason)
        except Exception as reason:  # noqa: BLE001
            # Libraries refuse problems in any way; a GPU that cannot go on says so here.
            torch.cuda.synchronize()
            skipped[contender.name] = f"failed: {reason}"
    graphs = {name: one.graph for name, one in prepared.items()}
    calls = count_calls(case, len(sets))
    seconds = alternate(graphs, calls, repetitions, load)
    record = {
        "kind": case.kind,
        "grouping": case.grouping,
        "distribution": case.distribution,
        "groups": case.groups,
        "rows": case.rows,
        "padded_rows": case.padded_rows,
        "n": case.n,
        "k": case.k,
        "flops": case.flops,
        "bytes": case.bytes,
        "entries": {
            name: _figures(case, seconds[name], one.error)
            for name, one in prepared.items()
        },
        "skipped": skipped,
    }
    del prepared, graphs, sets
    torch.cuda.empty_cache()
    return record
