# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Sums of the rows of a matrix that is quantized in both orders, as a bias's gradient is.

A tile of the quantize adds up its rows. Data and scales bit for bit, sums in f32 within
what their order may change; of an argument, of a product, and through reshapes.
"""

import itertools

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, tensor_of, wide
from harness import DTYPES, Suite, expect_bits, expect_within

# Rows that parts of 64 and 16 divide, and ragged columns; 128 and 300 keep a kernel for the sum.
SHAPES = [(256, 512), (1024, 136), (448, 384), (272, 200), (128, 40), (300, 136)]
TARGETS = ["both", "both mx", "three", "1x128"]


def add_up(value, shape):
    """Text of the sum of the rows of `value`, of f32."""
    rows, columns = shape
    return f"""  %none = tensor.empty() : tensor<{columns}xf32>
  %zero = arith.constant 0.0 : f32
  %start = linalg.fill ins(%zero : f32) outs(%none : tensor<{columns}xf32>) -> tensor<{columns}xf32>
  %sum = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}} ins({value} : tensor<{rows}x{columns}xbf16>)
      outs(%start : tensor<{columns}xf32>) {{
  ^bb0(%a: bf16, %old: f32):
    %b = arith.extf %a : bf16 to f32
    %c = arith.addf %old, %b : f32
    linalg.yield %c : f32
  }} -> tensor<{columns}xf32>"""


def through_heads(shape):
    """Text that reads %x twice, once through the sizes of heads."""
    rows, columns = shape
    heads = f"tensor<{rows}x{columns // 8}x8xbf16>"
    matrix = f"tensor<{rows}x{columns}xbf16>"
    return f"""  %heads = tensor.expand_shape %x [[0], [1, 2]] output_shape [{rows}, {columns // 8}, 8]
      : {matrix} into {heads}
  %y = tensor.collapse_shape %heads [[0], [1, 2]] : {heads} into {matrix}"""


def make_function(shape, targets, results, producer, value):
    matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
    text, names = fusions.quantizes(shape, targets, "%x" if value == "heads" else value)
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> ({kinds}) {{
  %empty = tensor.empty() : {matrix}
{producer}
{text}
{add_up("%y" if value == "heads" else value, shape)}
  return {", ".join([*names, "%sum"])} : {kinds}
}}"""


def draw(shape):
    """Random numbers, subnormal ones and zeros; an Inf and a NaN in a column each."""
    x = RNG.standard_normal(shape).astype(np.float32)
    x[:, 0], x[:, 1] = 1e-39, 0
    x[5, 2], x[7, 3] = np.inf, np.nan
    return x.astype(DTYPES["bf16"])


def add_sums(suite):
    for shape, name in itertools.product(SHAPES, TARGETS):
        matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
        full = [("%" + operand, matrix, "i, j") for operand in "xr"]
        product = "  %y = " + generic(full, fusions.SCALE_COLUMNS, shape)
        x, r = draw(shape), RNG.standard_normal(shape).astype(DTYPES["bf16"])
        with np.errstate(all="ignore"):
            cases = {
                "argument": ("", "%x", x),
                "product": (product, "%y", round_bf16(wide(x) * wide(r))),
                "heads": (through_heads(shape), "heads", x),
            }
        for label, (producer, value, y) in cases.items():
            targets = fusions.TARGETS[name]
            parts = [part for target in targets for part in fusions.stored(y, target)]
            with np.errstate(all="ignore"):
                total = y.astype(np.float64).sum(0)
                bound = 2.0**-23 * shape[0] * np.abs(y.astype(np.float64)).sum(0)
            results = [*parts, total.astype(np.float32)]
            suite.add(
                f"{label}, {name}, {shape}",
                make_function(shape, targets, results, producer, value),
                [x, r],
                [*map(expect_bits, parts), expect_within(total, bound, np.dtype("f4"))],
            )


def main():
    suite = Suite()
    add_sums(suite)
    suite.run()


if __name__ == "__main__":
    main()
