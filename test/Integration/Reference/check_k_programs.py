# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Groups of K and of rows in programs: ends that are a part of others, accumulators that no
kernel adds to in place, and matrices without elements.
"""

import numpy as np

from check_grouped_k import add, expect, operands, product, wide
from harness import Suite, as_dtype, expect_within
from oracle.formats import DTYPES
from oracle.grouped import grouped_k, grouped_m

RNG = np.random.default_rng(47)
ENDS = (33, 33, 80, 140)
TOKENS = 150


def add_slices(suite):
    """Ends that are every second of more, from the second on, and a row of a matrix."""
    m, n = 64, 72
    x, y = operands(TOKENS, m, n, ENDS, "bf16")
    want, magnitude = grouped_k(wide(x).T, wide(y).T, ENDS)
    doubled = np.repeat([0, *ENDS], 2)[1:].astype(np.int32)
    for kind, part, ends in [
        ("tensor<9xi32>", "[1] [4] [2]", doubled),
        ("tensor<2x4xi32>", "[1, 0] [1, 4] [1, 1]", np.array([[1, 2, 3, 4], ENDS], np.int32)),
    ]:
        text = product("bf16", "f32", m, n, (TOKENS, 4)).replace(
            "%n: tensor<4xi32>", f"%all: {kind}"
        )
        text = text.replace(
            "{",
            f"""{{
  %n = tensor.extract_slice %all{part} : {kind} to tensor<4xi32>""",
            1,
        )
        suite.add(f"ends {part}", text, [x, y, ends], [expect(want, magnitude, "f32")])


def add_carried(suite):
    """Groups of rows whose ends a loop carries, from a slice on."""
    x, w = (as_dtype(RNG.standard_normal(shape), "bf16") for shape in ((70, 64), (3, 72, 64)))
    ends = np.array([0, 5, 5, 60], np.int32)
    want, magnitude = grouped_m(wide(x), wide(w), [5, 5, 60])
    inside = np.isfinite(magnitude)
    shape, dtype, close = expect_within(
        2 * want, 2.0**-20 * np.where(inside, magnitude, 0) + 2.0**-20, DTYPES["f32"]
    )
    suite.add(
        "carried",
        """
func.func @NAME(%x: tensor<70x64xbf16>, %w: tensor<3x72x64xbf16>, %all: tensor<4xi32>,
                %zeros: tensor<70x72xf32>) -> tensor<70x72xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %first = tensor.extract_slice %all[1] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %y:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%sum = %zeros, %n = %first)
      -> (tensor<70x72xf32>, tensor<3xi32>) {
    %more = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>)
        accumulate(%sum : tensor<70x72xf32>)
      : tensor<70x64xbf16>, tensor<3x72x64xbf16> -> tensor<70x72xf32>
    %twice = arith.addi %n, %n : tensor<3xi32>
    %same = arith.subi %twice, %n : tensor<3xi32>
    scf.yield %more, %same : tensor<70x72xf32>, tensor<3xi32>
  }
  return %y#0 : tensor<70x72xf32>
}""",
        [x, w, ends, np.zeros((70, 72), np.float32)],
        [(shape, dtype, lambda got: close(got) | ~inside)],
    )


def add_rows(suite, out):
    """Rows of groups added to what lies there; others are undefined."""
    x, w = (as_dtype(RNG.standard_normal(shape), "bf16") for shape in ((70, 64), (3, 72, 64)))
    old = as_dtype(RNG.standard_normal((70, 72)), out)
    want, magnitude = grouped_m(wide(x), wide(w), [5, 5, 60])
    inside = np.isfinite(magnitude)
    result = f"tensor<70x72x{out}>"
    shape, dtype, close = expect(
        want + wide(old), np.where(inside, magnitude, 0) + np.abs(wide(old)), out
    )
    suite.add(
        f"rows onto {out}",
        f"""
func.func @NAME(%x: tensor<70x64xbf16>, %w: tensor<3x72x64xbf16>, %n: tensor<3xi32>,
                %old: {result}) -> {result} {{
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>) accumulate(%old : {result})
     : tensor<70x64xbf16>, tensor<3x72x64xbf16> -> {result}
  return %y : {result}
}}""",
        [x, w, np.array([5, 5, 60], np.int32), old],
        [(shape, dtype, lambda got: close(got) | ~inside)],
    )


def add_constant(suite):
    """Onto twos, which nobody writes out."""
    m, n = 64, 72
    x, y = operands(TOKENS, m, n, ENDS, "bf16")
    want, magnitude = grouped_k(wide(x).T, wide(y).T, ENDS)
    kind = f"tensor<4x{m}x{n}xf32>"
    text = product("bf16", "f32", m, n, (TOKENS, 4), accumulates=True)
    text = text.replace(f", %c: {kind}", "").replace(
        "{",
        f"""{{
  %c = arith.constant dense<2.0> : {kind}""",
        1,
    )
    suite.add(
        "onto twos",
        text,
        [x, y, np.array(ENDS, np.int32)],
        [expect(want + 2, magnitude + 2, "f32")],
    )


def main():
    suite = Suite()
    # Nothing is refused.
    suite.least = 1.0
    add_slices(suite)
    add_carried(suite)
    add_rows(suite, "bf16")
    add_constant(suite)
    for element, out, m, n in [("bf16", "bf16", 72, 136), ("f16", "f16", 33, 31)]:
        add(suite, ENDS, m, n, element, out, tokens=TOKENS, accumulates=True)
    # No tokens, in rows that are no multiples of 16 bytes.
    add(suite, (0, 0), 33, 31, tokens=0)
    suite.run()


if __name__ == "__main__":
    main()
