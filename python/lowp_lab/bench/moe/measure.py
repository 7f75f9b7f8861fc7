"""Measures all contenders on one layer of experts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.contenders import Contender
from lowp.bench.contest import hold
from lowp_lab.bench.moe.case import LayerCase
from lowp_lab.bench.moe.contenders import MOST_ERRORS
from lowp_lab.bench.quantize.agreement import compare_norms
from lowp_lab.bench.moe.layer import expected, make_tokens, make_weights
from lowp.bench.timing import BRIEF, Load, count_buffers, count_calls


def measure(
    case: LayerCase,
    contenders: Sequence[Contender],
    repetitions: int,
    load: Load = BRIEF,
) -> dict[str, Any]:
    """One record of the results. All calls read the same weights; tokens rotate. Raises
    what the GPU raises when it cannot go on."""
    weights = make_weights(case, 0)
    inputs = [make_tokens(case, seed) for seed in range(count_buffers(case))]
    wanted = expected(inputs[0], weights, case.choices)

    def judge(contender: Contender, result: Any) -> tuple[float, bool]:
        error, most = compare_norms([result], [wanted]).figure, MOST_ERRORS.get(contender.name)
        return error, most is None or error <= most

    return {
        **case._asdict(),
        "choices": case.choices,
        **hold(
            case,
            contenders,
            lambda one: one.bind(case, weights, inputs),
            judge,
            count_calls(case, len(inputs)),
            repetitions,
            load,
        ),
    }
