"""Scales that a quantize stores as often as matrix instructions read them, bit for bit: of tiles
and of long blocks, in atoms and in rows, of matrices that end within blocks.

On the GPU alone, whose kernels do both in one launch.
"""

import re

import numpy as np

from harness import Suite, expect_bits, scaled_type
from inputs import ordinary, with_special, zeros
from oracle.layouts import store_scales
from oracle.packing import pack_rows
from oracle.quantize import BLOCKS, PRESETS, quantize

E4M3, E2M1 = "f8E4M3FN", "f4E2M1FN"
# An element, the blocks that are quantized, those that are stored, and numerics.
FAMILIES = [
    (E4M3, "#lowp.mx<1x128>", "#lowp.mx<1x32>", "mx_rceil"),
    (E4M3, "#lowp.mx<128x128>", "#lowp.mx<1x32>", "mx_rceil"),
    (E4M3, "#lowp.mx<32x32>", "#lowp.mx<1x16>", "mx_rceil"),
    (E2M1, "#lowp.nvfp4<16x16>", "#lowp.nvfp4<1x16>", "transformer_engine"),
]
SHAPES = [(70, 256), (1, 128), (129, 1040), (256, 48), (3, 96)]


def repeat(scales, coarse, fine, shape):
    """The scale of each finer block."""
    rows, columns = BLOCKS[coarse]
    width = BLOCKS[fine][1]
    wide = np.repeat(np.repeat(scales, rows, 0), columns // width, 1)
    return np.ascontiguousarray(wide[: shape[0], : -(-shape[1] // width)])


def function(types, numerics):
    """What quantizes and repeats scales, of a matrix as it is given."""
    source, once, repeated = types
    return f"""
func.func @NAME(%x: {source}) -> {repeated} {{
  %q = lowp.quantize %x numerics <{numerics}> : {source} -> {once}
  %w = lowp.widen %q : {once} -> {repeated}
  return %w : {repeated}
}}"""


def turned_function(types, numerics):
    """The same of a matrix that is given with rows last."""
    source, once, repeated = types
    rows, columns, block = re.search(r"<(\w+|\?)x(\d+)x.*?<(\d+x\d+)>", once).groups()
    source = source.replace(f"{rows}x{columns}", f"{columns}x{rows}")
    turned = once.replace(f"<{rows}x{columns}", f"<{columns}x{rows}")
    turned = turned.replace(f"<{block}>", f"<{'x'.join(block.split('x')[::-1])}>")
    turned = turned.replace("[0, 1]", "[1, 0]").replace("compact", "compact<transposed = true>")
    return f"""
func.func @NAME(%x: {source}) -> {repeated} {{
  %q = lowp.quantize %x numerics <{numerics}> : {source} -> {turned}
  %t = lowp.transpose %q : {turned}
  %w = lowp.widen %t : {once} -> {repeated}
  return %w : {repeated}
}}"""


def add(suite, family, shape, layout, make, dynamic, is_turned=False):
    element, coarse, fine, numerics = family
    x = make(shape, "bf16")
    data, scales, *rest = quantize(x, element, coarse, PRESETS[numerics])
    packing = "dense" if element == E2M1 else "bytes"
    stored = pack_rows(data, element) if element == E2M1 else data
    size = ("?" if dynamic else shape[0]), shape[1]
    once = scaled_type(size, element, coarse, packing=packing)
    repeated = scaled_type(size, element, fine, layout=layout, packing=packing)
    source = f"tensor<{size[0]}x{size[1]}xbf16>"
    suite.add(
        f"{shape} {coarse} {layout} {make.__name__} {dynamic}{' turned' * is_turned}",
        (turned_function if is_turned else function)((source, once, repeated), numerics),
        [np.ascontiguousarray(x.T) if is_turned else x],
        [
            expect_bits(stored),
            expect_bits(store_scales(repeat(scales, coarse, fine, shape), layout)),
            *map(expect_bits, rest),
        ],
    )


def main():
    suite = Suite()
    for family in FAMILIES:
        for number, shape in enumerate(SHAPES):
            for dynamic in (False, True):
                layout = ("#lowp.swizzled", "#lowp.compact")[(number + dynamic) % 2]
                add(suite, family, shape, layout, ordinary, dynamic)
        add(suite, family, SHAPES[0], "#lowp.swizzled", with_special, False)
        add(suite, family, SHAPES[2], "#lowp.swizzled", zeros, True)
        for shape in SHAPES[::2]:
            add(suite, family, shape, "#lowp.swizzled", with_special, False, is_turned=True)
    suite.run()


main()
