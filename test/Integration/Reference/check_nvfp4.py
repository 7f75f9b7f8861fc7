# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""NVFP4: data, e4m3 scales of blocks and the f32 scale of the matrix."""

import itertools

import numpy as np

from harness import (
    Suite,
    as_dtype,
    expect_bits,
    numerics_text,
    sample_size,
    scaled_type,
    tensor_type,
)
from inputs import KINDS, extreme, ordinary
from oracle.formats import DTYPES
from oracle.layouts import store_data, store_scales
from oracle.quantize import NVFP4_BLOCKS, PRESETS, Numerics, dequantize, quantize

ELEMENT = "f4E2M1FN"


def stored(parts, order, layout):
    data, scales, global_scale = parts
    return [store_data(data, order), store_scales(scales, layout), global_scale]


def add_quantize(
    suite,
    x,
    source,
    recipe,
    numerics,
    order=(0, 1),
    layout="#lowp.compact",
    convention="decode",
    dynamic=False,
):
    tensor = tensor_type(x.shape, source, dynamic)
    scaled = scaled_type(x.shape, ELEMENT, recipe, order, layout, convention, dynamic)
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics {numerics_text(numerics)} : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    parts = quantize(x, ELEMENT, recipe, numerics, convention)
    suite.add(
        f"{x.shape} {source} -> {scaled} {numerics}",
        function,
        [x],
        [expect_bits(part) for part in stored(parts, order, layout)],
    )


def add_dequantize(suite, recipe, order, layout, convention, target, kind):
    x = KINDS[kind]((50, 70), "f32")
    parts = quantize(x, ELEMENT, recipe, PRESETS["transformer_engine"], convention)
    values = dequantize(*parts[:2], recipe, convention, global_scale=parts[2])
    scaled = scaled_type(x.shape, ELEMENT, recipe, order, layout, convention)
    result = tensor_type(x.shape, target)
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    suite.add(
        f"dequantize {scaled} -> {target}",
        function,
        stored(parts, order, layout),
        [expect_bits(as_dtype(values, target))],
    )


def add_all_codes(suite):
    """Every code of the data under every e4m3 code."""
    data = np.tile(np.arange(16, dtype=np.uint8).view(DTYPES[ELEMENT]), (256, 1))
    scales = np.arange(256, dtype=np.uint8)[:, None].view(DTYPES["f8E4M3FN"])
    global_scale = np.array([0.3], np.float32)
    scaled = scaled_type(data.shape, ELEMENT, "#lowp.nvfp4<1x16>")
    result = tensor_type(data.shape, "f32")
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    values = dequantize(data, scales, "#lowp.nvfp4<1x16>", global_scale=global_scale)
    suite.add("all codes", function, [data, scales, global_scale], [expect_bits(values)])


def add_relayout(suite, recipe):
    """The scale of the matrix goes along with a transpose and a relayout."""
    x = ordinary((48, 80), "f32")
    parts = quantize(x, ELEMENT, recipe, PRESETS["transformer_engine"])
    before = scaled_type(x.shape, ELEMENT, recipe)
    after = scaled_type(x.shape, ELEMENT, recipe, (1, 0), "#lowp.mn_major")
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %r = lowp.relayout %q : {before} -> {after}
  return %r : {after}
}}"""
    suite.add(
        f"relayout {recipe}",
        function,
        list(parts),
        [expect_bits(part) for part in stored(parts, (1, 0), "#lowp.mn_major")],
    )


suite = Suite()
modes = [
    PRESETS["transformer_engine"],
    Numerics(),
    Numerics(eps=1e-12, division="f64"),
    Numerics(degenerate="unit", saturation="overflow"),
    PRESETS["torchao_nvfp4"],
    Numerics(quotient="decode"),
    Numerics(quotient="decode", small_scales="normal"),
    Numerics(quotient="decode", division="reciprocal", degenerate="unit"),
    Numerics(small_scales="normal"),
    Numerics(matrix_scale="unit"),
]
for recipe, numerics, kind in itertools.product(NVFP4_BLOCKS, modes, KINDS):
    for convention in ["decode", "encode"]:
        add_quantize(
            suite, KINDS[kind]((70, 100), "f32"), "f32", recipe, numerics, convention=convention
        )
# The scale of a matrix does not depend on the type of the input, if not said.
for limit, source in itertools.product(["input", "f32", "bf16"], ["f32", "bf16"]):
    add_quantize(
        suite,
        extreme((40, 48), source)[:5],
        source,
        "#lowp.nvfp4<1x16>",
        Numerics(degenerate="unit", largest_factor=limit),
    )
x = ordinary((sample_size(100000) // 1000, 1000), "f32")
for recipe in NVFP4_BLOCKS:
    add_quantize(suite, x, "f32", recipe, PRESETS["transformer_engine"])
for recipe, order, layout, dynamic in itertools.product(
    NVFP4_BLOCKS, [(0, 1), (1, 0)], ["#lowp.compact", "#lowp.mn_major"], [False, True]
):
    add_quantize(
        suite,
        ordinary((33, 50), "bf16"),
        "bf16",
        recipe,
        PRESETS["transformer_engine"],
        order,
        layout,
        dynamic=dynamic,
    )
for shape, recipe in itertools.product([(0, 64), (1, 1), (33, 0)], NVFP4_BLOCKS):
    add_quantize(suite, ordinary(shape, "bf16"), "bf16", recipe, PRESETS["transformer_engine"])
for recipe, kind in itertools.product(NVFP4_BLOCKS, KINDS):
    for convention, target in [("decode", "f32"), ("encode", "bf16")]:
        add_dequantize(suite, recipe, (0, 1), "#lowp.compact", convention, target, kind)
    add_dequantize(suite, recipe, (1, 0), "#lowp.mn_major", "decode", "f32", kind)
    add_relayout(suite, recipe)
add_all_codes(suite)
suite.run()
