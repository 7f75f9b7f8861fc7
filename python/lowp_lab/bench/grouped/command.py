"""`python -m lowp.bench --set grouped`."""

from __future__ import annotations

from typing import Any

from lowp.bench.contenders import OURS
from lowp_lab.bench.grouped.case import GroupedCase, choose_cases
from lowp_lab.bench.grouped.contenders import DENSE, Contender, our_contenders, torch_contenders
from lowp_lab.bench.grouped.measure import measure
from lowp_lab.bench.grouped.table import format_grouped
from lowp.bench.products.kernels import Kernels
from lowp.bench.report.ratios import ratio
from lowp_lab.bench.suite import Suite

SET = "grouped"


def _say(case: GroupedCase, record: dict[str, Any]) -> str:
    entry = record["entries"].get(OURS)
    if not entry:
        return f"{case}: no figure"
    of_dense = ratio(record, DENSE)
    figure = f"{case}: {entry['tflops']:.0f} TFLOPS"
    return figure + (f", {of_dense:.3f} of dense" if of_dense else "")


def _find_contenders(kernels: Kernels, has_torch: bool) -> list[Contender]:
    return our_contenders(kernels) + (torch_contenders() if has_torch else [])


SUITE = Suite(
    (SET,),
    ("shapes_file",),
    lambda options: choose_cases(options.kinds, options.shapes, options.cases),
    _find_contenders,
    measure,
    _say,
    format_grouped,
    sources=lambda case: [case.source, case.dense],
)
