"""Groups of rows whose scales are given as CUTLASS and torch's scaled_grouped_mm read them:
each group begins with an atom of 128 rows of scales, and data follow one another.

What is in no group is NaN, data and scales, and so is what lies between the scales of groups.
On the GPU alone.
"""

import numpy as np

from grouped_gemms import expect
from harness import Suite, scaled_type, tensor_type
from inputs import ordinary
from oracle.grouped import grouped_m
from oracle.groups import Groups, join_scales, quantize_groups
from oracle.layouts import store_scales
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize

M, N, K, ATOM, LAYOUT = 300, 136, 352, 128, "#lowp.swizzled"
FAMILIES = [
    ("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil"),
    ("f4E2M1FN", "#lowp.mx<1x32>", "mx_rceil"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine"),
]
ENDS = [(70, 70, 131, 300), (0, 129, 257, 258), (0, 0, 0, 0)]


def make_type(shape, element, recipe):
    packing = "dense" if element == "f4E2M1FN" else "bytes"
    return scaled_type(shape, element, recipe, layout=LAYOUT, packing=packing)


def store(data, scales, element):
    """The tensors of data and scales as kernels read them."""
    stored = pack_rows(data, element) if element == "f4E2M1FN" else data
    return [stored, store_scales(scales, LAYOUT)]


class Rows:
    """The left operand: its type, its tensors, its values."""

    def __init__(self, family, ends):
        element, recipe, preset = family
        groups = Groups(ends, 0, ATOM)
        x = ordinary((M, K), "bf16", 1)
        grouped = quantize_groups(x, element, recipe, PRESETS[preset], groups)
        self.tensors = store(grouped.data, grouped.scales, element)
        if grouped.global_scales is not None:
            self.tensors.append(grouped.global_scales)
        self.values = grouped.values
        self.spoil(grouped.matrices, groups, recipe)
        division = f"groups = <{len(ends)}, axis = 0, alignment = {ATOM}>>"
        self.type = make_type((M, K), element, recipe).removesuffix(">") + f", {division}"

    def spoil(self, matrices, groups, recipe):
        """Bytes of 255 in rows of no group, and where no scale is."""
        ones = [np.ones(matrix.shape, np.uint8) for matrix in matrices]
        capacity = groups.capacity((M, K), BLOCKS[recipe])
        is_scale = store_scales(join_scales(ones, groups, capacity), LAYOUT)
        self.tensors[1].view(np.uint8)[is_scale == 0] = 255
        self.tensors[0].view(np.uint8)[groups.ends[-1] :] = 255


def make_weights(family, count):
    """The type of `count` matrices, their tensors, their values."""
    element, recipe, preset = family
    parts, values = [], []
    for seed in range(count):
        data, scales, *rest = quantize(
            ordinary((N, K), "bf16", 7 + seed), element, recipe, PRESETS[preset]
        )
        parts.append([*store(data, scales, element), *rest])
        scale = rest[0] if rest else None
        values.append(dequantize(data, scales, recipe, dtype=np.float64, global_scale=scale))
    tensors = [np.stack(part) for part in zip(*parts)]
    return make_type((count, N, K), element, recipe), tensors, np.stack(values)


def add(suite, family, ends):
    rows = Rows(family, ends)
    kind, tensors, values = make_weights(family, len(ends))
    want, magnitude = grouped_m(rows.values, values, list(ends))
    result, numbers = tensor_type((M, N), "bf16"), tensor_type((len(ends),), "i32")
    suite.add(
        f"{family} {ends}",
        f"""
func.func @NAME(%a: {rows.type}, %b: {kind}, %n: {numbers}) -> {result} {{
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : {numbers}) : {rows.type}, {kind} -> {result}
  return %y : {result}
}}""",
        [*rows.tensors, *tensors, np.array(ends, np.int32)],
        [expect(want, magnitude, np.isfinite(magnitude), "bf16")],
    )


def main():
    suite = Suite()
    for family in FAMILIES:
        for ends in ENDS:
            add(suite, family, ends)
    suite.run()


main()
