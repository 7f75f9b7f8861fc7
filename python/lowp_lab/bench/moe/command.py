"""`python -m lowp.bench --set moe`."""

from __future__ import annotations

import argparse
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp_lab.bench.moe.case import choose_cases
from lowp_lab.bench.moe.contenders import BF16, COMPILED, our_contenders, torch_contender
from lowp_lab.bench.moe.measure import measure
from lowp_lab.bench.moe.table import format_moe
from lowp.bench.products.kernels import find_kernels
from lowp.bench.report.ratios import ratio
from lowp_lab.bench.suite import Suite, progress

SET = "moe"
# What says nothing of a layer, or is not for it.
_OTHERS = ("shapes_file", "kinds", "m", "cases", "modules", "precompile", "plots")


def _find_contenders(options: argparse.Namespace) -> list[Contender]:
    kernels: Any = find_kernels(options)
    return our_contenders(kernels) + ([torch_contender()] if "torch" in options.peers else [])


SUITE = Suite(
    (SET,),
    _OTHERS,
    lambda options: choose_cases(options.shapes),
    _find_contenders,
    measure,
    progress(
        lambda _case, entry: f"{entry['median'] * 1e6:.0f} us",
        lambda record: ratio(record, COMPILED),
        ", {:.3f} of torch",
    ),
    format_moe,
    judged=(OURS, BF16),
)
