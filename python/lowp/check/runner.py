"""Runs cases and judges what comes out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp.bench.errors import Refused, Unsupported
from lowp.check.cases import Case
from lowp.check.outcome import Outcome
from lowp.check.tolerance import tolerance


class Report:
    """What has come of all cases so far."""

    def __init__(self) -> None:
        self.passed = 0
        # What came of each case, why, its seconds and the share of its tolerance that
        # the error took, if one was measured.
        self.records: list[dict[str, Any]] = []
        self._share: float | None = None
        # What failed, which has `options`, and why.
        self.failures: list[tuple[Any, str]] = []
        self.skipped: Counter[str] = Counter()
        # Greatest share of its tolerance that an error took, per kind.
        self.worst: dict[str, float] = {}

    def note_error(self, case: Case, error: float) -> None:
        kind = case.problem.kind.name
        share = error / tolerance(case.problem)
        self.worst[kind] = max(self.worst.get(kind, 0.0), share)
        self._share = share

    def _record(self, case: Any, outcome: str, reason: str, start: float) -> None:
        record: dict[str, Any] = {"case": str(case), "outcome": outcome}
        if reason:
            record["reason"] = reason
        if self._share is not None and self._share == self._share:
            record["of_tolerance"] = self._share
        record["seconds"] = time.monotonic() - start
        self.records.append(record)

    def skip(self, case: Any, reason: str, start: float | None = None) -> None:
        """Notes a case that cannot be checked here."""
        self.skipped[reason] += 1
        now = time.monotonic()
        self._record(case, "skipped", reason, now if start is None else start)

    def add(self, case: Any, check: Callable[[], str], skipped_as: str) -> str:
        """Adds what `check` finds wrong with a case, and returns it; both empty if
        nothing. skipped_as: what there was no kernel for. Raises what the GPU raises
        when it cannot go on."""
        start, self._share = time.monotonic(), None
        try:
            reason = check()
        except Refused as error:
            reason = f"the compiler refused the module: {error}"
        except Unsupported as error:
            self.skip(case, f"{skipped_as}: {error}", start)
            return ""
        except LaunchError as error:
            reason = f"the call failed: {error}"
        if reason:
            self.failures.append((case, reason))
        else:
            self.passed += 1
        self._record(case, "failed" if reason else "passed", reason, start)
        return reason


def judge(case: Case, first: Outcome, second: Outcome, are_equal: bool) -> str:
    """What is wrong with two runs; empty if nothing."""
    if first.unwritten:
        return f"{first.unwritten} elements are NaN"
    if not first.is_guarded or not second.is_guarded:
        return "memory behind the result was written"
    limit = tolerance(case.problem)
    if not first.error <= limit:
        return f"relative error {first.error:.2e}, expected at most {limit:.2e}"
    return "" if are_equal else "two runs gave different bits"


def _compute(sample, call) -> Outcome:
    sample.poison()
    call()
    return sample.inspect()


def _check(case: Case, data, kernels, report: Report) -> str:
    sample = data.make(case.problem)
    call = kernels[case.sizes].bind(case.problem, sample.arrays, sample.result)
    first = _compute(sample, call)
    second = _compute(sample, call)
    report.note_error(case, first.error)
    are_equal = sample.are_equal(first.bits, second.bits)
    return judge(case, first, second, are_equal)


def run_case(case: Case, data, kernels: dict, report: Report) -> str:
    """Adds one case to the report; returns what is wrong, empty if nothing.
    kernels: those of lowp.bench.products.kernels by `Case.sizes`. Raises what the GPU
    raises when it cannot go on."""
    reason = data.why_not(case.problem)
    if reason:
        report.skip(case, reason)
        return ""
    return report.add(
        case,
        lambda: _check(case, data, kernels, report),
        f"{case.sizes} sizes, {case.problem.kind.name}",
    )
