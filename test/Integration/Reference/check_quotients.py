# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Quotients of elements in fusions, bit for bit: a thread divides several at once, one way
or another by their magnitudes.

Rows are of few binades each, so that threads go every way: dividends from the smallest
number to the largest, and divisors of any size, or as those of a sigmoid at least 1.
"""

import itertools

import numpy as np

from check_fusions import RNG, generic
from harness import Suite, expect_bits

COLUMNS = 64
BODIES = {
    "any divisor": (
        """    %q = arith.divf %a0, %a1 : f32
    linalg.yield %q : f32""",
        lambda x, e: x / e,
    ),
    "at least 1": (
        """    %one = arith.constant 1.0 : f32
    %m = math.absf %a1 : f32
    %d = arith.addf %m, %one : f32
    %q = arith.divf %a0, %d : f32
    linalg.yield %q : f32""",
        lambda x, e: x / (np.abs(e) + np.float32(1)),
    ),
    "reciprocal": (
        """    %one = arith.constant 1.0 : f32
    %m = math.absf %a1 : f32
    %d = arith.addf %m, %one : f32
    %q = arith.divf %one, %d : f32
    %p = arith.addf %q, %a0 : f32
    linalg.yield %p : f32""",
        lambda x, e: np.float32(1) / (np.abs(e) + np.float32(1)) + x,
    ),
}


def draw(binade):
    """A row of numbers of some binades, of both signs."""
    with np.errstate(all="ignore"):
        sizes = np.exp2((binade + RNG.integers(-1, 2, COLUMNS)).astype(np.float64))
        return (RNG.uniform(1, 2, COLUMNS) * sizes * RNG.choice([-1, 1], COLUMNS)).astype("f4")


def add_quotients(suite):
    pairs = list(itertools.product(range(-149, 129, 9), range(-149, 131, 7)))
    x, e = (np.stack([draw(pair[n]) for pair in pairs]) for n in range(2))
    for special in (0.0, -0.0, np.inf, -np.inf, np.nan):
        for values in (x, e):
            values.flat[RNG.integers(0, x.size, 40)] = special
    # Whole threads of infinite divisors, and of the last ones that are not infinite.
    e[::50], e[1::50] = np.inf, np.finfo("f4").max
    matrix = f"tensor<{len(pairs)}x{COLUMNS}xf32>"
    inputs = [("%x", matrix, "i, j"), ("%e", matrix, "i, j")]
    for name, (body, divide) in BODIES.items():
        with np.errstate(all="ignore"):
            quotients = divide(x, e)
        suite.add(
            name,
            f"""
func.func @NAME(%x: {matrix}, %e: {matrix}) -> {matrix} {{
  %empty = tensor.empty() : {matrix}
  %y = {generic(inputs, body, x.shape, element="f32")}
  return %y : {matrix}
}}""",
            [x, e],
            [expect_bits(quotients)],
        )


if __name__ == "__main__":
    suite = Suite()
    add_quotients(suite)
    suite.run()
