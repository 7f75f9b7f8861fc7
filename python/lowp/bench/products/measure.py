"""Measures all contenders on one problem."""

from __future__ import annotations

from typing import Any, NamedTuple

from lowp.bench.contenders import Contender
from lowp.bench.contest import prepare_all, rotating, timed
from lowp.bench.products.accuracy import reference, relative_error, sample_rows
from lowp.bench.products.operands import Operands, make_operands, make_result
from lowp.bench.products.problem import Problem
from lowp.bench.timing import (
    BRIEF,
    Load,
    alternate,
    capture,
    count_calls,
)


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


class _Prepared(NamedTuple):
    """bound: calls whose memory the graph still reads. error: of the first result."""

    graph: Any
    bound: list
    error: float


def _prepare(
    contender: Contender, problem: Problem, buffers: Buffers, check: Reference
) -> _Prepared:
    bound = [
        contender.bind(problem, operands, result)
        for operands, result in zip(buffers.operands, buffers.results)
    ]
    returned = bound[0]()
    error = check.error_of(buffers.results[0] if returned is None else returned)
    # The next contender's result is not to be this one's.
    buffers.results[0].fill_(float("nan"))
    calls = count_calls(problem, len(bound))
    return _Prepared(capture(bound, calls), bound, error)


def _figures(problem: Problem, seconds: list[float], error: float) -> dict:
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
    prepared, skipped = prepare_all(contenders, lambda one: _prepare(one, problem, buffers, check))
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
