"""`python -m lowp.bench --set reductions`."""

from __future__ import annotations

import argparse
import os
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.precompile import precompile_and_say
from lowp.bench.reductions.case import SumCase, choose_cases
from lowp.bench.reductions.kernels import CompiledSums, SumFolder, SumKernels
from lowp.bench.reductions.text import sum_text
from lowp.bench.report.recording import require_torch
from lowp.bench.report.suite import is_alone, run_suite

SET = "reductions"
# What says nothing of a sum, or is not for it.
_OTHERS = ("shapes_file", "m", "cases", "plots")


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for sums."""
    return is_alone(options, SET, _OTHERS)


def _find_kernels(options: argparse.Namespace) -> SumKernels:
    if options.modules:
        if not os.path.isdir(options.modules):
            raise BenchError(f"expected a folder of modules, got '{options.modules}'")
        return SumFolder(options.modules)
    import lowp

    return CompiledSums(options.chip or lowp.device_info(0).chip)


def _say(case: SumCase, record: dict[str, Any]) -> str:
    figure = record["of_copy"]
    return f"{case}: " + ("no figure" if figure is None else f"{figure:.2f} of a copy")


def _measure(options: argparse.Namespace, cases: list[SumCase]) -> int:
    require_torch()
    from lowp.bench.reductions.measure import find_contenders, measure
    from lowp.bench.reductions.table import format_reductions

    kernels = _find_kernels(options)
    contenders = find_contenders(kernels, "torch" in options.peers)
    results, is_good = run_suite(
        options,
        cases,
        lambda case, *how: measure(case, contenders, *how),
        _say,
        {OURS: kernels.description},
    )
    print(format_reductions(results))
    return 0 if is_good else 1


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where lowp lacks a figure, or its results are not those
    of torch in f64."""
    cases = choose_cases(options.shapes, options.kinds)
    if options.precompile:
        modules = {case.file_name: sum_text(case) for case in cases}
        return precompile_and_say(options, modules)
    return _measure(options, cases)
