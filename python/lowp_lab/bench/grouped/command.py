"""`python -m lowp.bench --set grouped`."""

from __future__ import annotations

from lowp.bench.contenders import Contender
from lowp_lab.bench.grouped.case import choose_cases
from lowp_lab.bench.grouped.contenders import DENSE, our_contenders, torch_contenders
from lowp_lab.bench.grouped.measure import measure
from lowp_lab.bench.grouped.table import format_grouped
from lowp.bench.products.kernels import Kernels
from lowp_lab.bench.suite import Suite, progress

SET = "grouped"


def _find_contenders(kernels: Kernels, has_torch: bool) -> list[Contender]:
    return our_contenders(kernels) + (torch_contenders() if has_torch else [])


SUITE = Suite(
    (SET,),
    ("shapes_file",),
    lambda options: choose_cases(options.kinds, options.shapes, options.cases),
    _find_contenders,
    measure,
    progress(lambda entry: f"{entry['tflops']:.0f} TFLOPS", DENSE, "dense"),
    format_grouped,
    sources=lambda case: [case.source, case.dense],
)
