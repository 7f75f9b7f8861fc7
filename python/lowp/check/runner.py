"""Runs cases and judges what comes out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from lowp._errors import LaunchError
from lowp.bench.errors import Refused, Unsupported
from lowp.check.cases import Case
from lowp.check.depths import Depths
from lowp.check.outcome import Outcome
from lowp.check.places import Places
from lowp.check.symptoms import Symptom, find_cause
from lowp.check.tolerance import tolerance

# What came of a case: its outcome, why, its seconds, the likely cause of a failure, whether the
# process was lost with it, and the share of its tolerance that the error took, if measured.
Record = dict[str, Any]


class Finding(NamedTuple):
    """reason: what is wrong; empty if nothing. share: of the tolerance. places: of wrong
    elements."""

    reason: str = ""
    share: float | None = None
    places: Places | None = None


class Report:
    """What has come of all cases so far."""

    def __init__(self) -> None:
        self.passed = 0
        self.records: list[Record] = []
        # What failed, which has `options`, and its record.
        self.failures: list[tuple[Any, Record]] = []
        self.skipped: Counter[str] = Counter()
        # Greatest share of its tolerance that an error took, per kind.
        self.worst: dict[str, float] = {}
        self._depths = Depths()

    def take(self, case: Any, record: Record) -> None:
        self.records.append(record)
        outcome = record["outcome"]
        if outcome == "skipped":
            self.skipped[record["reason"]] += 1
            return
        self._depths.note(case, outcome == "passed")
        if outcome == "passed":
            self.passed += 1
        else:
            self.failures.append((case, record))
        if "of_tolerance" in record:
            kind = case.problem.kind.name
            self.worst[kind] = max(self.worst.get(kind, 0.0), record["of_tolerance"])

    def tell_depths(self) -> list[str]:
        return self._depths.tell()


def skip(case: Any, reason: str, seconds: float = 0.0) -> Record:
    """The record of a case that cannot be checked here."""
    return {"case": str(case), "outcome": "skipped", "reason": reason, "seconds": seconds}


def fail(case: Any, symptom: Symptom, seconds: float) -> Record:
    """The record of a case that went wrong."""
    record = {"case": str(case), "outcome": "failed", "reason": symptom.reason, "seconds": seconds}
    cause = find_cause(symptom)
    return {**record, "cause": cause} if cause else record


def has_one_tile(case: Any) -> bool:
    """Whether a product's result is one tile of any kernel."""
    return isinstance(case, Case) and case.problem.shape.m <= 64 and case.problem.shape.n <= 64


def run(case: Any, check: Callable[[], Finding], skipped_as: str) -> Record:
    """The record of what `check` finds. skipped_as: what there was no kernel for. Raises what
    the GPU raises when it cannot go on."""
    start = time.monotonic()
    try:
        finding = check()
    except Refused as error:
        finding = Finding(f"the compiler refused the module: {error}")
    except Unsupported as error:
        return skip(case, f"{skipped_as}: {error}", time.monotonic() - start)
    except LaunchError as error:
        finding = Finding(f"the call failed: {error}")
    seconds = time.monotonic() - start
    record: Record = {"case": str(case), "outcome": "passed", "seconds": seconds}
    if finding.reason:
        reason = f"{finding.reason}; {finding.places}" if finding.places else finding.reason
        symptom = Symptom(reason, has_one_tile=has_one_tile(case), places=finding.places)
        record = fail(case, symptom, seconds)
    if finding.share is not None and finding.share == finding.share:
        record["of_tolerance"] = finding.share
    return record


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


def _check(case: Case, data, kernels) -> Finding:
    sample = data.make(case.problem)
    call = kernels[case.sizes].bind(case.problem, sample.arrays, sample.result)
    first = _compute(sample, call)
    second = _compute(sample, call)
    are_equal = sample.are_equal(first.bits, second.bits)
    reason, limit = judge(case, first, second, are_equal), tolerance(case.problem)
    is_elsewhere = first.unwritten or not first.error <= limit
    places = sample.locate(limit) if reason and is_elsewhere else None
    return Finding(reason, first.error / limit, places)


def run_case(case: Case, data, kernels: dict) -> Record:
    """The record of one product. kernels: those of lowp.bench.products.kernels by
    `Case.sizes`. Raises what the GPU raises when it cannot go on."""
    reason = data.why_not(case.problem)
    if reason:
        return skip(case, reason)
    name = f"{case.sizes} sizes, {case.problem.kind.name}"
    return run(case, lambda: _check(case, data, kernels), name)
