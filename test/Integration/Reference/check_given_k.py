"""Groups of K whose data and scales are given as kernels read them: each group begins at a
multiple of what a copy has of K, with zeros up to the next, and NVFP4 has a scale for each.

Groups are ragged, empty, of one token and of several blocks; what lies after the last one is
255 in data and scales, and a row of one group has a scale that is NaN. On the GPU alone, of a
chip that takes the scales.
"""

import numpy as np

from harness import Suite, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.formats import DTYPES
from oracle.layouts import store_scales
from oracle.matmul import matmul
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize

M, N, LAYOUT = 144, 136, "#lowp.swizzled"
E2M1 = "f4E2M1FN"
# An element, both recipes, how they are quantized, and where groups begin.
FAMILIES = [
    ("f8E4M3FN", ("#lowp.mx<1x32>", "#lowp.mx<1x32>"), "mx_rceil", 128),
    (E2M1, ("#lowp.mx<1x32>", "#lowp.mx<1x32>"), "mx_rceil", 256),
    (E2M1, ("#lowp.nvfp4<1x16>", "#lowp.nvfp4<1x16>"), "transformer_engine", 256),
]
SIZES = [(64, 129, 0, 63, 43), (0, 1, 700, 0, 5), (0, 0, 0), (256, 512)]
# The group, and the row of the left operand in it, of which a scale is NaN.
WRONG = {SIZES[0]: (1, 70), SIZES[3]: (0, 3)}


class Operand:
    """Its type, its tensors, and the values of each group."""

    def __init__(self, rows, element, recipe, preset, start, sizes, seed, wrong=None):
        self.element, self.recipe, self.columns = element, recipe, BLOCKS[recipe][1]
        places = np.cumsum([0, *(-(-size // start) * start for size in sizes)])
        # A block beyond those that groups take.
        shape = rows, int(places[-1]) + start
        self.codes = np.full(shape, 0xFF, np.uint8)
        self.scales = np.full((rows, shape[1] // self.columns), 0xFF, np.uint8)
        self.values, globals_ = [], []
        for group, size in enumerate(sizes):
            x = ordinary((rows, size), "bf16", seed + group)
            data, scales, *rest = quantize(x, element, recipe, PRESETS[preset])
            if wrong and group == wrong[0]:
                scales.view(np.uint8)[wrong[1], -1] = 0xFF
            self._place(data, scales, places[group], places[group + 1])
            second = rest[0] if rest else None
            self.values.append(dequantize(data, scales, recipe, "decode", np.float64, second))
            globals_.extend(rest)
        self.tensors = [self._store_data(), self._store_scales()]
        self.tensors += [np.concatenate(globals_)] if globals_ else []
        self.type = self._type(shape, f"groups = <{len(sizes)}, axis = 1, start = {start}>")

    def _place(self, data, scales, begin, end):
        """Codes of a group and of its scales, and zeros up to the next one."""
        for codes, values, step in ((self.codes, data, 1), (self.scales, scales, self.columns)):
            first = begin // step
            codes[:, first : end // step] = 0
            codes[:, first : first + values.shape[1]] = values.view(np.uint8)

    def _store_data(self):
        if self.element == E2M1:
            return pack_rows(self.codes & 0xF, self.element)
        return self.codes.view(DTYPES[self.element])

    def _store_scales(self):
        name = "f8E4M3FN" if "nvfp4" in self.recipe else "f8E8M0FNU"
        return store_scales(self.scales.view(DTYPES[name]), LAYOUT)

    def _type(self, shape, groups):
        packing = "dense" if self.element == E2M1 else "bytes"
        kind = scaled_type(shape, self.element, self.recipe, layout=LAYOUT, packing=packing)
        return f"{kind.removesuffix('>')}, {groups}>"


def add(suite, family, sizes):
    element, recipes, preset, start = family
    lhs = Operand(M, element, recipes[0], preset, start, sizes, 1, WRONG.get(sizes))
    rhs = Operand(N, element, recipes[1], preset, start, sizes, 50)
    products = [matmul(a, b) for a, b in zip(lhs.values, rhs.values)]
    want, magnitude = (np.stack(parts) for parts in zip(*products))
    with np.errstate(all="ignore"):
        bound = 2.0**-23 * np.abs(want) + 2.0**-17 * magnitude
    result, numbers = tensor_type(want.shape, "f32"), tensor_type((len(sizes),), "i32")
    suite.add(
        f"{element} {recipes[0]} {sizes}",
        f"""
func.func @NAME(%a: {lhs.type}, %b: {rhs.type}, %n: {numbers}) -> {result} {{
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : {numbers}) : {lhs.type}, {rhs.type} -> {result}
  return %y : {result}
}}""",
        [*lhs.tensors, *rhs.tensors, np.cumsum(sizes).astype(np.int32)],
        [expect_within(want, bound, DTYPES["f32"])],
    )


def main():
    suite = Suite()
    for family in FAMILIES:
        for sizes in SIZES:
            add(suite, family, sizes)
    suite.run()


main()
