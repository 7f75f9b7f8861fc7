"""Measures all contenders on one problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp.bench.contenders import Contender
from lowp.bench.contest import Prepared, prepare, prepare_all, rotating, timed
from lowp.bench.products.accuracy import reference, relative_error, sample_rows
from lowp.bench.products.operands import Operands, make_operands, make_result
from lowp.bench.products.problem import Problem
from lowp.bench.timing import BRIEF, Load, alternate, count_calls


class Buffers:
    """Operands to rotate over, and a result for each."""

    def __init__(self, problem: Problem) -> None:
        self.operands = rotating(
            problem, lambda seed: make_operands(problem, seed), lambda one: one.copy()
        )
        self.results = [make_result(problem) for _ in self.operands]


class Reference:
    """What a result should be."""

    def __init__(self, problem: Problem, operands: Operands) -> None:
        self._rows = sample_rows(problem.shape.m, operands.lhs.data.device)
        self._expected = reference(operands, self._rows)

    def error_of(self, result) -> float:
        return relative_error(result, self._expected, self._rows)


def _bind(
    contender: Contender, problem: Problem, operands: Operands, result: Any
) -> Callable[[], Any]:
    """A call that returns its result, `result` or an array of the contender's own."""
    run = contender.bind(problem, operands, result)

    def call() -> Any:
        returned = run()
        return result if returned is None else returned

    return call


def _figures(problem: Problem, seconds: list[float], error: float | None) -> dict:
    figures = timed(seconds, problem.flops)
    return {
        **figures,
        "bandwidth": problem.bytes / figures["median"],
        "relative_error": error,
    }


def measure(
    problem: Problem,
    contenders: list[Contender],
    repetitions: int,
    load: Load = BRIEF,
) -> dict:
    """One record of the results: figures of each contender, or why there are none.
    Raises what the GPU raises when it cannot go on."""
    buffers = Buffers(problem)
    check = Reference(problem, buffers.operands[0])
    calls = count_calls(problem, len(buffers.operands))

    def judge(result: Any) -> tuple[float, bool]:
        error = check.error_of(result)
        # The next contender's result is not to be this one's.
        buffers.results[0].fill_(float("nan"))
        return error, True

    def ready(contender: Contender) -> Prepared:
        pairs = zip(buffers.operands, buffers.results)
        return prepare(problem, [_bind(contender, problem, *pair) for pair in pairs], judge)

    prepared, skipped = prepare_all(contenders, ready)
    graphs = {name: one.graph for name, one in prepared.items()}
    seconds = alternate(graphs, calls, repetitions, load)
    return {
        **problem.to_record(),
        "lhs_order": problem.lhs_order,
        "rhs_order": problem.rhs_order,
        "buffers": len(buffers.operands),
        "calls": calls,
        "entries": {
            name: _figures(problem, seconds[name], one.error) for name, one in prepared.items()
        },
        "skipped": skipped,
    }
