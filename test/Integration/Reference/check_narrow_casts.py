"""Casts to 4 bits in quantizes, which some chips have instructions for, over all values:
blocks whose scale is 1 hold each bf16 of at most the largest power of two and its neighbours
in f32, midpoints among them."""

import numpy as np

from harness import Suite, expect_bits, scaled_type, tensor_type
from oracle.layouts import store_data
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, quantize

ELEMENT, RECIPE, BLOCK = "f4E2M1FN", "#lowp.mx<1x32>", 32


def make(largest):
    """Rows of blocks that begin with `largest`, whose scale all others in it have."""
    patterns = np.arange(1 << 16, dtype=np.uint32) << 16
    values = patterns.view(np.float32)
    with np.errstate(invalid="ignore"):
        values = values[np.abs(values) <= largest]
    values = np.concatenate([values, np.nextafter(values, np.float32(9)),
                             np.nextafter(values, np.float32(-9))])
    values = values[np.abs(values) <= largest].astype(np.float32)
    values = np.resize(values, (-(-len(values) // (BLOCK - 1)), BLOCK - 1))
    first = np.full((len(values), 1), largest, np.float32)
    blocks = np.concatenate([first, values], axis=1)
    width = 8
    blocks = np.resize(blocks, (-(-len(blocks) // width) * width, BLOCK))
    return blocks.reshape(-1, width * BLOCK)


suite = Suite()
# Within the numbers of the format, and beyond its largest one.
for largest in 6.0, 7.9375:
    x = make(np.float32(largest))
    data, scales = quantize(x, ELEMENT, RECIPE, PRESETS["mx_floor"], "decode")
    assert np.all(scales.view(np.uint8) == 127)
    scaled = scaled_type(x.shape, ELEMENT, RECIPE, packing="dense")
    tensor = tensor_type(x.shape, "f32")
    suite.add(f"values up to {largest}", f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <mx_floor> : {tensor} -> {scaled}
  return %q : {scaled}
}}""", [x], [expect_bits(pack_rows(store_data(data, (0, 1)), ELEMENT)), expect_bits(scales)])
suite.run()
