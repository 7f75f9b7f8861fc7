"""`python -m lowp.check`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from lowp._errors import LibraryError
from lowp.bench import command_line
from lowp.bench.errors import BenchError
from lowp.bench.hardware.card import describe_card
from lowp.bench.precompile import DEFAULT_CHIP, precompile
from lowp.bench.products.module_text import module_name, module_text
from lowp.bench.products.problem import choose_sizes
from lowp.bench.report.progress import Progress
from lowp.bench.report.results import expect_writable, save
from lowp.check import expectations
from lowp.check.arguments import choose_cases, choose_functions, make_parser
from lowp.check.cases import Case
from lowp.check.functions import FunctionCase
from lowp.check.runner import Record, Report, fail, skip
from lowp.check.steps import Choice, Steps, choose
from lowp.check.supervisor import Supervisor
from lowp.check.symptoms import Symptom

_MOST_FAILURES_SHOWN = 20
FORMAT = "lowp-check 1"
# Cases of one sort that may take their process with them before the others are left out.
_MOST_LOST = 3
_SECONDS_BETWEEN_FILES = 5.0


def _precompile(options, cases: list[Case], functions: list[FunctionCase]) -> int:
    modules = {case.name: case.text for case in functions}
    for problem, which in cases:
        sizes = choose_sizes(problem.shape, which)
        modules[module_name(problem, sizes)] = module_text(problem, sizes)
    # Formats that the chip lacks are checked, too.
    status = precompile(options, modules, ("--allow-emulation",))
    _save_references(options.precompile, functions, options.chip or DEFAULT_CHIP)
    return status


def _save_references(folder: str, functions: list[FunctionCase], chip: str) -> None:
    """What functions should give, for a machine that has no reference path."""
    try:
        for case in functions:
            expectations.save(folder, case, expectations.compute(case, chip))
    except LibraryError as error:
        print(f"functions cannot be checked there: {error}", file=sys.stderr)


def _hint(failed) -> str:
    """How to look closer at a failure."""
    return (
        "look closer: compute-sanitizer --tool memcheck python3 -m lowp.check --deadline 0 "
        f"{failed.options}"
    )


def _show(report: Report) -> None:
    for kind, share in report.worst.items():
        print(f"{kind}: greatest error {share:.0%} of what is allowed")
    for reason, count in report.skipped.items():
        print(f"skipped {count}: {reason}")
    for case, record in report.failures[:_MOST_FAILURES_SHOWN]:
        print(f"FAILED {case}: {record['reason']}")
        if "cause" in record:
            print(f"  likely: {record['cause']}")
    if len(report.failures) > _MOST_FAILURES_SHOWN:
        print(f"and {len(report.failures) - _MOST_FAILURES_SHOWN} more")
    for line in report.tell_depths():
        print(line)
    if report.failures:
        print(_hint(report.failures[0][0]))
    skipped = sum(report.skipped.values())
    print(f"lowp.check: {report.passed} passed, {len(report.failures)} failed, {skipped} skipped")


def _save(path: str, description: str, report: Report) -> None:
    """Writes what came of all cases, for who has no such card."""
    failures = [{**record, "options": case.options} for case, record in report.failures]
    results = {
        "format": FORMAT,
        "machine": describe_card(),
        "run": description,
        "passed": report.passed,
        "skipped": dict(report.skipped),
        "of_tolerance": {k: v if v == v else None for k, v in report.worst.items()},
        "depths": report.tell_depths(),
        "failures": failures,
        "results": report.records,
    }
    save(path, results)


def _begin(options, words: list[str], chosen: Choice) -> Steps | Supervisor:
    """What checks: on a GPU a process of its own, unless none is wanted."""
    if options.chip == "cpu" or not options.deadline:
        return Steps(options, chosen, lambda: None)
    return Supervisor.of(words, chosen, options.deadline)


class _Run:
    """One check after the other. The file, if there is one, has all that is known so far."""

    def __init__(self, options, steps: Steps | Supervisor, chosen: Choice) -> None:
        self.report = Report()
        self.steps, self._chosen, self._path = steps, chosen, options.json
        self._progress = Progress(len(chosen), every=50)
        self._lost: Counter[str] = Counter()
        self._saved = time.monotonic()

    def run(self) -> None:
        for index, case in enumerate(self._chosen):
            record = self._check(index, case)
            self.report.take(case, record)
            reason = record.get("reason", "") if record["outcome"] == "failed" else ""
            self._progress.step(f"{case}: {reason}" if reason else str(case), bool(reason))
            if reason or time.monotonic() - self._saved > _SECONDS_BETWEEN_FILES:
                self.save()

    def _check(self, index: int, case) -> Record:
        sort = _sort_of(case)
        if self._lost[sort] >= _MOST_LOST:
            return skip(case, f"{_MOST_LOST} {sort} took their process with them")
        try:
            record = self.steps.check(index)
        except RuntimeError as error:
            # What a faulty kernel leaves behind: nothing runs in this process any more.
            reason = f"the GPU cannot go on: {error}"
            self.report.take(case, fail(case, Symptom(reason), 0.0))
            raise
        self._lost[sort] += bool(record.get("lost"))
        return record

    def save(self) -> None:
        if self._path:
            _save(self._path, self.steps.description, self.report)
        self._saved = time.monotonic()

    def end(self) -> None:
        self._progress.end()
        self.steps.end()


def _sort_of(case) -> str:
    if isinstance(case, Case):
        return f"products of kind {case.problem.kind.name}"
    return "functions" if isinstance(case, FunctionCase) else "grouped matmuls"


def _run(options, words: list[str]) -> int:
    expect_writable(options.json)
    chosen = choose(options)
    run = _Run(options, _begin(options, words, chosen), chosen)
    print(run.steps.description)
    try:
        run.run()
    except (RuntimeError, BenchError) as error:
        print(f"nothing is checked any more: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted; what was checked follows", file=sys.stderr)
    run.end()
    _show(run.report)
    run.save()
    if run.report.failures:
        return 1
    return 0 if run.report.passed else 2


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for failures, 2 when nothing could be checked."""
    words = sys.argv[1:] if arguments is None else arguments

    def act(options: argparse.Namespace) -> int:
        if options.precompile:
            return _precompile(options, choose_cases(options), choose_functions(options))
        return _run(options, words)

    return command_line.run("lowp.check", make_parser(), words, act)
