"""`python -m lowp.bench --set moe`."""

from __future__ import annotations

import argparse
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.moe.case import LayerCase, choose_cases
from lowp.bench.moe.contenders import BF16, Compiler, our_contenders, torch_contender
from lowp.bench.moe.table import format_moe, ratio
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT

SET = "moe"
# What says nothing of a layer, or is not for it.
_OTHERS = ("shapes_file", "kinds", "m", "cases", "modules", "precompile", "plots")


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether the options ask for layers of experts."""
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
    from lowp.bench.hardware.machine import describe_machine
    from lowp.bench.moe.measure import measure
    from lowp.bench.timing import BRIEF, SUSTAINED

    load = SUSTAINED if options.sustained else BRIEF
    compiler = _compiler(options)
    contenders = our_contenders(compiler)
    if "torch" in options.peers:
        contenders.append(torch_contender())
    results: dict[str, Any] = {
        "format": FORMAT,
        "set": SET,
        "machine": describe_machine(),
        "contenders": {OURS: compiler.description},
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
    print(format_moe(results))
    entries = [r["entries"].get(n) for r in results["results"] for n in (OURS, BF16)]
    return 0 if is_complete and all(e and e["agrees"] for e in entries) else 1
