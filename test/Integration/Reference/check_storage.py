# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Every storage of a matrix: where data and scales lie, and what pads them.

A quantize writes each storage, and a relayout goes from each to each: there, and
back again.
"""

import itertools

import numpy as np

from harness import Suite, expect_bits, scaled_type, tensor_type
from inputs import ordinary
from oracle.data_layouts import IDENTITY, panels
from oracle.layouts import SWIZZLED_32X8, store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, quantize

LAYOUTS = [
    "#lowp.compact",
    "#lowp.mn_major",
    "#lowp.k_major",
    "#lowp.k_major<transposed = true>",
    "#lowp.packed_words",
    "#lowp.packed_words<transposed = true>",
    "#lowp.swizzled",
    "#lowp.swizzled<transposed = true>",
    SWIZZLED_32X8,
]
# Order, layout of data.
PLACES = [
    ((0, 1), IDENTITY),
    ((1, 0), IDENTITY),
    ((0, 1), panels(128)),
    ((1, 0), panels(128)),
    ((0, 1), panels(32)),
]
KINDS = [
    ("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil"),
    ("f8E4M3FN", "#lowp.block<1x128>", "torchao"),
    ("f8E5M2", "#lowp.block<128x128>", "torchao"),
]


def stored(data, scales, place, layout):
    return [store_data(data, *place), store_scales(scales, layout)]


def type_of(shape, kind, place, layout, dynamic=False):
    element, recipe, _ = kind
    return scaled_type(shape, element, recipe, place[0], layout, data=place[1], dynamic=dynamic)


def quantized(x, kind):
    element, recipe, preset = kind
    return quantize(x, element, recipe, PRESETS[preset])


def add_quantize(suite, shape, kind, place, layout, dynamic=False):
    tensor = tensor_type(shape, "f32", dynamic)
    scaled = type_of(shape, kind, place, layout, dynamic)
    label = f"quantize {shape} {scaled}"
    if not suite.takes(label):
        return
    x = ordinary(shape, "f32")
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <{kind[2]}> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(
        label,
        function,
        [x],
        [expect_bits(part) for part in stored(*quantized(x, kind), place, layout)],
    )


def add_relayout(suite, shape, kind, source, target, dynamic=False):
    before, after = (
        type_of(shape, kind, *storage, dynamic=dynamic) for storage in (source, target)
    )
    label = f"relayout {shape} {before} -> {after}"
    if not suite.takes(label):
        return
    parts = quantized(ordinary(shape, "f32"), kind)
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    suite.add(
        label,
        function,
        stored(*parts, *source),
        [expect_bits(part) for part in stored(*parts, *target)],
    )


def add_packed_panels(suite, shape):
    """Elements of 4 and 6 bits, packed within the rows of a panel."""
    for element, order in itertools.product(["f4E2M1FN", "f6E3M2FN"], [(0, 1), (1, 0)]):
        x = ordinary(shape, "f32")
        data, scales = quantize(x, element, "#lowp.mx<1x32>", PRESETS["mx_floor"])
        cut = store_data(data, order, panels(32))
        rows = pack_rows(cut.reshape(-1, 32), element)
        packed = rows.reshape(*cut.shape[:2], rows.shape[1])
        tensor = tensor_type(shape, "f32")
        scaled = scaled_type(
            shape, element, "#lowp.mx<1x32>", order, packing="dense", data=panels(32)
        )
        plain = scaled_type(shape, element, "#lowp.mx<1x32>")
        quantize_it = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <mx_floor> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
        suite.add(
            f"quantize into packed panels {scaled}",
            quantize_it,
            [x],
            [expect_bits(part) for part in (packed, scales)],
        )
        unpack = f"""
func.func @NAME(%q: {scaled}) -> {plain} {{
  %r = lowp.relayout %q : {scaled} -> {plain}
  return %r : {plain}
}}"""
        suite.add(
            f"relayout from packed panels {scaled}",
            unpack,
            [packed, scales],
            [expect_bits(part) for part in (data, scales)],
        )


suite = Suite()
row_major = ((0, 1), IDENTITY)
for kind in KINDS:
    for layout in LAYOUTS:
        for shape in [(130, 257), (1, 1), (256, 512)]:
            add_quantize(suite, shape, kind, row_major, layout)
        add_quantize(suite, (130, 257), kind, row_major, layout, dynamic=True)
    for place in PLACES:
        for shape in [(130, 257), (1, 1), (0, 32), (32, 0)]:
            add_quantize(suite, shape, kind, place, "#lowp.compact")
        # A size in panels that is unknown until run time is a multiple of them.
        add_quantize(suite, (256, 384), kind, place, "#lowp.compact", dynamic=True)
mx = KINDS[0]
for source, target in itertools.permutations(LAYOUTS, 2):
    add_relayout(suite, (130, 257), mx, (row_major, source), (row_major, target))
for source, target in itertools.permutations(PLACES, 2):
    for dynamic in [False, True]:
        add_relayout(
            suite, (256, 384), mx, (source, "#lowp.compact"), (target, "#lowp.compact"), dynamic
        )
    add_relayout(suite, (130, 257), mx, (source, "#lowp.swizzled"), (target, "#lowp.packed_words"))
add_packed_panels(suite, (40, 70))
suite.run()
