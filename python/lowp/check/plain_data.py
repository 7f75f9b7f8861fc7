"""Data by the standard library alone, copied by the driver: for machines that have
Python and a GPU and nothing else. Shapes are small ones."""

from __future__ import annotations

import functools
import math
import operator
import random
from array import array
from typing import Any, NamedTuple

from lowp.bench.products.kinds import block_shape, lies_along_rows, padded, scale_shape
from lowp.bench.products.problem import OPERAND_TYPES, RESULT_TYPES, Problem
from lowp.check.memory import allocate, place, poison
from lowp.check.outcome import GUARD, Outcome
from lowp.check.places import OF_TOLERANCE, Places, find_places
from lowp.check.plain_formats import (
    decode_result,
    maximum,
    nearest_code,
    relative_error,
    to_f32,
    values,
)

# What takes about half a second.
_MOST_FLOPS = 2e7


class _Operand(NamedTuple):
    """codes: bytes of the elements. scales: as kernels read them. exact: the rows."""

    codes: bytes
    scales: array
    exact: list[list[float]]


@functools.cache
def _normal_codes(type: str) -> bytes:
    """256 codes of normal values, from which all others are drawn."""
    generator = random.Random(type)
    spread = maximum(type) / 4
    return bytes(nearest_code(generator.gauss(0, spread), type) for _ in range(256))


def _make_scales(rows: int, k: int, type: str, granularity: str, generator) -> array:
    count = math.prod(scale_shape(granularity, rows, k))
    unit = 1 / maximum(type)
    return to_f32(generator.lognormvariate(0, 0.5) * unit for _ in range(count))


def _place_of_scale(granularity: str, rows: int, k: int):
    """The number of the scale of an element, as kernels store them, and how many
    elements of a row share one at most."""
    if granularity == "tensorwise":
        return lambda row, column: 0, max(k, 1)
    if granularity == "rowwise":
        return lambda row, column: row, max(k, 1)
    height, width = block_shape(granularity)
    if lies_along_rows(granularity):
        return lambda row, column: column // width * padded(rows) + row, width
    across = scale_shape(granularity, rows, k)[1]
    return lambda row, column: row // height * across + column // width, width


def _make_operand(rows: int, k: int, type: str, granularity: str, generator):
    codes = generator.randbytes(rows * k).translate(_normal_codes(type))
    scales = _make_scales(rows, k, type, granularity, generator)
    number, width = _place_of_scale(granularity, rows, k)
    known = values(type)
    exact = []
    for row in range(rows):
        line: list[float] = []
        for start in range(0, k, width):
            scale = scales[number(row, start)]
            end = min(start + width, k)
            part = codes[row * k + start : row * k + end]
            line += [known[code] * scale for code in part]
        exact.append(line)
    return _Operand(codes, scales, exact)


@functools.lru_cache(maxsize=4)
def _operands(kind, shape, lhs: str, rhs: str):
    """Both operands and their product; of the problems of one shape, which follow
    on each other."""
    m, n, k = shape
    generator = random.Random(sum(shape))
    left = _make_operand(m, k, lhs, kind.lhs, generator)
    right = _make_operand(n, k, rhs, kind.rhs, generator)
    product = [sum(map(operator.mul, row, column)) for row in left.exact for column in right.exact]
    return left, right, product


class PlainSample:
    """One problem's operands, its result and what that should be."""

    def __init__(self, problem: Problem, device: str) -> None:
        kind, (m, n, k) = problem.kind, problem.shape
        lhs, rhs, product = _operands(kind, problem.shape, problem.lhs, problem.rhs)
        arrays: list[Any] = []
        for operand, rows, type, granularity in (
            (lhs, m, problem.lhs, kind.lhs),
            (rhs, n, problem.rhs, kind.rhs),
        ):
            shape = scale_shape(granularity, rows, k)
            arrays.append(place(operand.codes, (rows, k), OPERAND_TYPES[type], device))
            arrays.append(place(operand.scales.tobytes(), shape, "f32", device))
        if problem.accumulate:
            generator = random.Random(1)
            initial = to_f32(generator.gauss(0, 1) for _ in range(m * n))
            arrays.append(place(initial.tobytes(), (m, n), "f32", device))
            product = list(map(operator.add, product, initial))
        self._type = problem.result
        self._expected = product
        self.arrays = tuple(arrays)
        self._memory, self.result = allocate((m, n), self._type, device, GUARD)

    def poison(self) -> None:
        poison(self._memory)

    def locate(self, limit: float) -> Places:
        """Where elements are wrong."""
        expected = self._expected
        got = decode_result(self._memory.read(), self._type)[: len(expected)]
        size = math.hypot(*expected) / max(len(expected), 1) ** 0.5
        wrong = [not abs(x - y) <= OF_TOLERANCE * limit * size for x, y in zip(got, expected)]
        rows, columns = self._memory.shape
        lines = [wrong[row * columns : (row + 1) * columns] for row in range(rows)]
        return find_places(lines, range(rows))

    def inspect(self) -> Outcome:
        content = self._memory.read()
        size = len(self._expected) * RESULT_TYPES[self._type]
        got = decode_result(content[:size], self._type)
        guard = content[size:]
        return Outcome(
            relative_error(got, self._expected),
            sum(map(math.isnan, got)),
            guard == b"\xff" * len(guard),
            content[:size],
        )

    @staticmethod
    def are_equal(left: bytes, right: bytes) -> bool:
        return left == right


class PlainData:
    """Makes samples."""

    def __init__(self, device: str = "cuda") -> None:
        self._device = device
        self.description = "Python's standard library, small shapes only"
        if device != "cpu":
            from lowp.check.driver_memory import open_driver

            open_driver()

    def why_not(self, problem: Problem) -> str:
        """Why a problem cannot be checked; empty if it can."""
        if problem.flops <= _MOST_FLOPS:
            return ""
        return "too large to be made without numpy; install numpy or torch"

    def make(self, problem: Problem) -> PlainSample:
        return PlainSample(problem, self._device)
