"""`python -m lowp.bench --set reductions`."""

from __future__ import annotations

from typing import Any

from lowp_lab.bench.reductions.case import SumCase, choose_cases
from lowp_lab.bench.reductions.measure import find_contenders, measure
from lowp_lab.bench.reductions.table import format_reductions
from lowp_lab.bench.suite import Suite

SET = "reductions"
# What says nothing of a sum, or is not for it.
_OTHERS = ("shapes_file", "m", "cases", "plots")


def _say(case: SumCase, record: dict[str, Any]) -> str:
    figure = record["of_copy"]
    return f"{case}: " + ("no figure" if figure is None else f"{figure:.2f} of a copy")


SUITE = Suite(
    (SET,),
    _OTHERS,
    lambda options: choose_cases(options.shapes, options.kinds),
    find_contenders,
    measure,
    _say,
    format_reductions,
    sources=lambda _options, case: [case],
)
