"""`python -m lowp.bench --set grouped`."""

from __future__ import annotations

import argparse
import os
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.grouped.case import GroupedCase, choose_cases
from lowp.bench.grouped.contenders import DENSE, our_contenders, torch_contenders
from lowp.bench.grouped.table import format_grouped, ratio
from lowp.bench.precompile import precompile_and_say
from lowp.bench.quantize.kernels import CaseFolder, CompiledCases
from lowp.bench.report.recording import require_torch
from lowp.bench.report.suite import run_suite

SET = "grouped"


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for grouped matmuls."""
    if SET not in (options.set or ()):
        return False
    if len(options.set) > 1 or options.shapes_file:
        raise BenchError(f"expected --set {SET} alone, got other shapes beside it")
    return True


def _find_kernels(options: argparse.Namespace) -> Any:
    if options.modules:
        if not os.path.isdir(options.modules):
            raise BenchError(f"expected a folder of modules, got '{options.modules}'")
        return CaseFolder(options.modules)
    if options.chip:
        return CompiledCases(options.chip)
    import lowp

    return CompiledCases(lowp.device_info(0).chip)


def _say(case: GroupedCase, record: dict[str, Any]) -> str:
    entry = record["entries"].get(OURS)
    if not entry:
        return f"{case}: no figure"
    of_dense = ratio(record, DENSE)
    figure = f"{case}: {entry['tflops']:.0f} TFLOPS"
    return figure + (f", {of_dense:.3f} of dense" if of_dense else "")


def _measure(options: argparse.Namespace, cases: list[GroupedCase]) -> int:
    require_torch()
    from lowp.bench.grouped.measure import measure

    kernels = _find_kernels(options)
    contenders = our_contenders(kernels)
    if "torch" in options.peers:
        contenders += torch_contenders()
    results, is_good = run_suite(
        options,
        cases,
        lambda case, *how: measure(case, contenders, *how),
        _say,
        {OURS: kernels.description},
    )
    print(format_grouped(results))
    return 0 if is_good else 1


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where lowp lacks a figure, or its results are not
    those of the reference."""
    cases = choose_cases(options.kinds, options.shapes, options.cases)
    if options.precompile:
        sources = [source for case in cases for source in (case.source, case.dense)]
        return precompile_and_say(options, {one.file_name: one.text for one in sources})
    return _measure(options, cases)
