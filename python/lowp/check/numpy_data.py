"""Data in numpy, copied to the GPU by the driver: for machines without torch."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from lowp.bench.products.kinds import block_shape, blocks, lies_along_rows, padded
from lowp.bench.products.problem import OPERAND_TYPES, RESULT_TYPES, Problem
from lowp.check.float_formats import decode, decode_result, encode
from lowp.check.memory import allocate, place, poison
from lowp.check.outcome import GUARD, Outcome
from lowp.check.places import OF_TOLERANCE, Places
from lowp.check.plain_formats import maximum

_MOST_FLOPS = 4e8


class _Operand(NamedTuple):
    """codes: bytes of the elements. scales: as kernels read them. exact: in f64."""

    codes: Any
    scales: Any
    exact: Any


def _expand(scales, granularity: str, rows: int, k: int):
    """One scale per element."""
    import numpy

    if granularity in ("tensorwise", "rowwise"):
        return numpy.broadcast_to(scales, (rows, k))
    height, width = block_shape(granularity)
    return scales.repeat(height, 0)[:rows].repeat(width, 1)[:, :k]


def _maxima(x, granularity: str):
    """The greatest magnitude of what has one scale; (.., blocks) for blocks."""
    import numpy

    x = numpy.abs(x)
    rows, k = x.shape
    if granularity == "tensorwise":
        return x.max(initial=0.0, keepdims=True).reshape(1, 1)
    if granularity == "rowwise":
        return x.max(1, keepdims=True)
    height, width = block_shape(granularity)
    high, wide = blocks(rows, height), blocks(k, width)
    filled = numpy.zeros((high * height, wide * width))
    filled[:rows, :k] = x
    return filled.reshape(high, height, wide, width).max((1, 3), initial=0.0)


def quantize(x, type: str, granularity: str) -> _Operand:
    """The matrix x in fp8. type: "e4m3" or "e5m2"."""
    import numpy

    rows, k = x.shape
    scales = numpy.maximum(_maxima(x, granularity) / maximum(type), 1e-8)
    scales = scales.astype(numpy.float32)
    each = _expand(scales, granularity, rows, k)
    codes = encode(x / each, type)
    if lies_along_rows(granularity):
        along_rows = numpy.zeros((scales.shape[1], padded(rows)), numpy.float32)
        along_rows[:, :rows] = scales.T
        scales = along_rows
    return _Operand(codes, scales, decode(codes, type) * each)


@functools.lru_cache(maxsize=4)
def _operands(kind, shape, lhs: str, rhs: str):
    """Both operands and their product; of the problems of one shape, which follow
    on each other."""
    import numpy

    m, n, k = shape
    generator = numpy.random.default_rng(sum(shape))
    x, w = generator.standard_normal((m, k)), generator.standard_normal((n, k))
    if kind.name != "tensorwise":
        x *= numpy.exp(generator.standard_normal((m, 1)) / 2)
        w *= numpy.exp(generator.standard_normal((n, 1)) / 2)
    left, right = quantize(x, lhs, kind.lhs), quantize(w, rhs, kind.rhs)
    return left, right, left.exact @ right.exact.T


class NumpySample:
    """One problem's operands, its result and what that should be."""

    def __init__(self, problem: Problem, device: str) -> None:
        import numpy

        self._problem = problem
        self._device = device
        m, n, _k = problem.shape
        lhs, rhs, product = _operands(problem.kind, problem.shape, problem.lhs, problem.rhs)
        arrays = []
        for operand, type in ((lhs, problem.lhs), (rhs, problem.rhs)):
            arrays.append(self._copy(operand.codes, OPERAND_TYPES[type]))
            arrays.append(self._copy(operand.scales, "f32"))
        if problem.accumulate:
            initial = numpy.random.default_rng(1).standard_normal((m, n))
            initial = initial.astype(numpy.float32)
            arrays.append(self._copy(initial, "f32"))
            product = product + initial
        self._expected = product
        self.arrays = tuple(arrays)
        self._memory, self.result = allocate((m, n), problem.result, device, GUARD)

    def _copy(self, array, type: str):
        return place(array.tobytes(), array.shape, type, self._device)

    def poison(self) -> None:
        poison(self._memory)

    def _read(self):
        """The result in f64, and all bits."""
        import numpy

        type = self._problem.result
        bits = numpy.frombuffer(self._memory.read(), f"u{RESULT_TYPES[type]}")
        size = self._expected.size
        return decode_result(bits[:size], type).reshape(self._expected.shape), bits

    def locate(self, limit: float) -> Places:
        """Where elements are wrong."""
        got, _bits = self._read()
        expected = self._expected
        size = (expected**2).mean() ** 0.5
        wrong = ~(abs(got - expected) <= OF_TOLERANCE * limit * size)
        rows, columns = wrong.any(1).nonzero()[0], wrong.any(0).nonzero()[0]
        return Places(rows.tolist(), columns.tolist(), range(len(got)), got.shape[1])

    def inspect(self) -> Outcome:
        import numpy

        got, bits = self._read()
        size = self._expected.size
        norm = max(float(numpy.linalg.norm(self._expected)), 1e-300)
        error = float(numpy.linalg.norm(got - self._expected)) / norm
        guard = bits[size:]
        is_guarded = bool((guard == numpy.iinfo(guard.dtype).max).all())
        return Outcome(error, int(numpy.isnan(got).sum()), is_guarded, bits[:size])

    @staticmethod
    def are_equal(left, right) -> bool:
        return bool((left == right).all())


class NumpyData:
    """Makes samples."""

    def __init__(self, device: str = "cuda") -> None:
        import numpy

        self._device = device
        self.description = f"numpy {numpy.__version__} on the host"
        if device != "cpu":
            from lowp.check.driver_memory import open_driver

            open_driver()
            self.description = f"numpy {numpy.__version__}, copied by the driver"

    def why_not(self, problem: Problem) -> str:
        """Why a problem cannot be checked; empty if it can."""
        if problem.flops <= _MOST_FLOPS:
            return ""
        return "too large to be made on the host; install torch"

    def make(self, problem: Problem) -> NumpySample:
        return NumpySample(problem, self._device)
