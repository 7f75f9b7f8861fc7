"""`python -m lowp.bench --set moe`."""

from __future__ import annotations

import argparse
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.moe.case import LayerCase, choose_cases
from lowp.bench.moe.contenders import BF16, Compiler, our_contenders, torch_contender
from lowp.bench.moe.table import format_moe, ratio
from lowp.bench.report.recording import require_torch
from lowp.bench.report.suite import is_alone, run_suite

SET = "moe"
# What says nothing of a layer, or is not for it.
_OTHERS = ("shapes_file", "kinds", "m", "cases", "modules", "precompile", "plots")


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for layers of experts."""
    return is_alone(options, SET, _OTHERS)


def _compiler(options: argparse.Namespace) -> Compiler:
    import lowp

    return Compiler(options.chip or lowp.device_info(0).chip, options.math)


def _say(case: LayerCase, record: dict[str, Any]) -> str:
    entry = record["entries"].get(OURS)
    if not entry:
        return f"{case}: no figure"
    of_torch = ratio(record, OURS)
    figure = f"{case}: {entry['median'] * 1e6:.0f} us"
    return figure + (f", {of_torch:.3f} of torch" if of_torch else "")


def run(options: argparse.Namespace) -> int:
    """Returns the exit status: 1 where lowp lacks a figure, or its results are not those
    of torch, expert by expert."""
    cases = choose_cases(options.shapes)
    require_torch()
    from lowp.bench.moe.measure import measure

    compiler = _compiler(options)
    contenders = our_contenders(compiler)
    if "torch" in options.peers:
        contenders.append(torch_contender())
    results, is_good = run_suite(
        options,
        cases,
        lambda case, *how: measure(case, contenders, *how),
        _say,
        {OURS: compiler.description},
        judged=(OURS, BF16),
    )
    print(format_moe(results))
    return 0 if is_good else 1
