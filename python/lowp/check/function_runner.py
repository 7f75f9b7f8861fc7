"""Runs whole functions and compares their results with the reference's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lowp.bench.products.kernels import Kernels
from lowp.check.expectations import Expectation
from lowp.check.functions import FunctionCase, Tensor
from lowp.check.memory import allocate, place, poison
from lowp.check.outcome import GUARD
from lowp.check.plain_formats import decode_result, relative_error
from lowp.check.runner import Finding, Record, run

Expect = Callable[[FunctionCase], Expectation]

# Two sums in bf16, and codes of 8 bits that differ where a sum is near a border.
_TOLERANCE = 2e-2


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


def _run_twice(call, memories: Sequence) -> list[list[bytes]]:
    runs = []
    for _ in range(2):
        for memory in memories:
            poison(memory)
        call()
        runs.append([memory.read() for memory in memories])
    return runs


def _check(case: FunctionCase, kernels: Kernels, expect: Expect, device: str) -> Finding:
    expectation = expect(case)
    arguments = [place(one.content, one.shape, one.type, device) for one in expectation.inputs]
    memories, results = zip(
        *(allocate(one.shape, one.type, device, GUARD) for one in expectation.results)
    )
    first, second = _run_twice(kernels.find(case)(arguments, results), memories)
    for number, expected in enumerate(expectation.results):
        reason = compare(first[number], expected, case.is_exact)
        if reason:
            return Finding(f"result {number}: {reason}")
    return Finding("" if first == second else "two runs gave different bits")


def run_function(case: FunctionCase, kernels: Kernels, expect: Expect, device: str) -> Record:
    """The record of one function. expect: what it should give."""
    return run(case, lambda: _check(case, kernels, expect, device), str(case))
