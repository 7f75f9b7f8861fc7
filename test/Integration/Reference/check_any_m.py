# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls whose M only the call knows, at many M: on a GPU each M may have another
kernel, and one program runs them all.

Elements are small integers and scales powers of two, so that every sum is exact in
any order and results are equal whatever kernel computes them.
"""

import os
import sys

import numpy as np

from harness import Suite, expect_within
from oracle.formats import DTYPES

ON_GPU = "--gpu" in sys.argv
# Ends of tiles and rows beyond them, and sizes between.
FEW = [1, 2, 7, 16, 63, 64, 65, 100, 128, 129]
MANY = [
    8,
    24,
    33,
    96,
    127,
    160,
    191,
    192,
    193,
    255,
    256,
    257,
    300,
    384,
    385,
    500,
    512,
    513,
    640,
    700,
    768,
    896,
    1000,
    1023,
    1024,
    1025,
    1280,
    1500,
    1536,
    2047,
    2048,
    2049,
    3000,
    4095,
    4096,
    4097,
    6000,
    8192,
    8193,
]
# For the simulator, which computes a thousandth of what a GPU does: some that are larger than
# all tiles, and one for the last config of a table.
LARGE = [192, 257, 700, 2049]
# Sizes of weights: N x K. Enough on the GPU for most ways to divide the work.
ROWS, WEIGHTS, BATCHES = FEW, [(136, 256)], [(3, 40, 64)]
if "LOWP_CUDA_DRIVER" in os.environ and ON_GPU:
    ROWS, WEIGHTS, BATCHES = FEW + LARGE, [(264, 400)], [(2, 136, 64)]
elif ON_GPU:
    ROWS, WEIGHTS, BATCHES = FEW + MANY, [(1024, 2048), (2048, 512), (264, 400)], [(3, 256, 128)]
# Recipes of lhs and rhs, and whether sums may stay in the tensor core.
KINDS = [
    ("tensorwise", "tensorwise", True),
    ("rowwise", "rowwise", True),
    ("rowwise", "rowwise", False),
    ("block<1x128>", "block<128x128>", False),
    ("block<1x128>", "block<1x128>", False),
]
BLOCKS = {
    "tensorwise": (None, None),
    "rowwise": (1, None),
    "block<1x128>": (1, 128),
    "block<128x128>": (128, 128),
}


def count_blocks(recipe, rows, columns):
    """How many scales a matrix has, along each dimension."""
    return [
        1 if extent is None else -(-size // extent)
        for extent, size in zip(BLOCKS[recipe], (rows, columns))
    ]


class Matrix:
    """Integers, and their scales."""

    def __init__(self, rng, rows, columns, recipe):
        self.data = rng.integers(-1, 3, (rows, columns)).astype(np.float32)
        shape = count_blocks(recipe, rows, columns)
        self.scales = np.exp2(rng.integers(-1, 2, shape)).astype(np.float32)
        self.extents = [
            size if extent is None else extent
            for extent, size in zip(BLOCKS[recipe], (rows, columns))
        ]

    def values(self):
        wide = self.scales.repeat(self.extents[0], 0).repeat(self.extents[1], 1)
        return self.data * wide[: self.data.shape[0], : self.data.shape[1]]

    def tensors(self):
        return [self.data.astype(DTYPES["f8E4M3FN"]), self.scales]


def scaled_function(lhs, rhs, fast, n, k):
    def types(rows, recipe):
        blocks = count_blocks(recipe, 1 << 20 if rows == "?" else rows, k)
        along = "?" if rows == "?" and BLOCKS[recipe][0] else blocks[0]
        return (
            f"tensor<{rows}x{k}xf8E4M3FN>",
            f"tensor<{along}x{blocks[1]}xf32>",
            f"!lowp.scaled<{rows}x{k}xf8E4M3FN, #lowp.{recipe}>",
        )

    (a, sa, x), (b, sb, w) = types("?", lhs), types(n, rhs)
    flag = " fast_accumulation" if fast else ""
    return f"""
func.func @NAME(%a: {a}, %sa: {sa}, %b: {b}, %sb: {sb}) -> tensor<?x{n}xf32> {{
  %x = lowp.make_scaled %a, %sa : {a}, {sa} -> {x}
  %w = lowp.make_scaled %b, %sb : {b}, {sb} -> {w}
  %y = lowp.scaled_matmul %x, %w{flag} : {x}, {w} -> tensor<?x{n}xf32>
  return %y : tensor<?x{n}xf32>
}}"""


def batch_function(count, n, k):
    a, b, c = (
        f"tensor<{count}x{sizes}>" for sizes in (f"?x{k}xbf16", f"{k}x{n}xbf16", f"?x{n}xf32")
    )
    return f"""
func.func @NAME(%a: {a}, %b: {b}) -> {c} {{
  %one = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %one : {a}
  %empty = tensor.empty(%m) : {c}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {c}) -> {c}
  %y = linalg.batch_matmul ins(%a, %b : {a}, {b}) outs(%init : {c}) -> {c}
  return %y : {c}
}}"""


def add_exact(suite, label, function, operands, want):
    suite.add(label, function, operands, [expect_within(want, 0, DTYPES["f32"])])


def add_scaled(suite, rng, kind, n, k):
    function = scaled_function(*kind, n, k)
    rhs = Matrix(rng, n, k, kind[1])
    weights = rhs.values().T
    for m in ROWS:
        lhs = Matrix(rng, m, k, kind[0])
        add_exact(
            suite,
            f"{kind} {m}x{n}x{k}",
            function,
            lhs.tensors() + rhs.tensors(),
            lhs.values() @ weights,
        )


def add_batch(suite, rng, count, n, k):
    function = batch_function(count, n, k)
    for m in ROWS:
        a = rng.integers(-1, 3, (count, m, k)).astype(np.float32)
        b = rng.integers(-1, 3, (count, k, n)).astype(np.float32)
        operands = [each.astype(DTYPES["bf16"]) for each in (a, b)]
        add_exact(suite, f"batch {count}x{m}x{n}x{k}", function, operands, a @ b)


suite, rng = Suite(), np.random.default_rng(17)
for kind in KINDS:
    for n, k in WEIGHTS:
        add_scaled(suite, rng, kind, n, k)
for count, n, k in BATCHES:
    add_batch(suite, rng, count, n, k)
suite.run()
