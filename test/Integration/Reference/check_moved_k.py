# REQUIRES: numpy
# RUN: %python %s --sample=5 --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Groups of K as torch's F.scaled_grouped_mm has them: data begin at multiples of 32, scales
of each group in atoms of its own, one group after another; and f32 blocks of groups that begin
anywhere. Where kernels read others, data and scales are copied there.

Groups are ragged, empty, of one block and of several. What lies after the last one, and what
is no scale in the atoms of a group, is 255, or NaN.
"""

import os
import sys

import numpy as np

from chip import HAS_SCALED_PRODUCTS
from harness import Suite, expect_within, scaled_type, tensor_type
from inputs import ordinary
from oracle.formats import DTYPES
from oracle.layouts import store_scales
from oracle.matmul import matmul
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize

# Atoms of 128 rows and a part of one; the CPU needs them of one operand.
M, N = 144, 136 if "--gpu" in sys.argv or "LOWP_LONG_TESTS" in os.environ else 24
E4M3, E2M1, MX, NVFP4 = "f8E4M3FN", "f4E2M1FN", "#lowp.mx<1x32>", "#lowp.nvfp4<1x16>"
BLOCK, TILE = "#lowp.block<1x128>", "#lowp.block<128x128>"
SCALES = {MX: "f8E8M0FNU", NVFP4: "f8E4M3FN"}
# Elements and recipes of both operands, how they are quantized.
FAMILIES = [
    ((E4M3, MX), (E4M3, MX), "mx_rceil"),
    ((E2M1, MX), (E2M1, MX), "mx_rceil"),
    ((E2M1, NVFP4), (E2M1, NVFP4), "transformer_engine"),
    ((E4M3, MX), (E2M1, MX), "mx_rceil"),
]
F32 = [((E4M3, BLOCK), (E4M3, BLOCK), "torchao"), ((E4M3, BLOCK), (E4M3, TILE), "torchao")]
SIZES = [(32, 96, 0, 160, 64), (0, 128, 0), (0, 0, 0), (288,), (416, 32)]
RAGGED = [(64, 129, 0, 63, 43), (0, 1, 300, 0, 5)]


def raised(size, unit):
    return -(-size // unit) * unit


class Operand:
    """Its type, its tensors, and the values of each group.

    start: what groups begin at multiples of. atoms: whether scales lie in those of each group,
    one group after another, or all in one matrix, of groups one beside the other."""

    def __init__(self, rows, kind, preset, start, sizes, seed, atoms):
        self.element, recipe = kind
        self.rows, self.block = rows, BLOCKS[recipe]
        places = np.cumsum([0, *(raised(size, start) for size in sizes)])
        self.shape = rows, int(places[-1]) + 4 * max(start, 32)
        self.codes = np.full(self.shape, 0xFF, np.uint8)
        self.values, stored, globals_ = [], [], []
        for group, size in enumerate(sizes):
            x = ordinary((rows, size), "bf16", seed + group)
            data, scales, *rest = quantize(x, self.element, recipe, PRESETS[preset])
            self.codes[:, places[group] : places[group + 1]] = 0
            self.codes[:, places[group] : places[group] + size] = data.view(np.uint8)
            # Blocks of zeros have scales, too.
            blocks = raised(size, start) // self.block[1] if atoms else scales.shape[1]
            codes = np.zeros((scales.shape[0], blocks), scales.dtype)
            codes[:, : scales.shape[1]] = scales
            stored.append(codes)
            second = rest[0] if rest else None
            self.values.append(dequantize(data, scales, recipe, "decode", np.float64, second))
            globals_.extend(rest)
        groups = f"groups = <{len(sizes)}, axis = 1"
        groups += ", alignment = 4" * atoms + f", start = {start}" * (start > 1)
        store = self._store_atoms if atoms else self._store_blocks
        self.tensors = [self._store_data(), store(stored, len(sizes))]
        self.tensors += [np.concatenate(globals_)] if globals_ else []
        packing = "dense" if self.element == E2M1 else "bytes"
        layout = "#lowp.swizzled" if atoms else "#lowp.compact"
        text = scaled_type(self.shape, self.element, recipe, layout=layout, packing=packing)
        self.type = f"{text.removesuffix('>')}, {groups}{', separate = true' * atoms}>>"

    def _capacity(self, count, step):
        """Blocks along K that any groups take, each in whole `step`s of them."""
        elements = self.block[1] * step
        return (self.shape[1] + count * (elements - 1)) // elements * step

    def _store_data(self):
        if self.element == E2M1:
            return pack_rows(self.codes & 0xF, self.element)
        return self.codes.view(DTYPES[self.element])

    def _store_atoms(self, scales, count):
        """The storages of all groups; 255 where there is no scale."""
        dtype = scales[0].dtype
        flat = np.full(raised(self.rows, 128) * self._capacity(count, 4), 0xFF, np.uint8)
        begin = 0
        for each in scales:
            shape = raised(self.rows, 128), raised(each.shape[1], 4)
            padded = np.full(shape, 0xFF, np.uint8)
            padded[: self.rows, : each.shape[1]] = each.view(np.uint8)
            own = store_scales(padded.view(dtype), "#lowp.swizzled").view(np.uint8).ravel()
            flat[begin : begin + own.size] = own
            begin += own.size
        return flat.view(dtype)

    def _store_blocks(self, scales, count):
        whole = np.full((scales[0].shape[0], self._capacity(count, 1)), np.nan, np.float32)
        joined = np.concatenate(scales, axis=1)
        whole[:, : joined.shape[1]] = joined
        return whole


def add(suite, family, sizes, start=32, atoms=True, accumulates=False):
    left, right, preset = family
    lhs = Operand(M, left, preset, start, sizes, 1, atoms)
    rhs = Operand(N, right, preset, start, sizes, 50, atoms)
    products = [matmul(a, b) for a, b in zip(lhs.values, rhs.values)]
    want, magnitude = (np.stack(parts) for parts in zip(*products))
    inputs = [*lhs.tensors, *rhs.tensors, np.cumsum(sizes).astype(np.int32)]
    result, numbers = tensor_type(want.shape, "f32"), tensor_type((len(sizes),), "i32")
    extra, added = "", ""
    if accumulates:
        inputs.append(ordinary((len(sizes) * M, N), "f32", 99).reshape(want.shape))
        want, magnitude = want + inputs[-1], magnitude + np.abs(inputs[-1])
        extra, added = f", %c: {result}", f" accumulate(%c : {result})"
    digits = 2.0**-17 if atoms else 2.0**-12
    suite.add(
        f"{left} {right} {sizes} {start} {atoms} {accumulates}",
        f"""
func.func @NAME(%a: {lhs.type}, %b: {rhs.type}, %n: {numbers}{extra}) -> {result} {{
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : {numbers}){added}
     : {lhs.type}, {rhs.type} -> {result}
  return %y : {result}
}}""",
        inputs,
        [expect_within(want, 2.0**-23 * np.abs(want) + digits * magnitude, DTYPES["f32"])],
    )


def main():
    suite = Suite()
    on_gpu = "--gpu" in sys.argv
    if not on_gpu or HAS_SCALED_PRODUCTS:
        for family in FAMILIES:
            for sizes in SIZES:
                add(suite, family, sizes)
            add(suite, family, RAGGED[0])
        add(suite, FAMILIES[0], SIZES[0], accumulates=True)
    if not on_gpu or not HAS_SCALED_PRODUCTS:
        for family in F32:
            for sizes in RAGGED:
                add(suite, family, sizes, start=1, atoms=False)
    suite.run()


main()
