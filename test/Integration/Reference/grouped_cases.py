"""Cases of grouped matmuls: functions, inputs and what is expected of the result."""

import numpy as np

from harness import as_dtype, expect_within
from oracle.formats import DTYPES, spacing


def random(shape, seed, element="bf16"):
    return as_dtype(np.random.default_rng(seed).standard_normal(shape), element)


def sizes_text(shape, dynamic):
    return "x".join("?" if dynamic else str(size) for size in shape)


def plain_type(shape, element, dynamic=False):
    return f"tensor<{sizes_text(shape, dynamic)}x{element}>"


def expect(want, magnitude, k, element):
    """Half a unit in the last place and what f64 sums lose; undefined: anything."""
    with np.errstate(all="ignore"):
        sums = 2.0 * (k + 2) * 2.0**-53 * magnitude
        near = np.where(np.isinf(sums), 0, np.abs(want) + sums)
        bound = 0.5 * spacing(near, element) + sums
    within = expect_within(want, bound, DTYPES[element])
    return within[0], within[1], lambda got: within[2](got) | np.isinf(bound)


def function(op, types, numbers, result, accumulates):
    """`numbers` is the keyword and the type of ends or counts, or None."""
    lhs, rhs = types
    argument = f", %n: {numbers[1]}" if numbers else ""
    operand = f" {numbers[0]}(%n : {numbers[1]})" if numbers else ""
    if accumulates:
        argument += f", %c: {result}"
        operand += f" accumulate(%c : {result})"
    return f"""
func.func @NAME(%a: {lhs}, %b: {rhs}{argument}) -> {result} {{
  %y = lowp.{op} %a, %b{operand} : {lhs}, {rhs} -> {result}
  return %y : {result}
}}"""


def numbers_of(keyword, values, dynamic):
    if keyword is None:
        return None, []
    array = np.array(values, np.int32)
    return (keyword, plain_type(array.shape, "i32", dynamic)), [array]


def add(
    suite, label, op, types, inputs, keyword, values, expected, k, out, dynamic, accumulator=None
):
    """With an accumulator, `expected` is what is added to it."""
    want, magnitude = expected
    if accumulator is not None:
        extra_term = accumulator.astype(np.float64)
        want, magnitude = want + extra_term, magnitude + np.abs(extra_term)
    numbers, extra = numbers_of(keyword, values, dynamic)
    result = plain_type(want.shape, out, dynamic)
    if accumulator is not None:
        extra.append(accumulator)
    suite.add(
        f"{label} {values} {types} -> {result}",
        function(op, types, numbers, result, accumulator is not None),
        [*inputs, *extra],
        [expect(want, magnitude, k, out)],
    )


def wide(x):
    return x.astype(np.float64)
