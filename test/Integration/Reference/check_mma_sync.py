"""Products of each family of kernels of sm_120a against numpy: quantized by the oracle,
multiplied in f64. One shape and one seed of each; with LOWP_LONG_TESTS three of either."""

import os

import numpy as np

from harness import DTYPES, Suite, as_dtype, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.matmul import matmul
from oracle.quantize import PRESETS, dequantize, quantize

E4M3, E5M2, E2M3, E3M2, E2M1 = "f8E4M3FN", "f8E5M2", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"
MX, ROWS, TILES = "#lowp.mx<1x32>", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>"
BLOCK, SQUARE = "#lowp.block<1x128>", "#lowp.block<128x128>"
# Elements and recipes of both operands, and numerics; None for floats without scales.
FAMILIES = [
    (("bf16", None), ("bf16", None), None),
    (("f16", None), ("f16", None), None),
    ((E4M3, "#lowp.tensorwise"), (E4M3, "#lowp.tensorwise"), "torchao"),
    ((E5M2, "#lowp.rowwise"), (E4M3, "#lowp.rowwise"), "torchao_rowwise"),
    ((E4M3, BLOCK), (E4M3, SQUARE), "torchao"),
    ((E4M3, BLOCK), (E4M3, BLOCK), "torchao"),
    ((E5M2, MX), (E4M3, MX), "mx_rceil"),
    ((E2M1, MX), (E2M1, MX), "mx_rceil"),
    ((E2M1, ROWS), (E2M1, TILES), "transformer_engine"),
    ((E4M3, MX), (E2M1, MX), "mx_rceil"),
    ((E2M1, MX), (E5M2, MX), "mx_rceil"),
    ((E2M3, MX), (E3M2, MX), "mx_rceil"),
    ((E3M2, MX), (E2M1, MX), "mx_rceil"),
]
# M, N and K: ragged ends, several tiles of a CTA, more blocks of K than stages and no multiple.
SHAPES = [(131, 136, 352), (392, 264, 160), (64, 128, 1664)]
IS_LONG = bool(os.environ.get("LOWP_LONG_TESTS"))


def value(x, element, recipe, numerics):
    """What is left of `x` in f64, and how it is written as an operand."""
    if recipe is None:
        return as_dtype(x, element).astype(np.float64)
    data, scales, *rest = quantize(
        as_dtype(x, "bf16"), element, recipe, PRESETS[numerics], "decode"
    )
    return dequantize(
        data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
    )


def make_text(shapes, family):
    (lhs, rhs, numerics), result = family, tensor_type((shapes[0][0], shapes[1][0]), "f32")
    if numerics is None:
        x, w = (tensor_type(shape, lhs[0]) for shape in shapes)
        return f"""
func.func @NAME(%x: {x}, %w: {w}) -> {result} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {result}
  %i = linalg.fill ins(%zero : f32) outs(%e : {result}) -> {result}
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : {x}, {w}) outs(%i : {result}) -> {result}
  return %y : {result}
}}"""
    x, w = (tensor_type(shape, "bf16") for shape in shapes)
    a, b = (scaled_type(shape, *side) for shape, side in zip(shapes, (lhs, rhs)))
    return f"""
func.func @NAME(%x: {x}, %w: {w}) -> {result} {{
  %a = lowp.quantize %x numerics <{numerics}> : {x} -> {a}
  %b = lowp.quantize %w numerics <{numerics}> : {w} -> {b}
  %y = lowp.scaled_matmul %a, %b : {a}, {b} -> {result}
  return %y : {result}
}}"""


def add(suite, family, shape, seed):
    lhs, rhs, numerics = family
    shapes = (shape[0], shape[2]), (shape[1], shape[2])
    element = lhs[0] if numerics is None else "bf16"
    x, w = (ordinary(s, element, 2 * seed + i) for i, s in enumerate(shapes))
    want, magnitude = matmul(value(x, *lhs, numerics), value(w, *rhs, numerics))
    # Sums in f32, a rounding for each block of K, each scale and the element.
    bound = 2.0**-24 * (shape[2] / 8 + 8) * magnitude
    suite.add(
        f"{family} {shape} {seed}",
        make_text(shapes, family),
        [x, w],
        [expect_within(want, bound, DTYPES["f32"])],
    )


def main():
    suite = Suite()
    for index, family in enumerate(FAMILIES):
        for place, shape in enumerate(SHAPES):
            for seed in range(3):
                if IS_LONG or (place == index % len(SHAPES) and seed == 0):
                    add(suite, family, shape, seed)
    suite.least = 1.0
    suite.run()


if __name__ == "__main__":
    main()
