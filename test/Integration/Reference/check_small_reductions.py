# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Reductions of rows of small floats, however long the rows: sums are rounded once, and
lanes exchange elements that are no whole words. Bit for bit, with special values."""

import numpy as np

from harness import Suite, expect_bits
from oracle.arithmetic import SMALL, maximum, round_to

SHAPES = [(5, 300), (3, 16), (2, 1500)]


def reduce_rows(shape, element, op, dynamic):
    rows = "?" if dynamic else shape[0]
    matrix, row, wide = (
        f"tensor<{rows}x{shape[1]}xf32>",
        f"tensor<{rows}x{element}>",
        f"tensor<{rows}xf32>",
    )
    size = "%n" if dynamic else ""
    return f"""
func.func @NAME(%x: {matrix}) -> {wide} {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : {matrix}
  %start = arith.constant -1.0 : {element}
  %empty = tensor.empty({size}) : {row}
  %init = linalg.fill ins(%start : {element}) outs(%empty : {row}) -> {row}
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}} ins(%x : {matrix}) outs(%init : {row}) {{
  ^bb0(%a: f32, %s: {element}):
    %b = arith.truncf %a : f32 to {element}
    %t = arith.{op} %b, %s : {element}
    linalg.yield %t : {element}
  }} -> {row}
  %z = arith.extf %y : {row} to {wide}
  return %z : {wide}
}}"""


def draw(shape):
    """Quarters, of which f32 holds every sum, and what is special in one row."""
    rng = np.random.default_rng(shape[1])
    x = rng.integers(-16, 17, shape).astype(np.float32) / 4
    x[0, 3:8] = [np.inf, -0.0, 1e-6, -1e-3, 1000.0]
    if shape[0] > 2:
        x[2, 5] = np.nan
    return x


def fold(x, op, element):
    """x, elements of the format in f64, from -1 on."""
    with np.errstate(all="ignore"):
        if op == "addf":
            return round_to(x.sum(1) - 1, element)
        want = np.full(len(x), -1.0)
        for column in x.T:
            want = maximum(want, column, 1.0 if op == "maximumf" else -1.0)
        return round_to(want, element)


def main():
    suite = Suite()
    for element in [name for name in SMALL if "16" not in name]:
        for number, op in enumerate(["addf", "maximumf", "minimumf"]):
            for shape in SHAPES:
                x = draw(shape)
                with np.errstate(all="ignore"):
                    kept = round_to(x.astype(np.float64), element).astype(np.float64)
                want = fold(kept, op, element).astype(np.float32)
                suite.add(
                    f"{op} of {element}, {shape}",
                    reduce_rows(shape, element, op, dynamic=number == 1),
                    [x],
                    [expect_bits(want)],
                )
    suite.run()


if __name__ == "__main__":
    main()
