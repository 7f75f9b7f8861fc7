"""Runs drawn grouped matmuls: rows of groups are close to the product, and all others
are what they were before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lowp._types import type_bytes
from lowp.bench.products.kernels import CompiledCases, Module
from lowp.check.float_formats import decode_result
from lowp.check.grouped_draws import GroupedDraw
from lowp.check.memory import allocate, place, poison
from lowp.check.numpy_data import quantize
from lowp.check.outcome import GUARD
from lowp.check.runner import Finding, Record, run
from lowp.check.tolerance import tolerance

_ELEMENT = "f8E4M3FN"


class _Matrices:
    """One operand: its arrays, and its values in f64, of 2 or 3 dimensions.

    kept: which rows are of groups; all else is NaN."""

    def __init__(self, x: Any, kind: str, granularity: str | None, kept: Any) -> None:
        import numpy

        batch = x if x.ndim == 3 else x[None]
        parts: list[tuple[Any, ...]]
        if granularity is None:
            parts = [(_to_float(one, kind),) for one in batch]
            self.types = [kind]
            exact = [decode_result(part[0], kind) for part in parts]
        else:
            quantized = [quantize(one, "e4m3", granularity) for one in batch]
            parts = [(one.codes, one.scales) for one in quantized]
            self.types = [_ELEMENT, "f32"]
            exact = [one.exact for one in quantized]
        stacked = [numpy.stack(list(part)) for part in zip(*parts)]
        elements = stacked[0].view(stacked[0].dtype.str.replace("i", "u"))
        if kept is not None:
            elements[~kept.reshape(len(batch), -1)] = numpy.iinfo(elements.dtype).max
        self.arrays = stacked if x.ndim == 3 else [part[0] for part in stacked]
        self.exact = numpy.stack(exact) if x.ndim == 3 else exact[0]


def _to_float(x: Any, type: str) -> Any:
    """The nearest values of 16 bits, as unsigned integers."""
    import numpy

    if type == "f16":
        return x.astype(numpy.float16).view(numpy.uint16)
    bits = x.astype(numpy.float32).view(numpy.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(numpy.uint16)


class Grouped:
    """One draw's operands, and what its result should be."""

    def __init__(self, draw: GroupedDraw) -> None:
        import numpy

        generator = numpy.random.default_rng(draw.seed)
        batch = (draw.groups,) if draw.is_batch else ()
        self.kept = _rows_of_groups(draw)
        kind = draw.scales
        x = generator.standard_normal((*batch, draw.rows, draw.k))
        w = generator.standard_normal((draw.groups, draw.n, draw.k))
        lhs = _Matrices(x, draw.kind, kind and kind.lhs, self.kept)
        rhs = _Matrices(w, draw.kind, kind and kind.rhs, None)
        numbers = numpy.array(draw.numbers, numpy.int32)
        self.arrays = [*lhs.arrays, *rhs.arrays, numbers]
        self.types = [*lhs.types, *rhs.types, "i32"]
        self.shape = (*batch, draw.rows, draw.n)
        self.expected = numpy.zeros(self.shape)
        for group, end in enumerate(draw.numbers):
            if draw.is_batch:
                self.expected[group, :end] = lhs.exact[group, :end] @ rhs.exact[group].T
            else:
                rows = slice(end - draw.sizes[group], end)
                self.expected[rows] = lhs.exact[rows] @ rhs.exact[group].T


class _SpreadColumns:
    """One scaled operand of a sum: columns x rows, the rows of each group where `start` says,
    zeros before the next group, NaN after all."""

    def __init__(self, x: Any, draw: GroupedDraw, granularity: str) -> None:
        import numpy

        end = draw.spread[-1]
        spread = numpy.zeros((x.shape[1], end + draw.start * (draw.after > 0)))
        for first, last, start in zip([0, *draw.numbers], draw.numbers, draw.spread):
            spread[:, start : start + last - first] = x[first:last].T
        if draw.scales and draw.scales.is_blockwise:
            quantized = quantize(spread, "e4m3", granularity)
            codes, scales, self.exact = quantized.codes, quantized.scales, quantized.exact.T
        else:
            codes, scales, self.exact = _quantize_groups(spread, draw, granularity)
        codes[:, end:] = 0x7F
        self.arrays = [codes, scales]
        self.types = [_ELEMENT, "f32"]


def _quantize_groups(x: Any, draw: GroupedDraw, granularity: str) -> tuple[Any, Any, Any]:
    """Codes, scales and values by row, where each group has scales for all of it: a row of those
    of its rows, or one."""
    import numpy

    codes, exact = numpy.zeros(x.shape, numpy.uint8), numpy.zeros(x.shape[::-1])
    scales = numpy.ones((draw.groups, len(x) if granularity == "rowwise" else 1), numpy.float32)
    for group, (begin, end) in enumerate(zip(draw.spread, draw.spread[1:])):
        if end > begin:
            quantized = quantize(x[:, begin:end], "e4m3", granularity)
            codes[:, begin:end] = quantized.codes.view(numpy.uint8)
            exact[begin:end] = quantized.exact.T
            scales[group] = quantized.scales.reshape(-1)
    return codes, scales if granularity == "rowwise" else scales.reshape(1, -1), exact


class GroupedSums:
    """The same of a draw whose groups sum up rows: all of its result is written."""

    def __init__(self, draw: GroupedDraw) -> None:
        import numpy

        generator = numpy.random.default_rng(draw.seed)
        inside, kind, starts = _rows_of_groups(draw), draw.scales, draw.spread
        operands: list[Any] = []
        for columns, granularity in ((draw.n, kind and kind.lhs), (draw.k, kind and kind.rhs)):
            rows = generator.standard_normal((draw.rows, columns))
            operands.append(
                _SpreadColumns(rows, draw, granularity)
                if granularity
                else _Matrices(rows, draw.kind, None, inside)
            )
        dy, x = operands
        if not kind:
            starts = [0, *draw.numbers]
        self.arrays = [*dy.arrays, *x.arrays, numpy.array(draw.numbers, numpy.int32)]
        self.types = [*dy.types, *x.types, "i32"]
        self.shape = (draw.groups, draw.n, draw.k)
        self.kept = numpy.full(self.shape[:2], True)
        self.expected = numpy.zeros(self.shape)
        for group, (start, size) in enumerate(zip(starts, draw.sizes)):
            inside_group = slice(start, start + size)
            self.expected[group] = dy.exact[inside_group].T @ x.exact[inside_group]


def _rows_of_groups(draw: GroupedDraw) -> Any:
    import numpy

    if not draw.is_batch:
        return numpy.arange(draw.rows) < sum(draw.sizes)
    return numpy.arange(draw.rows)[None] < numpy.array(draw.sizes)[:, None]


class GroupedKernels:
    """Compiles each module once, several at a time: lowp lets go of Python's lock."""

    def __init__(
        self, chip: str, draws: Iterable[GroupedDraw], tell: Callable[[], None] = lambda: None
    ) -> None:
        self._tell = tell
        self.device = "cpu" if chip == "cpu" else "cuda"
        kernels = CompiledCases(chip, "check")
        self._pool = ThreadPoolExecutor(os.cpu_count())
        modules = {draw.name: Module(draw.name, draw.text) for draw in draws}
        self._functions = {
            name: self._pool.submit(kernels.compile, module) for name, module in modules.items()
        }

    def find(self, draw: GroupedDraw) -> Callable:
        """Raises Refused."""
        function = self._functions[draw.name].result()
        self._tell()
        return function

    def end(self) -> None:
        """What is not compiled by now stays so."""
        self._pool.shutdown(cancel_futures=True)


def _judge(draw: GroupedDraw, sample: Grouped | GroupedSums, content: bytes, keeps: bool) -> str:
    """What is wrong with a result; empty if nothing. keeps: whether rows in no group
    are left as they were, as kernels do."""
    import numpy

    bits = numpy.frombuffer(content, f"u{type_bytes(draw.result)}")
    size = sample.expected.size
    poisoned = numpy.iinfo(bits.dtype).max
    if not (bits[size:] == poisoned).all():
        return "memory behind the result was written"
    columns = sample.shape[-1]
    rows = bits[:size].reshape(-1, columns)
    kept = sample.kept.reshape(-1)
    if keeps and not (rows[~kept] == poisoned).all():
        return "rows in no group were written"
    got = decode_result(rows[kept], draw.result)
    want = sample.expected.reshape(-1, columns)[kept]
    missing = int(numpy.isnan(got).sum())
    if missing:
        return f"{missing} elements are NaN"
    norm = max(float(numpy.linalg.norm(want)), 1e-300)
    error, limit = float(numpy.linalg.norm(got - want)) / norm, tolerance(draw.problem)
    if error <= limit:
        return ""
    return f"relative error {error:.2e}, expected at most {limit:.2e}"


def _check(draw: GroupedDraw, kernels: GroupedKernels) -> Finding:
    call, device = kernels.find(draw), kernels.device
    sample = GroupedSums(draw) if draw.sums_up else Grouped(draw)
    arguments = [
        place(array.tobytes(), array.shape, type, device)
        for array, type in zip(sample.arrays, sample.types)
    ]
    memory, result = allocate(sample.shape, draw.result, device, GUARD)
    runs = []
    for _ in range(2):
        poison(memory)
        call(*arguments, out=(result,))
        runs.append(memory.read())
    reason = _judge(draw, sample, runs[0], keeps=device != "cpu")
    is_equal = runs[0] == runs[1]
    return Finding(reason or ("" if is_equal else "two runs gave different bits"))


def run_grouped(draw: GroupedDraw, kernels: GroupedKernels) -> Record:
    """The record of one draw."""
    return run(draw, lambda: _check(draw, kernels), str(draw))


def why_not(options: Any) -> str:
    """Why draws cannot be checked; empty if they can."""
    if options.modules:
        return "they are compiled where they run, not by --precompile"
    try:
        import numpy  # noqa: F401
    except ImportError:
        return "install numpy, which makes their data"
    return ""
