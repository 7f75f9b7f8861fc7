"""Groups of rows, batches of which some rows count, and batches, whose scales the instruction
takes, against numpy: operands quantized by the oracle, multiplied in f64.

Groups begin inside atoms of scales, and are empty, of one row and of several tiles.
"""

import numpy as np

from check_mma_sync import E2M1, E4M3, MX, ROWS, TILES, value
from harness import DTYPES, Suite, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.grouped import batch, grouped_m

M, GROUPS, N, K = 300, 4, 136, 352
FAMILIES = [
    ((E4M3, MX), (E4M3, MX), "mx_rceil"),
    ((E2M1, MX), (E2M1, MX), "mx_rceil"),
    ((E4M3, MX), (E2M1, MX), "mx_rceil"),
    ((E2M1, ROWS), (E2M1, TILES), "transformer_engine"),
]
ENDS = [(70, 70, 131, 300), (1, 4, 135, 280), (0, 129, 257, 258)]
COUNTS = [(0, 75, 33, 1)]


def make(shape, seed):
    """Values whose magnitude differs from row to row."""
    return ordinary((int(np.prod(shape[:-1])), shape[-1]), "bf16", seed).reshape(shape)


def matrices(x, side, numerics):
    """The values of a batch, quantized matrix by matrix."""
    return np.stack([value(each, *side, numerics) for each in x])


def make_text(shapes, family, numbers):
    (lhs, rhs, numerics), m = family, shapes[0][:-1]
    result = tensor_type((*m, N), "f32")
    x, w = (tensor_type(shape, "bf16") for shape in shapes)
    a, b = (scaled_type(shape, *side) for shape, side in zip(shapes, (lhs, rhs)))
    vector = f"tensor<{GROUPS}xi32>"
    groups = f" {numbers}(%n : {vector})" if numbers else ""
    op = "grouped_scaled_matmul" if numbers else "scaled_matmul"
    return f"""
func.func @NAME(%x: {x}, %w: {w}{f", %n: {vector}" if numbers else ""}) -> {result} {{
  %a = lowp.quantize %x numerics <{numerics}> : {x} -> {a}
  %b = lowp.quantize %w numerics <{numerics}> : {w} -> {b}
  %y = lowp.{op} %a, %b{groups} : {a}, {b} -> {result}
  return %y : {result}
}}"""


def add(suite, family, seed, numbers, given):
    """`given` are the ends of groups or counts, if `numbers` says so."""
    lhs, rhs, numerics = family
    rows = (M,) if numbers == "ends" else (GROUPS, 75)
    shapes = (*rows, K), (GROUPS, N, K)
    x, w = (make(s, 2 * seed + i) for i, s in enumerate(shapes))
    right = matrices(w, rhs, numerics)
    if numbers == "ends":
        want, magnitude = grouped_m(value(x, *lhs, numerics), right, list(given))
    else:
        want, magnitude = batch(matrices(x, lhs, numerics), right, given)
    bound = 2.0**-24 * (K / 8 + 8) * magnitude
    shape, dtype, check = expect_within(want, bound, DTYPES["f32"])
    inside = np.isfinite(magnitude)
    arrays = [x, w, np.array(given, np.int32)] if numbers else [x, w]
    suite.add(
        f"{family} {numbers} {given} {seed}",
        make_text(shapes, family, numbers),
        arrays,
        [(shape, dtype, lambda got: check(got) | ~inside)],
    )


def main():
    suite = Suite()
    for index, family in enumerate(FAMILIES):
        for place, ends in enumerate(ENDS):
            if place == index % len(ENDS) or index in (0, 3):
                add(suite, family, index, "ends", ends)
        add(suite, family, index, "counts", COUNTS[0])
    add(suite, FAMILIES[3], 9, "", None)
    suite.run()


main()
