"""Sets of cases: each is asked for alone, compiled beforehand or measured case by case, and
shown as a table."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.precompile import precompile
from lowp.bench.products.kernels import Source
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT

Record = dict[str, Any]
Results = dict[str, Any]


class Suite(NamedTuple):
    """What tells one set of cases from another.

    names: of `--set`; () where it need not be given. excluded: options that say nothing of the
    cases. choose: the cases that options ask for. find_contenders: who is measured. measure: the
    record of a case, of contenders, repetitions and a load. say: the progress after it. format:
    the table. sources: the modules of a case, where they may be compiled beforehand. judged: whose
    results must be there and agree. tell: what else results have. draw: writes pictures into a
    folder and returns their paths."""

    names: tuple[str, ...]
    excluded: tuple[str, ...]
    choose: Callable[[argparse.Namespace], Sequence[Any]]
    find_contenders: Callable[[argparse.Namespace], Sequence[Any]]
    measure: Callable[..., Record]
    say: Callable[[Any, Record], str]
    format: Callable[[Results], str]
    sources: Callable[[argparse.Namespace, Any], Sequence[Source]] | None = None
    judged: tuple[str, ...] = (OURS,)
    tell: Callable[[argparse.Namespace], Results] = lambda _options: {}
    draw: Callable[[Results, str], list[str]] | None = None

    def is_asked_for(self, options: argparse.Namespace) -> bool:
        """Whether the options ask for this set, which takes not all of the others."""
        return not self.names or is_asked_for(options, self.names, self.excluded)

    def cases(self, options: argparse.Namespace) -> Sequence[Any]:
        """At least one. Raises BenchError."""
        cases = self.choose(options)
        if not cases:
            raise BenchError(
                "expected cases to measure, got none; see --set, --cases, --shapes and --m"
            )
        return cases

    def run(self, options: argparse.Namespace) -> int:
        """Returns the exit status: 1 where lowp lacks a figure, or its results are not
        those of the reference."""
        cases = self.cases(options)
        if options.config_file and not os.path.isfile(options.config_file):
            raise BenchError(f"expected a file that lowp.tune wrote, got '{options.config_file}'")
        if options.precompile and self.sources:
            sources = [source for case in cases for source in self.sources(options, case)]
            flags = [f"--math={options.math}"]
            if options.config_file:
                flags.append(f"--config-file={options.config_file}")
            return precompile(options, {one.file_name: one.text for one in sources}, flags)
        require_torch()
        results, is_good = self._measure(options, cases)
        print(self.format(results))
        if options.plots and self.draw:
            self.show_plots(results, options.plots)
        return 0 if is_good else 1

    def show_plots(self, results: Results, folder: str) -> None:
        """Raises BenchError where these results have none."""
        if self.draw is None:
            raise BenchError(
                f"expected results that have plots, got those of --set {results['set']}"
            )
        print("plots: " + ", ".join(self.draw(results, folder)))

    def _measure(self, options: argparse.Namespace, cases: Sequence[Any]) -> tuple[Results, bool]:
        """The results, and whether all that is judged is there and agrees."""
        contenders = self.find_contenders(options)
        versions = {one.name: one.version for one in contenders if getattr(one, "version", "")}
        results, is_complete = record(
            options,
            cases,
            lambda case, *how: self.measure(case, contenders, *how),
            self.say,
            {"set": options.set[0]} if self.names else {},
            {"contenders": versions, **self.tell(options)},
        )
        entries = [one["entries"].get(name) for one in results["results"] for name in self.judged]
        # Errors of products are told, not judged.
        return results, is_complete and all(one and one.get("agrees", True) for one in entries)


def is_asked_for(
    options: argparse.Namespace, names: Sequence[str], excluded: Sequence[str]
) -> bool:
    """Whether the options ask for a set of these names. Raises BenchError for others beside it."""
    asked = [name for name in options.set or () if name in names]
    if asked and len(options.set) > 1:
        raise BenchError(f"expected --set {asked[0]} alone, got other sets beside it")
    if asked:
        refuse(options, f"--set {asked[0]}", excluded)
    return bool(asked)


def refuse(options: argparse.Namespace, asked: str, others: Sequence[str]) -> None:
    """Raises BenchError where one of the others is given beside what is asked for."""
    for other in others:
        if getattr(options, other):
            flag = f"--{other.replace('_', '-')}"
            raise BenchError(f"expected {asked} without {flag}, got both; drop one of them")


def progress(
    figure: Callable[[Any, dict[str, Any]], str],
    ratio: Callable[[Record], float | None],
    pattern: str,
) -> Callable[[Any, Record], str]:
    """What says, after a case, the figure of lowp's entry and how many times faster it is than a
    peer, by the pattern."""

    def say(case: Any, record: Record) -> str:
        entry, of_peer = record["entries"].get(OURS), ratio(record)
        if not entry:
            return f"{case}: no figure"
        return f"{case}: {figure(case, entry)}" + (pattern.format(of_peer) if of_peer else "")

    return say


def tflops(_case: Any, entry: dict[str, Any]) -> str:
    """The figure of products."""
    return f"{entry['tflops']:.0f} TFLOPS"


def record(
    options: argparse.Namespace,
    cases: Sequence[Any],
    measure: Callable[..., Record],
    say: Callable[[Any, Record], str],
    head: Results,
    more: Results,
) -> tuple[Results, bool]:
    """The results, and whether there is a record of each case. measure: makes it, of
    repetitions and a load. head, more: what results tell before the machine and after."""
    import torch

    from lowp.bench.hardware.machine import describe_machine
    from lowp.bench.timing import BRIEF, SUSTAINED

    load = SUSTAINED if options.sustained else BRIEF
    results: Results = {
        "format": FORMAT,
        **head,
        "machine": describe_machine(),
        **more,
        "repetitions": options.repetitions,
        "load": load._asdict(),
        "results": [],
    }

    def measure_one(case: Any) -> Record:
        made = measure(case, options.repetitions, load)
        # What one case has held is free for the next.
        torch.cuda.empty_cache()
        return made

    is_complete = record_all("lowp.bench", cases, measure_one, say, results, options.json)
    return results, is_complete
