"""Measures the candidates of one problem against each other."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from lowp._errors import Error
from lowp.bench.errors import Unsupported
from lowp.bench.products.measure import Buffers, Reference
from lowp.bench.products.problem import Problem
from lowp.bench.timing import alternate, capture, count_calls
from lowp.check.tolerance import tolerance
from lowp.tune.candidates import Job

# The model's choice is the first candidate.
CHOICE = 0


class Effort(NamedTuple):
    """rough: replays of every candidate. final: replays of those of the fastest
    `finalists` and the choice, whose figures count."""

    rough: int = 2
    final: int = 9
    finalists: int = 6


class Wrong(Exception):
    """A candidate computes something else than it should."""


class _Prepared(NamedTuple):
    """calls: what the graph was made of, and keeps alive. is_equal: whether the
    result has the bits of the choice's."""

    graph: Any
    calls: list
    error: float
    is_equal: bool


def _bits(result):
    import torch

    return result.view({2: torch.int16, 4: torch.int32}[result.element_size()])


def _difference(result, expected) -> float:
    """|result - expected| / |expected|, over everything."""
    result, expected = result.float(), expected.float()
    return float((result - expected).norm() / expected.norm().clamp(min=1e-30))


class Contest:
    """The candidates of one job on one set of buffers."""

    def __init__(self, job: Job, bind: Callable[..., Callable[[], Any]]) -> None:
        self._problem: Problem = job.problem
        self._bind = bind
        self._buffers = Buffers(job.problem)
        self._check = Reference(job.problem, self._buffers.operands[0])
        self._first_result: Any = None
        self.calls = count_calls(job.problem, len(self._buffers.operands))
        self.prepared: dict[int, _Prepared] = {}
        self.skipped: dict[int, str] = {}
        # The skipped that ran wrong, or could not run.
        self.broken: set[int] = set()

    def prepare(self, number: int) -> None:
        """Runs, checks and captures a candidate, or notes why it cannot be."""
        import torch

        try:
            self.prepared[number] = self._prepare(number)
        except Unsupported as reason:
            self.skipped[number] = str(reason)
        except (Error, Wrong) as reason:
            failed = "" if isinstance(reason, Wrong) else "failed: "
            self.skipped[number] = f"{failed}{reason}"
            self.broken.add(number)
        torch.cuda.synchronize()

    def _prepare(self, number: int) -> _Prepared:
        operands, results = self._buffers.operands, self._buffers.results
        # Nothing of the candidate before it is to pass for this one's.
        results[0].fill_(float("nan"))
        calls = [self._bind(number, some.arrays, result) for some, result in zip(operands, results)]
        calls[0]()
        error = self._check.error_of(results[0])
        is_equal = self._compare(results[0], error)
        return _Prepared(capture(calls, self.calls), calls, error, is_equal)

    def _compare(self, result, error: float) -> bool:
        """Fails unless `result` is good enough; whether it equals the first one."""
        import torch

        allowed = tolerance(self._problem)
        if not error <= allowed:
            raise Wrong(
                f"wrong: expected a relative error of {allowed:.1e} at most, got {error:.1e}"
            )
        if self._first_result is None:
            self._first_result = result.clone()
            return True
        if torch.equal(_bits(result), _bits(self._first_result)):
            return True
        # Two roundings of what is summed in different order.
        difference = _difference(result, self._first_result)
        if not difference <= 2 * allowed:
            raise Wrong(
                f"wrong: expected a relative difference of {2 * allowed:.1e} at most "
                f"to the choice's result, got {difference:.1e}"
            )
        return False

    def time(self, numbers: list[int], repetitions: int) -> dict[int, list[float]]:
        """Seconds of calls of some candidates."""
        graphs = {number: self.prepared[number].graph for number in numbers}
        return alternate(graphs, self.calls, repetitions)


def _describe(job: Job, contest: Contest, rough: dict, final: dict) -> list[dict]:
    entries = []
    for number, candidate in enumerate(job.candidates):
        entry: dict = candidate._asdict()
        if number in contest.skipped:
            entry["skipped"] = contest.skipped[number]
            entry["is_broken"] = number in contest.broken
        else:
            prepared = contest.prepared[number]
            entry["relative_error"] = prepared.error
            entry["is_equal"] = prepared.is_equal
            entry["rough"] = statistics.median(rough[number])
        if number in final:
            entry["seconds"] = final[number]
            entry["median"] = statistics.median(final[number])
        entries.append(entry)
    return entries


def measure(job: Job, bind: Callable[..., Callable[[], Any]], effort: Effort) -> dict:
    """One record of the results. bind(number, arrays, result): a call of a
    candidate; raises Unsupported where there is none. Raises what the GPU raises
    when it cannot go on."""
    import torch

    contest = Contest(job, bind)
    for number in range(len(job.candidates)):
        contest.prepare(number)
    rough = contest.time(list(contest.prepared), effort.rough)
    fastest = sorted(rough, key=lambda number: statistics.median(rough[number]))
    finalists = fastest[: effort.finalists]
    if CHOICE in rough and CHOICE not in finalists:
        finalists.append(CHOICE)
    final = contest.time(finalists, effort.final)
    problem = job.problem
    record = {
        **problem.to_record(),
        "accumulate": problem.accumulate,
        "key": job.key,
        "listed": job.listed,
        "calls": contest.calls,
        "candidates": _describe(job, contest, rough, final),
    }
    del contest
    torch.cuda.empty_cache()
    return record
