"""`python -m lowp.bench --set grouped`."""

from __future__ import annotations

import argparse

from lowp.bench.contenders import Contender
from lowp_lab.bench.grouped.case import choose_cases
from lowp_lab.bench.grouped.contenders import DENSE, our_contenders, torch_contenders
from lowp_lab.bench.grouped.measure import measure
from lowp_lab.bench.grouped.table import format_grouped
from lowp.bench.products.kernels import find_kernels
from lowp.bench.report.ratios import ratio
from lowp_lab.bench.suite import Suite, progress, tflops

SET = "grouped"


def _find_contenders(options: argparse.Namespace) -> list[Contender]:
    peers = torch_contenders() if "torch" in options.peers else []
    return our_contenders(find_kernels(options)) + peers


SUITE = Suite(
    (SET,),
    ("shapes_file",),
    lambda options: choose_cases(options.kinds, options.shapes, options.cases),
    _find_contenders,
    measure,
    progress(tflops, lambda record: ratio(record, DENSE), ", {:.3f} of dense"),
    format_grouped,
    sources=lambda _options, case: [case.source, case.dense],
)
