"""Least squares on the logarithm of time, of few constants."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

# Errors of the logarithm from which on a case counts by its error, not its square.
_HUBER = 0.1
# Pulls constants to where they were, against all cases together: what no case tells
# apart stays.
_RIDGE = 1e-3
# The step of a constant for its derivative, and the least change worth telling.
_STEP = 0.05
_LEAST_SENSITIVITY = 0.01
# A constant changes by this factor at most.
_MOST_CHANGE = 3.0
_ROUNDS, _HALVINGS = 2, 3
_FOLDS = 5

Figures = dict[str, float]
Predict = Callable[[Mapping[str, float]], list[float]]
Matrix = list[list[float]]


class Constant(NamedTuple):
    """most: what it cannot exceed."""

    key: str
    most: float = math.inf


class Fit(NamedTuple):
    """figures: of the constants that cases tell of. untold: the others. before, after:
    logarithms of predicted by measured time of each case. held_out: the same of a fit to
    first order which did not know the case."""

    figures: Figures
    untold: list[str]
    before: list[float]
    after: list[float]
    held_out: list[float]


def _solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """x of matrix . x = right, by elimination; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    size = len(rows)
    for pivot in range(size):
        for row in range(pivot + 1, size):
            factor = rows[row][pivot] / rows[pivot][pivot]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[pivot])]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][k] * solution[k] for k in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution


def _weights(errors: Sequence[float]) -> list[float]:
    return [min(1.0, _HUBER / max(abs(error), 1e-12)) for error in errors]


def _loss(errors: Sequence[float], moved: Sequence[float]) -> float:
    def of(error: float) -> float:
        size = abs(error)
        return size * size / 2 if size <= _HUBER else _HUBER * (size - _HUBER / 2)

    ridge = _RIDGE * len(errors)
    return sum(map(of, errors)) + ridge * sum(one * one for one in moved) / 2


def _step(rows: Matrix, errors: Sequence[float], moved: Sequence[float]) -> list[float]:
    """Gauss-Newton's, in logarithms of constants. rows: of each case, derivatives of the
    logarithm of its time. moved: from where the constants were."""
    size = len(moved)
    ridge = _RIDGE * len(errors)
    normal = [[ridge * (i == j) for j in range(size)] for i in range(size)]
    right = [-ridge * one for one in moved]
    for row, error, weight in zip(rows, errors, _weights(errors)):
        for i in range(size):
            right[i] -= weight * row[i] * error
            for j in range(size):
                normal[i][j] += weight * row[i] * row[j]
    return _solve(normal, right)


def _hold_out(rows: Matrix, errors: Sequence[float], size: int) -> list[float]:
    """Errors of each fifth after a step that the other cases alone ask for."""
    result = list(errors)
    for fold in range(_FOLDS):
        others = [k for k in range(len(rows)) if k % _FOLDS != fold]
        known = [rows[k] for k in others], [errors[k] for k in others]
        step = _step(*known, [0.0] * size)
        for k in range(fold, len(rows), _FOLDS):
            result[k] += sum(a * b for a, b in zip(rows[k], step))
    return result


class _Fitter:
    def __init__(
        self, constants: Sequence[Constant], base: Figures, predict: Predict, logs: list
    ) -> None:
        self.constants = constants
        self._base = base
        self._predict = predict
        self._logs = logs

    def figures(self, moved: Sequence[float]) -> Figures:
        """The constants, of which logarithms have moved so far."""
        most = math.log(_MOST_CHANGE)
        return {
            one.key: min(one.most, self._base[one.key] * math.exp(max(-most, min(most, by))))
            for one, by in zip(self.constants, moved)
        }

    def errors(self, figures: Figures) -> list[float]:
        predicted = self._predict(figures)
        return [math.log(one) - log for one, log in zip(predicted, self._logs)]

    def derivatives(self, moved: Sequence[float], errors: Sequence[float]) -> Matrix:
        """Derives each case by each constant, downwards: shares cannot exceed 1."""
        columns = []
        at = self.figures(moved)
        for one in self.constants:
            changed = self.errors(at | {one.key: at[one.key] * (1 - _STEP)})
            width = math.log(1 - _STEP)
            columns.append([(a - b) / width for a, b in zip(changed, errors)])
        return [list(row) for row in zip(*columns)]

    def improve(
        self, moved: list[float], errors: list[float], rows: Matrix
    ) -> tuple[list[float], list[float]]:
        """One step, shorter while it makes things worse."""
        step = _step(rows, errors, moved)
        for halving in range(_HALVINGS):
            tried = [a + b / 2**halving for a, b in zip(moved, step)]
            result = self.errors(self.figures(tried))
            if _loss(result, tried) < _loss(errors, moved):
                return tried, result
        return moved, errors


def fit(
    constants: Sequence[Constant],
    base: Figures,
    predict: Predict,
    seconds: Sequence[float],
) -> Fit:
    """Fits those of `constants`, which are `base` now, that the cases tell of. predict:
    seconds of the cases with constants changed. seconds: what was measured."""
    logs = [math.log(one) for one in seconds]
    every = _Fitter(constants, base, predict, logs)
    before = every.errors({})
    rows = every.derivatives([0.0] * len(constants), before)
    told = [
        k for k in range(len(constants)) if any(abs(row[k]) >= _LEAST_SENSITIVITY for row in rows)
    ]
    untold = [one.key for k, one in enumerate(constants) if k not in told]
    fitter = _Fitter([constants[k] for k in told], base, predict, logs)
    rows = [[row[k] for k in told] for row in rows]
    held_out = _hold_out(rows, before, len(told))
    moved, errors = [0.0] * len(told), before
    for number in range(_ROUNDS):
        if number:
            rows = fitter.derivatives(moved, errors)
        moved, errors = fitter.improve(moved, errors, rows)
    return Fit(fitter.figures(moved), untold, before, errors, held_out)
