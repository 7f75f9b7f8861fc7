"""Grouped matmuls in kernels: groups of rows of any sizes, from any row on, and batches of
which some rows count; each kind of scales, and floats without.

What lies in no group is NaN in the inputs. A kernel does not write rows in no group, so
that they keep what the caller's buffer held.
"""

import numpy as np

import hosts
from harness import Suite, as_dtype, expect_within
from oracle.formats import DTYPES
from oracle.grouped import batch, grouped_m
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize

RNG = np.random.default_rng(40)
ROWS, GROUPS, COLUMNS, K = 333, 5, 136, 272
# Sizes of groups, as many as rows or fewer.
DRAWS = [
    (64, 129, 0, 60, 80),    # whole tiles, ragged ones, an empty group
    (1, 2, 131, 3, 192),     # starts that are no multiples of 4; the last rows
    (0, 0, 333, 0, 0),       # all rows in one group
    (0, 0, 0, 0, 0),         # no rows
    (5, 63, 65, 127, 7),     # rows behind the last group
]
# Tiles of two warpgroups along M, in two N subtiles, and along N; whose stores take one
# step and several. What these small matrices get by themselves has 64 rows.
CONFIGS = [
    "tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 4, group_m = 16, "
    "epilogue_stages = 2, pdl = late",
    "tile = [64, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, "
    "epilogue_stages = 1, warpgroups = [1, 2]",
]
# Element, recipes of activations and of weights, preset.
FAMILIES = [
    ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<128x128>", "torchao"),
    ("f8E4M3FN", "#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise"),
    ("f8E4M3FN", "#lowp.tensorwise", "#lowp.tensorwise", "torchao"),
    ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<1x128>", "torchao"),
]
# Scales of tokens as kernels read them, so that nobody copies those of rows in no group.
LAYOUTS = {"#lowp.block<1x128>": "#lowp.mn_major"}


class Scaled:
    """A matrix or a batch of them: its type, its tensors, its values."""

    def __init__(self, x, element, recipe, preset, layout="#lowp.compact"):
        parts, values = [], []
        for matrix in x if x.ndim == 3 else x[None]:
            data, scales = quantize(matrix, element, recipe, PRESETS[preset])
            parts.append([store_data(data, (0, 1)), store_scales(scales, layout)])
            values.append(dequantize(data, scales, recipe, dtype=np.float64))
        stacked = [np.stack(part) for part in zip(*parts)]
        self.tensors = stacked if x.ndim == 3 else [part[0] for part in stacked]
        self.values = np.stack(values) if x.ndim == 3 else values[0]
        self.text = f"x{element}, {recipe}, scales = {layout}>"

    def type(self, sizes):
        return f"!lowp.scaled<{sizes}{self.text}"


class Plain:
    """The same of floats."""

    def __init__(self, x, element):
        self.tensors = [as_dtype(x, element)]
        self.values = self.tensors[0].astype(np.float64)
        self.element = element

    def type(self, sizes):
        return f"tensor<{sizes}x{self.element}>"


def expect(want, magnitude, inside, element):
    """Sums in f32, rounded once; rows outside keep what the hosts write first."""
    digits = {"bf16": 8, "f16": 11, "f32": 24}[element]
    bound = 2.0**-digits * np.abs(want) + 2.0**-12 * np.where(inside, magnitude, 0)
    shape, dtype, close = expect_within(want, bound, DTYPES[element])
    poison = hosts.poisoned((1,), dtype)

    def check(got):
        kept = got.view(f"u{dtype.itemsize}") == poison.view(f"u{dtype.itemsize}")
        return np.where(inside, close(got), kept)

    return shape, dtype, check


def spoil(operand, inside):
    """NaN in all elements of rows that are in no group."""
    for tensor in operand.tensors:
        if tensor.shape[:inside.ndim] == inside.shape:
            tensor.view("u1").reshape(*tensor.shape[:inside.ndim], -1)[~inside] = 0xFF


def add(suite, label, lhs, rhs, keyword, numbers, sizes, expected, out, config=None):
    """`sizes` are those of lhs, rhs, result and numbers, as text."""
    op = "grouped_scaled_matmul" if isinstance(lhs, Scaled) else "grouped_matmul"
    left, right = lhs.type(sizes[0]), rhs.type(sizes[1])
    result, vector = f"tensor<{sizes[2]}x{out}>", f"tensor<{sizes[3]}xi32>"
    attributes = f" {{lowp_gpu.config = #lowp_gpu.config<{config}>}}" if config else ""
    suite.add(f"{label} {numbers}", f"""
func.func @NAME(%a: {left}, %b: {right}, %n: {vector}) -> {result} {{
  %y = lowp.{op} %a, %b {keyword}(%n : {vector}){attributes} : {left}, {right} -> {result}
  return %y : {result}
}}""", [*lhs.tensors, *rhs.tensors, np.array(numbers, np.int32)], [expected])


def add_rows(suite, make, out, dynamic, draws=DRAWS, config=None):
    """`make(x, is_left)` is an operand."""
    rhs = make(RNG.standard_normal((GROUPS, COLUMNS, K)).astype(np.float32), False)
    for draw in draws:
        lhs = make(RNG.standard_normal((ROWS, K)).astype(np.float32), True)
        ends = np.cumsum(draw)
        inside = np.arange(ROWS) < ends[-1]
        want, magnitude = grouped_m(lhs.values, rhs.values, list(ends))
        spoil(lhs, inside)
        m, g = ("?", "?") if dynamic else (ROWS, GROUPS)
        sizes = f"{m}x{K}", f"{g}x{COLUMNS}x{K}", f"{m}x{COLUMNS}", g
        add(suite, "rows", lhs, rhs, "offsets", ends, sizes,
            expect(want, magnitude, inside[:, None], out), out, config)


def add_counts(suite, make, out, counts=(0, 100, 1, 65, 64)):
    rows = 100
    rhs = make(RNG.standard_normal((GROUPS, COLUMNS, K)).astype(np.float32), False)
    lhs = make(RNG.standard_normal((GROUPS, rows, K)).astype(np.float32), True)
    inside = np.arange(rows)[None] < np.array(counts)[:, None]
    want, magnitude = batch(lhs.values, rhs.values, counts)
    spoil(lhs, inside)
    sizes = (f"{GROUPS}x{rows}x{K}", f"{GROUPS}x{COLUMNS}x{K}",
             f"{GROUPS}x{rows}x{COLUMNS}", GROUPS)
    add(suite, "counts", lhs, rhs, "counts", counts, sizes,
        expect(want, magnitude, inside[..., None], out), out)


def main():
    suite = Suite()
    for index, (element, left, right, preset) in enumerate(FAMILIES):
        def make(x, is_left):
            recipe = left if is_left else right
            return Scaled(x, element, recipe, preset, LAYOUTS.get(recipe, "#lowp.compact"))

        add_rows(suite, make, "f32" if index == 3 else "bf16", dynamic=index == 0)
        add_rows(suite, make, "bf16", dynamic=index == 1, draws=DRAWS[1:2])
        add_counts(suite, make, "bf16")
        for config in CONFIGS if index in (0, 3) else CONFIGS[:1]:
            add_rows(suite, make, "bf16", dynamic=False, draws=DRAWS[:2], config=config)
    for element in "bf16", "f16":
        config = CONFIGS[0].replace("128]", "64]", 1)
        add_rows(suite, lambda x, _: Plain(x, element), element, False, DRAWS[:2], config)
        add_rows(suite, lambda x, _: Plain(x, element), element, element == "f16")
        add_counts(suite, lambda x, _: Plain(x, element), element)
    suite.run()


if __name__ == "__main__":
    main()
