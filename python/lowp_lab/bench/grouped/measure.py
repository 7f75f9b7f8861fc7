"""Measures all contenders on one grouped matmul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.contenders import Contender
from lowp.bench.contest import hold
from lowp_lab.bench.grouped.case import GroupedCase
from lowp_lab.bench.grouped.contenders import KINDS_OF
from lowp_lab.bench.grouped.operands import error_of, make_experts
from lowp.bench.timing import BRIEF, Load, count_buffers, count_calls

# More than rounding to bf16 and sums in f32 make.
_MOST_ERROR = 0.01
# What records say of a case.
_TOLD = ("kind", "grouping", "distribution", "groups", "rows", "padded_rows", "n", "k")


def measure(
    case: GroupedCase,
    contenders: Sequence[Contender],
    repetitions: int,
    load: Load = BRIEF,
) -> dict[str, Any]:
    """One record of the results. Raises what the GPU raises when it cannot go on."""
    sets = [make_experts(case, seed) for seed in range(count_buffers(case))]

    def judge(contender: Contender, result: Any) -> tuple[float | None, bool]:
        kind = KINDS_OF.get(contender.name, case.kind)
        if kind is None:
            return None, True
        error = error_of(sets[0], kind, result)
        return error, error <= _MOST_ERROR

    return {
        **{name: getattr(case, name) for name in _TOLD},
        **hold(
            case,
            contenders,
            lambda one: [one.bind(experts) for experts in sets],
            judge,
            count_calls(case, len(sets)),
            repetitions,
            load,
        ),
    }
