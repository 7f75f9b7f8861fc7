"""Measures all contenders on one layer of experts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.contest import Prepared, hold
from lowp_lab.bench.moe.case import LayerCase
from lowp_lab.bench.moe.contenders import Contender
from lowp_lab.bench.moe.layer import Weights, error_of, expected, make_tokens, make_weights
from lowp.bench.timing import BRIEF, Load, capture, count_buffers, count_calls


def _prepare(
    contender: Contender,
    case: LayerCase,
    weights: Weights,
    inputs: Sequence[Any],
    wanted: Any,
) -> Prepared:
    bound = contender.bind(case, weights, inputs)
    error = error_of(bound[0](), wanted)
    agrees = contender.most_error is None or error <= contender.most_error
    return Prepared(capture(bound, count_calls(case, len(bound))), bound, error, agrees)


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
    record = {
        **case._asdict(),
        "choices": case.choices,
        **hold(
            case,
            contenders,
            lambda contender: _prepare(contender, case, weights, inputs, wanted),
            count_calls(case, len(inputs)),
            repetitions,
            load,
        ),
    }
    del weights, inputs
    torch.cuda.empty_cache()
    return record
