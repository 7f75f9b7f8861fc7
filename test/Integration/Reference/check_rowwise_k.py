# REQUIRES: numpy
# RUN: %python %s --sample=4 --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Products of groups of K whose scales are those of rows, or of all, of each group: given
data, as torch's _scaled_grouped_mm of two matrices has them.

Data begin at multiples of 16, so that a block of K reaches into the next group, or of 128.
Zeros lie up to the next multiple. After the last group data are NaN.
"""

import os
import sys

import numpy as np

from grouped_gemms import K_CONFIGS
from harness import Suite, as_dtype, expect_within
from oracle.formats import DTYPES, round_to_format

RNG = np.random.default_rng(54)
NAN = {"f8E4M3FN": 0x7F, "f8E5M2": 0x7E}
# How many elements K has, and where groups end.
DRAWS = [
    (528, (16, 48, 48, 208, 512)),  # as torch's: multiples of 16, an empty group, a tail
    (560, (64, 193, 193, 257, 300)),  # ragged groups
    (896, (1, 3, 66, 131, 131)),  # a few tokens, none in the last group
    (400, (0, 0, 0)),  # no group has tokens
    (1024, (0, 256, 512, 1024)),  # whole blocks
]
STARTS = 16, 128


def raised(size, start):
    return -(-size // start) * start


class Operand:
    """Rows x K: data at places of groups, and their scales, [groups][rows] or [1][groups]."""

    def __init__(self, rows, size, ends, start, element, recipe):
        self.codes = np.full((rows, size), NAN[element], np.uint8)
        shape = (len(ends), rows) if recipe == "rowwise" else (1, len(ends))
        self.scales = np.exp2(RNG.uniform(-6, 6, shape)).astype(np.float32)
        self.values, begin, before = [], 0, 0
        for group, end in enumerate(ends):
            count, place = end - before, raised(end - before, start)
            data = round_to_format(RNG.standard_normal((rows, count)) * 8, element)
            self.codes[:, begin : begin + place] = 0
            self.codes[:, begin : begin + count] = data.view(np.uint8)
            factors = self.scales[group][:, None] if recipe == "rowwise" else self.scales[0, group]
            self.values.append(data.astype(np.float64) * factors)
            begin, before = begin + place, end
        layout = ", scales = #lowp.mn_major" if recipe == "rowwise" else ""
        self.text = (
            f"x{element}, #lowp.{recipe}{layout}, "
            f"groups = <{len(ends)}, axis = 1, start = {start}>>"
        )
        self.dtype = DTYPES[element]

    def type(self, rows, size):
        return f"!lowp.scaled<{rows}x{size}{self.text}"

    @property
    def tensors(self):
        return [self.codes.view(self.dtype), self.scales]


def function(operands, rows, size, groups, out, config, accumulates, is_fast):
    left, right = (each.type(count, size) for each, count in zip(operands, rows))
    result, numbers = f"tensor<{groups}x{rows[0]}x{rows[1]}x{out}>", f"tensor<{groups}xi32>"
    extra = f", %c: {result}" if accumulates else ""
    added = f" accumulate(%c : {result})" if accumulates else ""
    fast = " fast_accumulation" if is_fast else ""
    chosen = f" {{lowp_gpu.config = #lowp_gpu.config<{config}>}}" if config else ""
    return f"""
func.func @NAME(%a: {left}, %b: {right}, %n: {numbers}{extra}) -> {result} {{
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : {numbers}){added}{fast}{chosen}
     : {left}, {right} -> {result}
  return %y : {result}
}}"""


# For tiles of kernels one of rows, two of columns and parts of them. The CPU has none.
IN_TILES = "--gpu" in sys.argv or "LOWP_LONG_TESTS" in os.environ
ROWS = (144, 272) if IN_TILES else (24, 40)


def add(
    suite,
    draw,
    start,
    rows=ROWS,
    kinds=("f8E4M3FN", "f8E4M3FN"),
    recipe="rowwise",
    out="bf16",
    config="",
    dynamic=False,
    accumulates=False,
    is_fast=False,
):
    size, ends = draw
    size = raised(size, start) + (raised(len(ends) * (start - 1), start) if start > 16 else 0)
    operands = [Operand(count, size, ends, start, kind, recipe) for count, kind in zip(rows, kinds)]
    pairs = list(zip(operands[0].values, operands[1].values))
    want = np.stack([left @ right.T for left, right in pairs])
    magnitude = np.stack([np.abs(left) @ np.abs(right).T for left, right in pairs])
    inputs = [*operands[0].tensors, *operands[1].tensors, np.array(ends, np.int32)]
    if accumulates:
        init = as_dtype(RNG.standard_normal(want.shape) * 100, out)
        inputs.append(init)
        want, magnitude = want + init, magnitude + np.abs(init)
    # Tensor cores keep 14 bits of sums of fp8.
    digits = 2.0**-11 if is_fast else 2.0**-12
    bound = 2.0 ** -{"bf16": 8, "f32": 22}[out] * np.abs(want) + digits * magnitude
    suite.add(
        f"{ends} {start} {recipe} {kinds} {out} {config} {accumulates} {is_fast}",
        function(
            operands,
            rows,
            "?" if dynamic else size,
            len(ends),
            out,
            config,
            accumulates,
            is_fast,
        ),
        inputs,
        [expect_within(want, bound, DTYPES[out])],
    )


def main():
    suite = Suite()
    for place, draw in enumerate(DRAWS):
        add(suite, draw, STARTS[0], dynamic=place % 3 == 1)
        add(suite, draw, STARTS[place % 2], recipe=("rowwise", "tensorwise")[place % 2])
    add(suite, DRAWS[0], 16, out="f32", accumulates=True)
    add(suite, DRAWS[3], 16, out="f32", accumulates=True)
    add(suite, DRAWS[1], 16, kinds=("f8E4M3FN", "f8E5M2"), is_fast=True)
    for place, config in enumerate(K_CONFIGS):
        add(suite, DRAWS[place], 16, config=config)
        add(suite, DRAWS[place + 1], 16, config=config, is_fast=True)
    sizes = RNG.integers(0, 4, 33) * 16
    draw = int(sizes.sum()) + 32, tuple(int(end) for end in np.cumsum(sizes))
    add(suite, draw, 16, (64, 64), dynamic=True)
    suite.run()


if __name__ == "__main__":
    main()
