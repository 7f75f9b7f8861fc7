"""What sets of cases have in common: they are asked for alone, and measured case by case."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.report.recording import record_all
from lowp.bench.report.results import FORMAT


def is_alone(options: argparse.Namespace, name: str, others: Sequence[str]) -> bool:
    """Whether the options ask for a set, which takes none of the other options."""
    if name not in (options.set or ()):
        return False
    if len(options.set) > 1:
        raise BenchError(f"expected --set {name} alone, got other sets beside it")
    for other in others:
        if getattr(options, other):
            raise BenchError(
                f"expected --set {name} without --{other.replace('_', '-')}, got both"
            )
    return True


def run_suite(
    options: argparse.Namespace,
    cases: Sequence[Any],
    measure: Callable[..., dict[str, Any]],
    say: Callable[[Any, dict[str, Any]], str],
    contenders: Mapping[str, str],
    judged: Sequence[str] = (OURS,),
    **more: Any,
) -> tuple[dict[str, Any], bool]:
    """The results, and whether all cases are there and agree, for the contenders that are
    judged. measure: makes the record of a case, of repetitions and a load. contenders: what
    they are, by their names. more: what else the results tell."""
    from lowp.bench.hardware.machine import describe_machine
    from lowp.bench.timing import BRIEF, SUSTAINED

    load = SUSTAINED if options.sustained else BRIEF
    results: dict[str, Any] = {
        "format": FORMAT,
        "set": options.set[0],
        **more,
        "machine": describe_machine(),
        "contenders": dict(contenders),
        "repetitions": options.repetitions,
        "load": load._asdict(),
        "results": [],
    }
    is_complete = record_all(
        "lowp.bench",
        cases,
        lambda case: measure(case, options.repetitions, load),
        say,
        results,
        options.json,
    )
    entries = [one["entries"].get(name) for one in results["results"] for name in judged]
    return results, is_complete and all(entry and entry["agrees"] for entry in entries)
