"""Measures all contenders on one grouped matmul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.contest import Prepared, hold
from lowp_lab.bench.grouped.case import GroupedCase
from lowp_lab.bench.grouped.contenders import Contender
from lowp_lab.bench.grouped.operands import Expected, ExpectedGradients, make_experts
from lowp.bench.timing import BRIEF, Load, capture, count_buffers, count_calls

# More than rounding to bf16 and sums in f32 make.
_MOST_ERROR = 0.01


def _prepare(contender: Contender, case: GroupedCase, sets: Sequence[Any], device: str) -> Prepared:
    bound = [contender.bind(experts) for experts in sets]
    kind, result = contender.kind(case), bound[0]()
    if kind is None:
        error = None
    elif case.grouping == "k":
        error = ExpectedGradients(sets[0], kind).error_of(result)
    else:
        error = Expected(sets[0], kind).error_of(result)
    agrees = error is None or error <= _MOST_ERROR
    return Prepared(capture(bound, count_calls(case, len(bound))), bound, error, agrees)


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
    record = {
        "kind": case.kind,
        "grouping": case.grouping,
        "distribution": case.distribution,
        "groups": case.groups,
        "rows": case.rows,
        "padded_rows": case.padded_rows,
        "n": case.n,
        "k": case.k,
        **hold(
            case,
            contenders,
            lambda contender: _prepare(contender, case, sets, device),
            count_calls(case, len(sets)),
            repetitions,
            load,
        ),
    }
    del sets
    torch.cuda.empty_cache()
    return record
