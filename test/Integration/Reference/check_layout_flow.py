# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Operands of matmuls that lie otherwise than kernels read them, and scaled values that
flow through loops and branches on their way to one.

Arguments have all orders and layouts, with garbage where nobody may look.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.data_layouts import IDENTITY, panels
from oracle.layouts import store_scales
from oracle.matmul import matmul
from oracle.quantize import PRESETS, dequantize, quantize

ELEMENT = "f8E4M3FN"
STORAGES = list(itertools.product([(0, 1), (1, 0)], [IDENTITY, panels(64), panels(48)]))
ROWS, TILES = "#lowp.block<1x128>", "#lowp.block<128x128>"
K = 256
RNG = np.random.default_rng(7)


def garbage(shape, dtype):
    """Padding that nobody may look at."""
    return np.full(shape, 0x77, np.uint8).view(dtype)


def make_operand(shape, recipe, storage, scale_layout, seed):
    """Its type, its tensors and its values."""
    order, layout = storage
    data, scales = quantize(ordinary(shape, "f32", seed=seed), ELEMENT, recipe, PRESETS["torchao"])
    stored = layout.store(np.ascontiguousarray(data.transpose(order)), garbage)
    kind = scaled_type(shape, ELEMENT, recipe, order, scale_layout, data=layout)
    return (
        kind,
        [stored, store_scales(scales, scale_layout)],
        dequantize(data, scales, recipe, dtype=np.float64),
    )


def add_arguments(suite, left, right, recipe, scale_layouts):
    m, n = 100, 136
    a, given_a, x = make_operand(
        (m, K), ROWS if recipe != "#lowp.rowwise" else recipe, left, scale_layouts[0], seed=1
    )
    b, given_b, w = make_operand((n, K), recipe, right, scale_layouts[1], seed=2)
    want, magnitude = matmul(x, w)
    out = tensor_type((m, n), "f32")
    # Tensor cores keep 13 bits of a sum; one element in another's place is more.
    bound = 2.0**-11 * magnitude
    suite.add(
        f"arguments {a} {b}",
        f"""
func.func @NAME(%a: {a}, %b: {b}) -> {out} {{
  %y = lowp.scaled_matmul %a, %b : {a}, {b} -> {out}
  return %y : {out}
}}""",
        given_a + given_b,
        [expect_within(want, bound, DTYPES["f32"])],
    )


def make_permutation():
    """A weight that only moves columns, so that all values stay what they are."""
    places = RNG.permutation(K)
    weight = np.zeros((K, K), np.float32)
    weight[np.arange(K), places] = 1
    return weight.astype(DTYPES[ELEMENT]), np.ones((K // 128, K // 128), np.float32), places


def requantized(x):
    return dequantize(*quantize(x, ELEMENT, ROWS, PRESETS["torchao"]), ROWS)


UNKNOWN = f"tensor<?x{K}xf32>"
SCALED = f"!lowp.scaled<?x{K}x{ELEMENT}, {ROWS}>"
WEIGHT = f"!lowp.scaled<{K}x{K}x{ELEMENT}, {TILES}>"


def add_loop(suite, rows):
    """A step for every 16 rows, each of which multiplies what the one before wrote."""
    data, scales, places = make_permutation()
    x = ordinary((rows, K), "f32", seed=rows)
    want = x
    for _ in range(0, rows, 16):
        want = requantized(want)[:, places]
    suite.add(
        f"loop {rows}",
        f"""
func.func @NAME(%x: {UNKNOWN}, %w: {WEIGHT}) -> {UNKNOWN} {{
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %m = tensor.dim %x, %c0 : {UNKNOWN}
  %first = lowp.quantize %x numerics <torchao> : {UNKNOWN} -> {SCALED}
  %r:2 = scf.for %i = %c0 to %m step %c16 iter_args(%q = %first, %old = %x)
      -> ({SCALED}, {UNKNOWN}) {{
    %y = lowp.scaled_matmul %q, %w : {SCALED}, {WEIGHT} -> {UNKNOWN}
    %next = lowp.quantize %y numerics <torchao> : {UNKNOWN} -> {SCALED}
    scf.yield %next, %y : {SCALED}, {UNKNOWN}
  }}
  return %r#1 : {UNKNOWN}
}}""",
        [x, data, scales],
        [expect_bits(want)],
    )


def add_branch(suite, rows):
    """Few rows are quantized as they are, many as their negatives."""
    data, scales, places = make_permutation()
    x = ordinary((rows, K), "f32", seed=rows)
    want = requantized(x if rows < 20 else -x)[:, places]
    suite.add(
        f"branch {rows}",
        f"""
func.func @NAME(%x: {UNKNOWN}, %w: {WEIGHT}) -> {UNKNOWN} {{
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %m = tensor.dim %x, %c0 : {UNKNOWN}
  %few = arith.cmpi slt, %m, %c20 : index
  %q = scf.if %few -> ({SCALED}) {{
    %then = lowp.quantize %x numerics <torchao> : {UNKNOWN} -> {SCALED}
    scf.yield %then : {SCALED}
  }} else {{
    %init = tensor.empty(%m) : {UNKNOWN}
    %n = linalg.negf ins(%x : {UNKNOWN}) outs(%init : {UNKNOWN}) -> {UNKNOWN}
    %else = lowp.quantize %n numerics <torchao> : {UNKNOWN} -> {SCALED}
    scf.yield %else : {SCALED}
  }}
  %y = lowp.scaled_matmul %q, %w : {SCALED}, {WEIGHT} -> {UNKNOWN}
  return %y : {UNKNOWN}
}}""",
        [x, data, scales],
        [expect_bits(want)],
    )


def main():
    suite = Suite()
    mn_major, compact = "#lowp.mn_major", "#lowp.compact"
    for left, right in zip(STORAGES, STORAGES[::-1]):
        add_arguments(suite, left, right, TILES, (compact, mn_major))
        add_arguments(suite, left, right, ROWS, (mn_major, compact))
        add_arguments(suite, left, right, "#lowp.rowwise", (compact, compact))
    for rows in (1, 16, 17, 40):
        add_loop(suite, rows)
    for rows in (1, 19, 20, 33):
        add_branch(suite, rows)
    suite.run()


if __name__ == "__main__":
    main()
