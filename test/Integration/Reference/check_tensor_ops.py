# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""lowp.make_scaled and lowp.split_scaled: the tensors that a value is made of.

What goes in by one is what later ops read, and what they wrote comes out by the
other, in every storage.
"""

import itertools

from harness import DTYPES, Suite, expect_bits, scaled_type, tensor_type
from inputs import with_special
from oracle.layouts import SWIZZLED_32X8, store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, dequantize, quantize

SHAPE = (70, 150)
# Format, recipe, numerics; is it packed.
KINDS = [
    ("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise", "bytes"),
    ("f8E5M2", "#lowp.block<1x128>", "torchao", "bytes"),
    ("f6E2M3FN", "#lowp.mx<1x32>", "mx_rceil", "dense"),
    ("f4E2M1FN", "#lowp.mx<32x32>", "mx_even", "bytes"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine", "dense"),
]
LAYOUTS = ["#lowp.compact", "#lowp.mn_major", "#lowp.swizzled", SWIZZLED_32X8]
NAMES = {dtype: name for name, dtype in DTYPES.items()}


def stored(parts, kind, order, layout):
    """The tensors of a matrix; packed data as bytes."""
    data = store_data(parts[0], order)
    if kind[3] == "dense":
        data = pack_rows(data, kind[0])
    return [data, store_scales(parts[1], layout), *parts[2:]]


def text_of(tensor):
    element = NAMES.get(tensor.dtype, "i8")
    return f"tensor<{'x'.join(map(str, tensor.shape))}x{element}>"


def add_make(suite, kind, order, layout, convention):
    """Tensors become a value, whose values come back."""
    element, recipe, preset, packing = kind
    parts = quantize(with_special(SHAPE, "f32"), element, recipe, PRESETS[preset], convention)
    tensors = stored(parts, kind, order, layout)
    types = list(map(text_of, tensors))
    scaled = scaled_type(SHAPE, element, recipe, order, layout, convention, packing=packing)
    result = tensor_type(SHAPE, "f32")
    names = [f"%t{i}" for i in range(len(types))]
    arguments = ", ".join(f"{name}: {text}" for name, text in zip(names, types))
    function = f"""
func.func @NAME({arguments}) -> {result} {{
  %q = lowp.make_scaled {", ".join(names)} : {", ".join(types)} -> {scaled}
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    values = dequantize(
        *parts[:2], recipe, convention, global_scale=parts[2] if parts[2:] else None
    )
    suite.add(f"make {scaled}", function, tensors, [expect_bits(values)])


def add_split(suite, kind, order, layout, convention):
    """A matrix is quantized, and its tensors come out in reverse order."""
    element, recipe, preset, packing = kind
    x = with_special(SHAPE, "f32")
    parts = quantize(x, element, recipe, PRESETS[preset], convention)
    tensors = stored(parts, kind, order, layout)[::-1]
    scaled = scaled_type(SHAPE, element, recipe, order, layout, convention, packing=packing)
    tensor = tensor_type(SHAPE, "f32")
    names = ["%data", "%scales", "%global_scale"][: len(tensors)]
    types = ", ".join(map(text_of, tensors))
    function = f"""
func.func @NAME(%x: {tensor}) -> ({types}) {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  {", ".join(names)} = lowp.split_scaled %q : {scaled}
  return {", ".join(names[::-1])} : {types}
}}"""
    suite.add(f"split {scaled}", function, [x], list(map(expect_bits, tensors)))


def add_exchange(suite):
    """The data of one value with the scales of another."""
    kind = KINDS[0]
    element, recipe, preset, _ = kind
    inputs = [with_special(SHAPE, "f32", seed) for seed in (3, 8)]
    parts = [quantize(x, element, recipe, PRESETS[preset]) for x in inputs]
    tensor, scaled = tensor_type(SHAPE, "f32"), scaled_type(SHAPE, element, recipe)
    data, scales = text_of(parts[0][0]), text_of(parts[1][1])
    function = f"""
func.func @NAME(%x: {tensor}, %y: {tensor}) -> {tensor} {{
  %p = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  %q = lowp.quantize %y numerics <{preset}> : {tensor} -> {scaled}
  %pd, %ps = lowp.split_scaled %p : {scaled}
  %qd, %qs = lowp.split_scaled %q : {scaled}
  %r = lowp.make_scaled %pd, %qs : {data}, {scales} -> {scaled}
  %z = lowp.dequantize %r : {scaled} -> {tensor}
  return %z : {tensor}
}}"""
    suite.add(
        "exchange", function, inputs, [expect_bits(dequantize(parts[0][0], parts[1][1], recipe))]
    )


suite = Suite()
for kind, order, layout in itertools.product(KINDS, [(0, 1), (1, 0)], LAYOUTS):
    for convention in ["decode", "encode"]:
        add_make(suite, kind, order, layout, convention)
    add_split(suite, kind, order, layout, "decode")
add_exchange(suite)
suite.run()
