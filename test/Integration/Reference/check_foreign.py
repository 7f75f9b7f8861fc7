"""Recipes and a layout that lowp has never heard of take the same path.

`#lowp_test.block_1x64` stores one bf16 scale per 64 elements of a row, of a
formula of its own; `#lowp_test.two_level` has e5m2 scales and one f32; `#lowp_test.row_tiles` stores scale (i, j) in three
dimensions, [i / 4][j][i mod 4], padded with ones.
"""

import numpy as np

from harness import Suite, expect_bits, scaled_type, tensor_type
from inputs import as_dtype, ordinary
from oracle.layouts import store_data
from oracle.amax import WHOLE, block_amax, spread
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, cast, quantize

TILE_ROWS = 4


def store_in_row_tiles(scales):
    rows, columns = scales.shape
    tiles = -(-rows // TILE_ROWS)
    padded = np.ones((tiles * TILE_ROWS, columns), scales.dtype)
    padded[:rows] = scales
    return np.ascontiguousarray(
        padded.reshape(tiles, TILE_ROWS, columns).transpose(0, 2, 1)
    )


def quantize_1x64(x):
    """bf16(amax / 2^14), or 1; values are multiplied with its reciprocal."""
    amax = block_amax(x, (1, 64))
    with np.errstate(all="ignore"):
        scales = as_dtype(amax / np.float32(2.0**14), "bf16").astype(np.float32)
        scales = np.where(amax == 0, np.float32(1), scales)
        factors = np.float32(1) / scales
        values = x.astype(np.float32) * spread(factors, (1, 64), x.shape)
    return cast(values, "f8E5M2", "saturate"), as_dtype(scales, "bf16")


def add_quantize(suite, x, element, recipe, layout, data, scales, dynamic):
    tensor = tensor_type(x.shape, "f32", dynamic)
    scaled = scaled_type(x.shape, element, recipe, (1, 0), layout, dynamic=dynamic)
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <torchao> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(f"{x.shape} -> {scaled}", function, [x],
              [expect_bits(store_data(data, (1, 0))), expect_bits(scales)])


def two_level_parts(x):
    """Data, block scales relative to the largest magnitude, that magnitude."""
    one = np.float32(1)
    largest = block_amax(x, (WHOLE, WHOLE))[0]
    largest = np.where(largest == 0, one, largest)
    encode = one / largest
    scales = as_dtype(block_amax(x, (1, 8)) * encode * np.float32(0.25), "f8E5M2")
    wide = scales.astype(np.float32)
    factors = one / np.where(wide == 0, one, wide) * encode
    data = cast(x * spread(factors, (1, 8), x.shape), "f6E2M3FN", "saturate")
    return data, scales, largest


def add_two_level(suite, x, packing):
    tensor = tensor_type(x.shape, "f32")
    scaled = scaled_type(x.shape, "f6E2M3FN", "#lowp_test.two_level", packing=packing)
    function = f"""
func.func @NAME(%x: {tensor}) -> ({scaled}, {tensor}) {{
  %q = lowp.quantize %x numerics <torchao> : {tensor} -> {scaled}
  %y = lowp.dequantize %q : {scaled} -> {tensor}
  return %q, %y : {scaled}, {tensor}
}}"""
    data, scales, largest = two_level_parts(x)
    factors = scales.astype(np.float32) * largest
    values = data.astype(np.float32) * spread(factors, (1, 8), x.shape)
    stored = pack_rows(data, "f6E2M3FN") if packing == "dense" else data
    suite.add(f"{x.shape} -> {scaled}", function, [x],
              [expect_bits(part) for part in (stored, scales, largest, values)])


def add_relayout(suite, x, dynamic):
    data, scales = quantize(x, "f8E4M3FN", "#lowp.block_1x128", PRESETS["torchao"])
    before, after = (
        scaled_type(x.shape, "f8E4M3FN", "#lowp.block_1x128", (0, 1), layout,
                    dynamic=dynamic)
        for layout in ("#lowp_test.row_tiles", "#lowp.compact")
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    suite.add(f"relayout {before}", function, [data, store_in_row_tiles(scales)],
              [expect_bits(data), expect_bits(scales)])


suite = Suite()
for shape in [(70, 200), (1, 1), (8, 128)]:
    x = ordinary(shape, "f32")
    for dynamic in [False, True]:
        data, scales = quantize_1x64(x)
        for layout, stored in [("#lowp.compact", scales),
                               ("#lowp_test.row_tiles", store_in_row_tiles(scales))]:
            add_quantize(suite, x, "f8E5M2", "#lowp_test.block_1x64", layout, data,
                         stored, dynamic)
        data, scales = quantize(x, "f8E4M3FN", "#lowp.block_1x128", PRESETS["torchao"])
        add_quantize(suite, x, "f8E4M3FN", "#lowp.block_1x128",
                     "#lowp_test.row_tiles", data, store_in_row_tiles(scales), dynamic)
        add_relayout(suite, x, dynamic)
    for packing in ["bytes", "dense"]:
        add_two_level(suite, x, packing)
suite.run()
