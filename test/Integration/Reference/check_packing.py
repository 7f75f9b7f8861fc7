# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Packed data: quantize writes them, dequantize, relayout and matmul read them."""

import itertools

import numpy as np

from harness import Suite, as_dtype, expect_bits, scaled_type, tensor_type
from inputs import ordinary
from oracle.formats import WIDTH
from oracle.layouts import store_data
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, dequantize, quantize

RECIPES = [
    ("#lowp.mx<1x32>", "mx_rceil"),
    ("#lowp.mx<32x32>", "mx_floor"),
    ("#lowp.nvfp4<16x1>", "transformer_engine"),
]


def store(data, element, order, packing):
    data = store_data(data, order)
    return pack_rows(data, element) if packing == "dense" else data


def operands(shape, element, recipe, preset):
    return quantize(ordinary(shape, "f32"), element, recipe, PRESETS[preset])


def add_quantize(suite, shape, element, recipe, preset, order, dynamic):
    data, *scales = operands(shape, element, recipe, preset)
    tensor = tensor_type(shape, "f32", dynamic)
    scaled = scaled_type(shape, element, recipe, order, dynamic=dynamic, packing="dense")
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(
        f"{shape} -> {scaled}",
        function,
        [ordinary(shape, "f32")],
        [expect_bits(store(data, element, order, "dense")), *map(expect_bits, scales)],
    )


def add_dequantize(suite, shape, element, recipe, preset, order, dynamic):
    data, scales, *rest = operands(shape, element, recipe, preset)
    values = dequantize(data, scales, recipe, global_scale=rest[0] if rest else None)
    scaled = scaled_type(shape, element, recipe, order, dynamic=dynamic, packing="dense")
    result = tensor_type(shape, "bf16", dynamic)
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    suite.add(
        f"dequantize {scaled}",
        function,
        [store(data, element, order, "dense"), scales, *rest],
        [expect_bits(as_dtype(values, "bf16"))],
    )


def add_relayout(suite, shape, element, recipe, preset, source, target):
    data, *scales = operands(shape, element, recipe, preset)
    before, after = (
        scaled_type(shape, element, recipe, order, packing=packing)
        for order, packing in (source, target)
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    suite.add(
        f"relayout {before} -> {after}",
        function,
        [store(data, element, *source), *scales],
        [expect_bits(store(data, element, *target)), *map(expect_bits, scales)],
    )


def check_by_hand():
    """Values written out bit by bit, lowest first: 1, 2, 3, 4 of 6 bits are 100000
    010000 110000 001000, and 1, 2, 3 of 4 bits 1000 0100 1100."""
    six = np.array([[1, 2, 3, 4] + [0] * 12], np.uint8)
    assert pack_rows(six, "f6E2M3FN").tolist() == [[0x81, 0x30, 0x10] + [0] * 9]
    four = np.array([[1, 2, 3]], np.uint8)
    assert pack_rows(four, "f4E2M1FN").tolist() == [[0x21, 0x03]]


check_by_hand()
suite = Suite()
storages = list(itertools.product([(0, 1), (1, 0)], ["bytes", "dense"]))
for element, (recipe, preset) in itertools.product(WIDTH, RECIPES):
    if preset == "transformer_engine" and element != "f4E2M1FN":
        continue
    for order in [(0, 1), (1, 0)]:
        # Rows that end within a byte and within a group of 16.
        for shape in [(33, 50), (7, 1), (16, 35), (0, 32)]:
            add_quantize(suite, shape, element, recipe, preset, order, False)
            add_dequantize(suite, shape, element, recipe, preset, order, False)
        # A size that is unknown until run time is a multiple of the group.
        add_quantize(suite, (48, 80), element, recipe, preset, order, True)
        add_dequantize(suite, (48, 80), element, recipe, preset, order, True)
    for source, target in itertools.permutations(storages, 2):
        add_relayout(suite, (33, 50), element, recipe, preset, source, target)
suite.run()
