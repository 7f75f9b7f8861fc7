"""Sets of cases: each is asked for alone, compiled beforehand or measured case by case, and
shown as a table."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.errors import BenchError
from lowp.bench.precompile import precompile_and_say
from lowp.bench.products.kernels import Kernels, find_kernels
from lowp.bench.report.ratios import ratio
from lowp.bench.report.recording import record_all, require_torch
from lowp.bench.report.results import FORMAT

Record = dict[str, Any]
Results = dict[str, Any]


class Suite(NamedTuple):
    """What tells one set of cases from another.

    names: of `--set`. excluded: options that say nothing of the cases. choose: the cases
    that options ask for. find_contenders: who is measured, of lowp's kernels and of whether
    torch is. measure: the record of a case, of contenders, repetitions and a load. say: the
    progress after it. format: the table. sources: the modules of a case, where they may be
    compiled beforehand. judged: whose results must be there and agree. told: options that
    results have. draw: writes pictures into a folder and returns their paths."""

    names: tuple[str, ...]
    excluded: tuple[str, ...]
    choose: Callable[[argparse.Namespace], Sequence[Any]]
    find_contenders: Callable[[Kernels, bool], Sequence[Any]]
    measure: Callable[..., Record]
    say: Callable[[Any, Record], str]
    format: Callable[[Results], str]
    sources: Callable[[Any], Sequence[Any]] | None = None
    judged: tuple[str, ...] = (OURS,)
    told: tuple[str, ...] = ()
    draw: Callable[[Results, str], list[str]] | None = None

    def is_asked_for(self, options: argparse.Namespace) -> bool:
        """Whether the options ask for this set, which takes not all of the others."""
        asked = [name for name in options.set or () if name in self.names]
        if not asked:
            return False
        if len(options.set) > 1:
            raise BenchError(f"expected --set {asked[0]} alone, got other sets beside it")
        for other in self.excluded:
            if getattr(options, other):
                flag = other.replace("_", "-")
                raise BenchError(f"expected --set {asked[0]} without --{flag}, got both")
        return True

    def run(self, options: argparse.Namespace) -> int:
        """Returns the exit status: 1 where lowp lacks a figure, or its results are not
        those of the reference."""
        cases = self.choose(options)
        if not cases:
            raise BenchError("expected cases to measure, got none; see --cases, --shapes")
        if options.precompile and self.sources:
            sources = [source for case in cases for source in self.sources(case)]
            return precompile_and_say(options, {one.file_name: one.text for one in sources})
        require_torch()
        results, is_good = self._measure(options, cases)
        print(self.format(results))
        if options.plots and self.draw:
            print("plots: " + ", ".join(self.draw(results, options.plots)))
        return 0 if is_good else 1

    def _measure(self, options: argparse.Namespace, cases: Sequence[Any]) -> tuple[Results, bool]:
        """The results, and whether all that is judged is there and agrees."""
        kernels = find_kernels(options)
        contenders = self.find_contenders(kernels, "torch" in options.peers)
        versions = {one.name: one.version for one in contenders if getattr(one, "version", "")}
        results, is_complete = record(
            options,
            cases,
            lambda case, *how: self.measure(case, contenders, *how),
            self.say,
            {"set": options.set[0], **{name: getattr(options, name) for name in self.told}},
            {"contenders": {OURS: kernels.description, **versions}},
        )
        entries = [one["entries"].get(name) for one in results["results"] for name in self.judged]
        return results, is_complete and all(entry and entry["agrees"] for entry in entries)


def progress(
    figure: Callable[[dict[str, Any]], str], peer: str, name: str
) -> Callable[[Any, Record], str]:
    """What says, after a case, the figure of lowp's entry and how many times faster it is than
    `peer`, which `name` stands for."""

    def say(case: Any, record: Record) -> str:
        entry, of_peer = record["entries"].get(OURS), ratio(record, peer)
        if not entry:
            return f"{case}: no figure"
        return f"{case}: {figure(entry)}" + (f", {of_peer:.3f} of {name}" if of_peer else "")

    return say


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
