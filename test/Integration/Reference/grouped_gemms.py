"""Operands and functions of grouped matmuls in kernels, and what is expected of rows in
groups and of those in none, which no kernel writes."""

import numpy as np

import hosts
from harness import as_dtype, expect_within
from oracle.formats import DTYPES
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize

# Scales of tokens as kernels read them, so that nobody copies those of rows in no group.
LAYOUTS = {"#lowp.block<1x128>": "#lowp.mn_major"}
_K_CONFIG = (
    "tile = [{}, {}, 128], cluster = [1, 1], stages = {}, unroll = {}, group_m = {}, "
    "epilogue_stages = {}"
)
# Configs for scaled groups of K: tiles of one and two warpgroups, of part of a block of columns and
# of two, one whose columns are promoted half by half.
K_CONFIGS = [
    _K_CONFIG.format(64, 64, 2, 1, 1, 1),
    _K_CONFIG.format(128, 128, 4, 1, 4, 2),
    _K_CONFIG.format(128, 256, 3, 1, 16, 2) + ", pdl = late",
]


class Scaled:
    """A matrix or a batch of them: its type, its tensors, its values."""

    def __init__(self, x, element, recipe, preset):
        layout = LAYOUTS.get(recipe, "#lowp.compact")
        parts, values = [], []
        for matrix in x if x.ndim == 3 else x[None]:
            data, scales, *second = quantize(matrix, element, recipe, PRESETS[preset])
            parts.append([store_data(data, (0, 1)), store_scales(scales, layout), *second])
            whole = second[0] if second else None
            values.append(dequantize(data, scales, recipe, dtype=np.float64, global_scale=whole))
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
        if tensor.shape[: inside.ndim] == inside.shape:
            tensor.view("u1").reshape(*tensor.shape[: inside.ndim], -1)[~inside] = 0xFF


def add(suite, label, lhs, rhs, keyword, numbers, sizes, expected, out, config=None):
    """`sizes` are those of lhs, rhs, result and numbers, as text."""
    op = "grouped_scaled_matmul" if isinstance(lhs, Scaled) else "grouped_matmul"
    left, right = lhs.type(sizes[0]), rhs.type(sizes[1])
    result, vector = f"tensor<{sizes[2]}x{out}>", f"tensor<{sizes[3]}xi32>"
    attributes = f" {{lowp_gpu.config = #lowp_gpu.config<{config}>}}" if config else ""
    suite.add(
        f"{label} {numbers}",
        f"""
func.func @NAME(%a: {left}, %b: {right}, %n: {vector}) -> {result} {{
  %y = lowp.{op} %a, %b {keyword}(%n : {vector}){attributes} : {left}, {right} -> {result}
  return %y : {result}
}}""",
        [*lhs.tensors, *rhs.tensors, np.array(numbers, np.int32)],
        [expected],
    )
