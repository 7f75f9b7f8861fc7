"""Runs whole functions and compares their results with the reference's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp._types import type_bytes
from lowp.arrays import reinterpret
from lowp.bench.products.kernels import CaseFolder, CompiledCases
from lowp.check import expectations
from lowp.check.expectations import FUNCTION, Expectation
from lowp.check.functions import FunctionCase, Tensor
from lowp.check.memory import make_memory, place, poison
from lowp.check.outcome import GUARD
from lowp.check.plain_formats import decode_result, relative_error
from lowp.check.runner import Finding, Record, run

# Two sums in bf16, and codes of 8 bits that differ where a sum is near a border.
_TOLERANCE = 2e-2


class CompiledFunctions:
    """Compiles functions, and computes what they should give, in this process."""

    def __init__(self, chip: str, tell: Callable[[], None] = lambda: None) -> None:
        self._chip, self._tell = chip, tell
        self._kernels = CompiledCases(chip, FUNCTION, allow_emulation=True)

    def expect(self, case: FunctionCase) -> Expectation:
        return expectations.compute(case, self._chip)

    def bind(self, case: FunctionCase, arguments: list, results: list):
        """A call without arguments."""
        call = self._kernels.find(case)(arguments, results)
        self._tell()
        return call


class FunctionFolder:
    """Libraries and results that --precompile wrote."""

    def __init__(
        self,
        folder: str,
        stream: Callable[[], int],
        allocate: Callable[[int], Any],
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        self._folder, self._tell = folder, tell
        self._kernels = CaseFolder(folder, FUNCTION, stream, allocate)

    def expect(self, case: FunctionCase) -> Expectation:
        return expectations.load(self._folder, case)

    def bind(self, case: FunctionCase, arguments: list, results: list):
        """A call without arguments."""
        call = self._kernels.find(case)(arguments, results)
        self._tell()
        return call


def compare(got: bytes, expected: Tensor, is_exact: bool) -> str:
    """What is wrong with a result; empty if nothing."""
    size = len(expected.content)
    guard = got[size:]
    if guard != b"\xff" * len(guard):
        return "memory behind the result was written"
    if is_exact:
        wrong = sum(x != y for x, y in zip(got, expected.content))
        return f"{wrong} of {size} bytes differ from the reference's" if wrong else ""
    error = relative_error(
        decode_result(got[:size], expected.type),
        decode_result(expected.content, expected.type),
    )
    if error <= _TOLERANCE:
        return ""
    return f"relative error {error:.2e} to the reference, expected at most {_TOLERANCE:.2e}"


def _run_twice(call, memories: list) -> list[list[bytes]]:
    runs = []
    for _ in range(2):
        for memory in memories:
            poison(memory)
        call()
        runs.append([memory.read() for memory in memories])
    return runs


def _check(case: FunctionCase, functions, device: str) -> Finding:
    expectation = functions.expect(case)
    arguments = [place(one.content, one.shape, one.type, device) for one in expectation.inputs]
    memories = [
        make_memory(result.shape, type_bytes(result.type), device, GUARD)
        for result in expectation.results
    ]
    results = [
        reinterpret(memory, result.type) for memory, result in zip(memories, expectation.results)
    ]
    first, second = _run_twice(functions.bind(case, arguments, results), memories)
    for number, expected in enumerate(expectation.results):
        reason = compare(first[number], expected, case.is_exact)
        if reason:
            return Finding(f"result {number}: {reason}")
    return Finding("" if first == second else "two runs gave different bits")


def run_function(case: FunctionCase, functions, device: str) -> Record:
    """The record of one function."""
    return run(case, lambda: _check(case, functions, device), str(case))
