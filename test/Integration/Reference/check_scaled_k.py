# REQUIRES: numpy
# RUN: %python %s --sample=4 --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Scaled groups of K: gradients of experts' weights whose operands are quantized, each group
on its own, its data at a multiple of 128.

What lies after the last group is NaN in the inputs. Each group has a matrix of the result,
which is zeros, or what was there, where the group is empty.
"""

import os
import sys

import numpy as np

from grouped_gemms import K_CONFIGS, Scaled
from harness import Suite, as_dtype, expect_bits, expect_within
from oracle.formats import DTYPES

RNG = np.random.default_rng(53)
BLOCK, TILE = "#lowp.block<1x128>", "#lowp.block<128x128>"
# A preset, the elements and blocks of both operands, and how they are quantized.
FP8 = "f8E4M3FN"
TILES = "block_1x128_128x128", (FP8, BLOCK), (FP8, TILE), "torchao"
BLOCKS = "block_1x128_1x128", (FP8, BLOCK), (FP8, BLOCK), "torchao"
# A scale for each row of a group, or for all of it: sums are fast.
ROWS = "rowwise", *[(FP8, "#lowp.rowwise")] * 2, "torchao_rowwise"
WHOLE = "tensorwise", *[(FP8, "#lowp.tensorwise")] * 2, "torchao"
INT_MAX = 2**31 - 1
DRAWS = [
    (300, (64, 193, 193, 257, 300)),  # ragged groups, an empty one
    (300, (1, 3, 66, 131, 131)),  # starts anywhere, tokens behind the last group
    (700, (0, 0, 641, 641, 700)),  # several blocks, empty groups around
    (70, (0, 0, 0, 0, 0)),  # no group has tokens
    (512, (128, 256, 256, 384, 512)),  # whole blocks
]
# Ends that are no such, which the CPU refuses and kernels clamp.
WRONG_DRAWS = [(300, (250, 20, 100, -3, 290)), (9, (INT_MAX, 0, -INT_MAX - 1, 7, 9))]


def clamp(given, tokens):
    """The ends that the Specification names."""
    return np.clip(np.maximum.accumulate([0, *given])[1:], 0, tokens).astype(int)


def expected(dy, x, ends, recipe):
    """The products of each group, quantized on its own, and of magnitudes."""
    _, left, right, numerics = recipe
    want = np.zeros((len(ends), dy.shape[1], x.shape[1]))
    magnitude = np.zeros_like(want)
    first = 0
    for group, end in enumerate(ends):
        if end > first:
            lhs, rhs = (
                Scaled(
                    np.ascontiguousarray(each[first:end].T).astype(np.float32),
                    *kind,
                    numerics,
                ).values
                for each, kind in ((dy, left), (x, right))
            )
            want[group], magnitude[group] = lhs @ rhs.T, np.abs(lhs) @ np.abs(rhs).T
        first = max(first, end)
    return want, magnitude


def function(recipe, m, n, sizes, out, config, accumulates):
    tokens, groups = sizes
    size = "%t" if tokens == "?" else ""
    lines, turned = "", []
    for name, columns in (("a", m), ("b", n)):
        plain, kind = f"tensor<{tokens}x{columns}xbf16>", f"tensor<{columns}x{tokens}xbf16>"
        turned.append(kind)
        lines += f"""
  %{name}e = tensor.empty({size}) : {kind}
  %{name}t = linalg.transpose ins(%{name} : {plain}) outs(%{name}e : {kind}) permutation = [1, 0]"""
    dim = (
        f"""
  %zero = arith.constant 0 : index
  %t = tensor.dim %a, %zero : tensor<?x{m}xbf16>"""
        if size
        else ""
    )
    result, numbers = f"tensor<{groups}x{m}x{n}x{out}>", f"tensor<{groups}xi32>"
    extra = f", %c: {result}" if accumulates else ""
    added = f" accumulate(%c : {result})" if accumulates else ""
    chosen = f", lowp_gpu.config = #lowp_gpu.config<{config}>" if config else ""
    return f"""
func.func @NAME(%a: tensor<{tokens}x{m}xbf16>, %b: tensor<{tokens}x{n}xbf16>, %n: {numbers}{extra})
    -> {result} {{{dim}{lines}
  %y = lowp.grouped_matmul %at, %bt ends(%n : {numbers}){added}
     {{lowp.recipe = #lowp.matmul_recipe<{recipe[0]}>{chosen}}}
     : {turned[0]}, {turned[1]} -> {result}
  return %y : {result}
}}"""


# Blocks of 128 columns and a part of one; for tiles of kernels two and a part, and one of rows.
IN_TILES = "--gpu" in sys.argv or "LOWP_LONG_TESTS" in os.environ
HEIGHT, WIDTH = (144, 272) if IN_TILES else (24, 136)


def strain(dy, x, ends):
    """Values near both ends of the type in the first group; NaN in a column of each operand, in
    the second."""
    dy[: ends[0]] *= np.array(2.0**120, dy.dtype)
    x[: ends[0]] *= np.array(2.0**-120, x.dtype)
    dy[ends[0], 5] = x[ends[1] - 1, 3] = np.nan


def add(
    suite,
    draw,
    recipe,
    m=HEIGHT,
    n=WIDTH,
    out="bf16",
    config="",
    dynamic=False,
    accumulates=False,
    is_strained=False,
):
    tokens, given = draw
    ends = clamp(given, tokens)
    dy, x = (
        as_dtype(RNG.standard_normal((tokens, size)) * np.exp2(RNG.integers(-4, 5, size)), "bf16")
        for size in (m, n)
    )
    if is_strained:
        strain(dy, x, ends)
    with np.errstate(all="ignore"):
        want, magnitude = expected(dy, x, ends, recipe)
    dy[ends[-1] :], x[ends[-1] :] = np.nan, np.nan
    inputs = [dy, x, np.array(given, np.int32)]
    if accumulates:
        init = as_dtype(RNG.standard_normal(want.shape), out)
        inputs.append(init)
        want, magnitude = want + init, magnitude + np.abs(init)
    digits = 2.0**-11 if recipe in (ROWS, WHOLE) else 2.0**-12
    bound = 2.0 ** -{"bf16": 8, "f32": 22}[out] * np.abs(want) + digits * magnitude
    sizes = "?" if dynamic else tokens, len(given)
    suite.add(
        f"{draw} {recipe[0]} {m}x{n} {out} {config}{' strained' * is_strained}",
        function(recipe, m, n, sizes, out, config, accumulates),
        inputs,
        [expect_within(want, bound, DTYPES[out])],
    )


def add_spread(suite):
    """Rows alone: each group at a multiple of 128, zeros elsewhere."""
    tokens, ends = DRAWS[1]
    x = as_dtype(RNG.standard_normal((tokens, 16)), "bf16")
    want = np.zeros((896, 16), x.dtype)
    for start, first, end in zip((0, 128, 256, 384), (0, *ends), ends):
        want[start : start + end - first] = x[first:end]
    x[ends[-1] :] = np.nan
    result = "tensor<896x16xbf16>"
    suite.add(
        "spread_rows",
        f"""
func.func @NAME(%x: tensor<{tokens}x16xbf16>, %n: tensor<5xi32>) -> {result} {{
  %y = lowp.spread_rows %x ends(%n : tensor<5xi32>) start 128 : tensor<{tokens}x16xbf16> -> {result}
  return %y : {result}
}}""",
        [x, np.array(ends, np.int32)],
        [expect_bits(want)],
    )


def main():
    suite = Suite()
    add_spread(suite)
    wrong = WRONG_DRAWS if "--gpu" in sys.argv else []
    for place, draw in enumerate([*DRAWS, *wrong]):
        add(suite, draw, (TILES, BLOCKS)[place % 2], dynamic=place % 3 == 1)
        add(suite, draw, (ROWS, WHOLE)[place in (1, 4)], dynamic=place % 3 == 2)
    add(suite, DRAWS[0], BLOCKS, out="f32", accumulates=True)
    add(suite, DRAWS[3], TILES, out="f32", accumulates=True)
    for place, config in enumerate(K_CONFIGS):
        add(suite, DRAWS[place], TILES, config=config)
        add(suite, DRAWS[place + 1], BLOCKS, config=config)
    for groups in (1, 33):
        sizes = RNG.integers(0, 40, groups)
        draw = int(sizes.sum()) + 3, tuple(int(end) for end in np.cumsum(sizes))
        add(suite, draw, (TILES, BLOCKS)[groups > 1], 128, 128, dynamic=True)
    add(suite, (0, (0, 0, 0)), TILES, 128, 128, dynamic=True)
    suite.run()


if __name__ == "__main__":
    main()
