"""Quotients and remainders of integers of all widths, by 0 and -1 too, which end the process of
a program whose code has the processor's division alone."""

import itertools

import numpy as np

from harness import Suite, expect_bits

WIDTHS = [8, 16, 32, 64]
OPERATIONS = ["divsi", "divui", "remsi", "remui"]


def exact(operation, x, y, width):
    """Pairs of numbers of any size."""
    if operation.endswith("ui"):
        x, y = x % 2**width, y % 2**width
    if y == 0:
        return -1 if operation.startswith("div") else x
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient if operation.startswith("div") else x - quotient * y


def add(suite, operation, width):
    limits = np.iinfo(f"i{width // 8}")
    numbers = [0, 1, -1, 2, -2, 7, -7, 100, limits.max, limits.min, limits.min + 1]
    pairs = list(itertools.product(numbers, numbers))
    x, y = (np.array([pair[n] for pair in pairs], limits.dtype) for n in range(2))
    want = np.array(
        [exact(operation, int(a), int(b), width) % 2**width for a, b in pairs], f"u{width // 8}"
    ).view(limits.dtype)
    kind = f"tensor<{len(pairs)}xi{width}>"
    suite.add(
        f"{operation} of {width} bits",
        f"""
func.func @NAME(%x: {kind}, %y: {kind}) -> {kind} {{
  %z = arith.{operation} %x, %y : {kind}
  return %z : {kind}
}}""",
        [x, y],
        [expect_bits(want)],
    )


suite = Suite()
for operation, width in itertools.product(OPERATIONS, WIDTHS):
    add(suite, operation, width)
suite.run()
