"""Measures all contenders on one layer of experts."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import Unsupported
from lowp.bench.moe.case import LayerCase
from lowp.bench.moe.contenders import Contender
from lowp.bench.moe.layer import Weights, error_of, expected, make_tokens, make_weights
from lowp.bench.timing import BRIEF, Load, alternate, capture, count_buffers, count_calls


class _Prepared(NamedTuple):
    """bound: calls whose memory the graph still reads. error: of the first result."""

    graph: Any
    bound: list[Callable[[], Any]]
    error: float
    agrees: bool


def _prepare(
    contender: Contender,
    case: LayerCase,
    weights: Weights,
    inputs: Sequence[Any],
    wanted: Any,
) -> _Prepared:
    bound = contender.bind(case, weights, inputs)
    error = error_of(bound[0](), wanted)
    agrees = contender.most_error is None or error <= contender.most_error
    return _Prepared(capture(bound, count_calls(case, len(bound))), bound, error, agrees)


def _figures(case: LayerCase, seconds: list[float], prepared: _Prepared) -> dict:
    median = statistics.median(seconds)
    return {
        "seconds": seconds,
        "median": median,
        "spread": (max(seconds) - min(seconds)) / median,
        "tflops": case.flops / median / 1e12,
        "relative_error": prepared.error,
        "agrees": prepared.agrees,
    }


def measure(
    case: LayerCase,
    contenders: Sequence[Contender],
    repetitions: int,
    load: Load = BRIEF,
    device: str = "cuda",
) -> dict[str, Any]:
    """One record of the results. All calls read the same weights; tokens rotate. Raises
    what the GPU raises when it cannot go on."""
    import torch

    weights = make_weights(case, 0, device)
    inputs = [make_tokens(case, seed, device) for seed in range(count_buffers(case))]
    wanted = expected(inputs[0], weights, case.choices)
    prepared: dict[str, _Prepared] = {}
    skipped: dict[str, str] = {}
    for contender in contenders:
        try:
            prepared[contender.name] = _prepare(contender, case, weights, inputs, wanted)
        except Unsupported as reason:
            skipped[contender.name] = str(reason)
        except Exception as reason:  # noqa: BLE001
            # torch refuses in any way; a GPU that cannot go on says so here.
            torch.cuda.synchronize()
            skipped[contender.name] = f"failed: {reason}"
    graphs = {name: one.graph for name, one in prepared.items()}
    seconds = alternate(graphs, count_calls(case, len(inputs)), repetitions, load)
    record = {
        **case._asdict(),
        "choices": case.choices,
        "flops": case.flops,
        "bytes": case.bytes,
        "entries": {
            name: _figures(case, seconds[name], one) for name, one in prepared.items()
        },
        "skipped": skipped,
    }
    del prepared, graphs, weights, inputs
    torch.cuda.empty_cache()
    return record
