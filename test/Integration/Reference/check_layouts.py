# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""lowp.dequantize, lowp.relayout and lowp.transpose on scaled arguments."""

import itertools

import numpy as np

from harness import Suite, as_dtype, expect_bits, scaled_type, tensor_type
from inputs import with_special
from oracle.layouts import store_data, store_scales
from oracle.quantize import FP8_BLOCKS, PRESETS, TRANSPOSED_RECIPE, dequantize, quantize

SHAPE = (130, 257)
ORDERS = [(0, 1), (1, 0)]
LAYOUTS = ["#lowp.compact", "#lowp.mn_major", "#lowp.mn_major<transposed = true>"]


def stored(data, scales, order, layout):
    return [store_data(data, order), store_scales(scales, layout)]


def add_dequantize(suite, recipe, element, convention, target, order, layout):
    scaled = scaled_type(SHAPE, element, recipe, order, layout, convention)
    label = f"dequantize {scaled} -> {target}"
    if not suite.takes(label):
        return
    x = with_special(SHAPE, "f32")
    data, scales = quantize(x, element, recipe, PRESETS["torchao"], convention)
    values = dequantize(data, scales, recipe, convention)
    result = tensor_type(SHAPE, target)
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    suite.add(
        label,
        function,
        stored(data, scales, order, layout),
        [expect_bits(as_dtype(values, target))],
    )


def add_relayout(suite, recipe, source, target, dynamic):
    before, after = (
        scaled_type(SHAPE, "f8E5M2", recipe, *storage, dynamic=dynamic)
        for storage in (source, target)
    )
    label = f"relayout {before} -> {after}"
    if not suite.takes(label):
        return
    data, scales = quantize(with_special(SHAPE, "f32"), "f8E5M2", recipe, PRESETS["torchao"])
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    outputs = [expect_bits(part) for part in stored(data, scales, *target)]
    suite.add(label, function, stored(data, scales, *source), outputs)


def add_transpose(suite, recipe, order, layout):
    """The transposed matrix has the transposed values."""
    data, scales = quantize(with_special(SHAPE, "f32"), "f8E4M3FN", recipe, PRESETS["torchao"])
    scaled = scaled_type(SHAPE, "f8E4M3FN", recipe, order, layout)
    transposed = scaled_type(
        SHAPE[::-1], "f8E4M3FN", TRANSPOSED_RECIPE[recipe], order[::-1], TRANSPOSED_LAYOUT[layout]
    )
    result = tensor_type(SHAPE[::-1], "f32")
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %t = lowp.transpose %q : {scaled}
  %x = lowp.dequantize %t : {transposed} -> {result}
  return %x : {result}
}}"""
    values = dequantize(data, scales, recipe).T
    suite.add(
        f"transpose {scaled}",
        function,
        stored(data, scales, order, layout),
        [expect_bits(np.ascontiguousarray(values))],
    )


TRANSPOSED_LAYOUT = {
    "#lowp.compact": "#lowp.compact<transposed = true>",
    "#lowp.mn_major": "#lowp.mn_major<transposed = true>",
    "#lowp.mn_major<transposed = true>": "#lowp.mn_major",
}

suite = Suite()
for recipe in FP8_BLOCKS:
    for element, convention, target in itertools.product(
        ["f8E4M3FN", "f8E5M2"], ["decode", "encode"], ["f32", "bf16", "f16"]
    ):
        add_dequantize(suite, recipe, element, convention, target, (0, 1), "#lowp.compact")
    storages = list(itertools.product(ORDERS, LAYOUTS))
    for order, layout in storages:
        add_dequantize(suite, recipe, "f8E4M3FN", "decode", "f32", order, layout)
        add_transpose(suite, recipe, order, layout)
    for source, target in itertools.permutations(storages[1:4], 2):
        for dynamic in [False, True]:
            add_relayout(suite, recipe, source, target, dynamic)
suite.run()
