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
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT

SET = "reductions"
# What says nothing of a sum, or is not for it.
_OTHERS = ("shapes_file", "m", "cases", "plots")


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for sums."""
    if SET not in (options.set or ()):
        return False
    if len(options.set) > 1:
        raise BenchError(f"expected --set {SET} alone, got other sets beside it")
    for name in _OTHERS:
        if getattr(options, name):
            raise BenchError(
                f"expected --set {SET} without --{name.replace('_', '-')}, got both"
            )
    return True


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
    from lowp.bench.hardware.machine import describe_machine
    from lowp.bench.reductions.measure import find_contenders, measure
    from lowp.bench.reductions.table import format_reductions
    from lowp.bench.timing import BRIEF, SUSTAINED

    load = SUSTAINED if options.sustained else BRIEF
    kernels = _find_kernels(options)
    contenders = find_contenders(kernels, "torch" in options.peers)
    results: dict[str, Any] = {
        "format": FORMAT,
        "set": SET,
        "machine": describe_machine(),
        "contenders": {OURS: kernels.description},
        "repetitions": options.repetitions,
        "load": load._asdict(),
        "results": [],
    }
    is_complete = record_all(
        "lowp.bench",
        cases,
        lambda case: measure(case, contenders, options.repetitions, load),
        _say,
        results,
        options.json,
    )
    print(format_reductions(results))
    entries = [record["entries"].get(OURS) for record in results["results"]]
    return 0 if is_complete and all(one and one["agrees"] for one in entries) else 1


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where lowp lacks a figure, or its results are not those
    of torch in f64."""
    cases = choose_cases(options.shapes, options.kinds)
    if options.precompile:
        modules = {case.file_name: sum_text(case) for case in cases}
        return precompile_and_say(options, modules)
    return _measure(options, cases)
