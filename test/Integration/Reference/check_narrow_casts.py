# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Casts to 4 and 6 bits in quantizes, which some chips have instructions for, over all values:
blocks whose scale is 1 hold each bf16 of at most the largest power of two and its neighbours
in f32, midpoints among them. And scales of e8m0 that are rounded up, of all exponents."""

import dataclasses

import numpy as np

from harness import Suite, expect_bits, numerics_text, scaled_type, tensor_type
from oracle.layouts import store_data
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, quantize

RECIPE, BLOCK = "#lowp.mx<1x32>", 32
# How each format is packed, its largest number, and what rounds to more than that in its
# binade.
FORMATS = {
    "f4E2M1FN": ("dense", 6.0, 7.9375),
    "f6E2M3FN": ("bytes", 7.5, 7.96875),
    "f6E3M2FN": ("bytes", 28.0, 31.875),
}


def make(largest):
    """Rows of blocks that begin with `largest`, whose scale all others in it have."""
    patterns = np.arange(1 << 16, dtype=np.uint32) << 16
    values = patterns.view(np.float32)
    with np.errstate(invalid="ignore"):
        values = values[np.abs(values) <= largest]
    values = np.concatenate(
        [values, np.nextafter(values, np.float32(9)), np.nextafter(values, np.float32(-9))]
    )
    values = values[np.abs(values) <= largest].astype(np.float32)
    values = np.resize(values, (-(-len(values) // (BLOCK - 1)), BLOCK - 1))
    first = np.full((len(values), 1), largest, np.float32)
    blocks = np.concatenate([first, values], axis=1)
    width = 8
    blocks = np.resize(blocks, (-(-len(blocks) // width) * width, BLOCK))
    return blocks.reshape(-1, width * BLOCK)


def add_quantize(suite, name, x, element, packing, numerics, text):
    """text: how the program says `numerics`. Returns what the scales should be."""
    data, scales = quantize(x, element, RECIPE, numerics, "decode")
    scaled = scaled_type(x.shape, element, RECIPE, packing=packing)
    tensor = tensor_type(x.shape, "f32")
    stored = store_data(data, (0, 1))
    if packing == "dense":
        stored = pack_rows(stored, element)
    suite.add(
        name,
        f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics {text} : {tensor} -> {scaled}
  return %q : {scaled}
}}""",
        [x],
        [expect_bits(stored), expect_bits(scales)],
    )
    return scales


def add(suite, element, packing, largest):
    scales = add_quantize(
        suite,
        f"{element} up to {largest}",
        make(np.float32(largest)),
        element,
        packing,
        PRESETS["mx_floor"],
        "<mx_floor>",
    )
    assert np.all(scales.view(np.uint8) == 127)


def make_blocks():
    """Blocks by their largest magnitude: all exponents, those of 0, subnormals, infinity and NaN
    among them, with mantissas around those of the powers of two and of the largest numbers of the
    formats, by which they are divided."""
    borders = [0, 1 << 22, 3 << 21, 7 << 20, 15 << 19]
    mantissas = sorted(
        {(border + near) % (1 << 23) for border in borders for near in (-2, -1, 0, 1, 2)}
    )
    bits = np.add.outer(np.arange(256, dtype=np.uint32) << 23, np.uint32(mantissas)).ravel()
    largest = bits.view(np.float32)[:, None]
    signs = np.resize(np.float32([1, -1]), (len(bits), 1))
    parts = np.float32([1, -0.75, 0.3, 0]).repeat(BLOCK // 4)
    with np.errstate(all="ignore"):
        blocks = largest * signs * parts
    return blocks.reshape(-1, 4 * BLOCK)


def add_scales(suite, element, degenerate):
    numerics = dataclasses.replace(PRESETS["mx_rceil"], degenerate=degenerate)
    packing = "dense" if element == "f4E2M1FN" else "bytes"
    add_quantize(
        suite,
        f"scales of {element}, {degenerate}",
        make_blocks(),
        element,
        packing,
        numerics,
        numerics_text(numerics),
    )


suite = Suite()
for element, (packing, *largest) in FORMATS.items():
    for each in largest:
        add(suite, element, packing, each)
for degenerate in ("propagate", "saturate", "unit"):
    add_scales(suite, "f8E4M3FN", degenerate)
add_scales(suite, "f4E2M1FN", "propagate")
suite.run()
