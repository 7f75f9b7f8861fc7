"""Grouped matmuls in kernels: groups of rows of any sizes, from any row on, and batches of
which some rows count; each kind of scales, and floats without.

What lies in no group is NaN in the inputs. A kernel does not write rows in no group, so
that they keep what the caller's buffer held.
"""

import numpy as np

from grouped_gemms import Plain, Scaled, add, expect, spoil
from harness import Suite
from oracle.grouped import batch, grouped_m

RNG = np.random.default_rng(40)
ROWS, GROUPS, COLUMNS, K = 333, 5, 136, 272
# Sizes of groups, as many as rows or fewer.
DRAWS = [
    (64, 129, 0, 60, 80),  # whole tiles, ragged ones, an empty group
    (1, 2, 131, 3, 192),  # starts that are no multiples of 4; the last rows
    (0, 0, 333, 0, 0),  # all rows in one group
    (0, 0, 0, 0, 0),  # no rows
    (5, 63, 65, 127, 7),  # rows behind the last group
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
        add(
            suite,
            "rows",
            lhs,
            rhs,
            "ends",
            ends,
            sizes,
            expect(want, magnitude, inside[:, None], out),
            out,
            config,
        )


def add_counts(suite, make, out, counts=(0, 100, 1, 65, 64)):
    rows = 100
    rhs = make(RNG.standard_normal((GROUPS, COLUMNS, K)).astype(np.float32), False)
    lhs = make(RNG.standard_normal((GROUPS, rows, K)).astype(np.float32), True)
    inside = np.arange(rows)[None] < np.array(counts)[:, None]
    want, magnitude = batch(lhs.values, rhs.values, counts)
    spoil(lhs, inside)
    sizes = (
        f"{GROUPS}x{rows}x{K}",
        f"{GROUPS}x{COLUMNS}x{K}",
        f"{GROUPS}x{rows}x{COLUMNS}",
        GROUPS,
    )
    add(
        suite,
        "counts",
        lhs,
        rhs,
        "counts",
        counts,
        sizes,
        expect(want, magnitude, inside[..., None], out),
        out,
    )


def main():
    suite = Suite()
    for index, (element, left, right, preset) in enumerate(FAMILIES):

        def make(x, is_left):
            return Scaled(x, element, left if is_left else right, preset)

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
