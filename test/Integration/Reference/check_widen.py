# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Widened operands, bit by bit, and matmuls of them."""

import itertools

import numpy as np

from harness import Suite, expect_bits, expect_within, scaled_type, tensor_type
from inputs import KINDS, ordinary
from oracle.formats import DTYPES, WIDTH
from oracle.layouts import store_data, store_scales
from oracle.matmul import matmul, reference_bound
from oracle.quantize import BLOCKS, PRESETS, dequantize, quantize
from oracle.widen import widen

# Element, recipe, numerics of the input; element, recipe, block of the result.
MX = [
    ((element, recipe, "mx_rceil"), (target, "#lowp.block<1x32>", 32))
    for element, target in [
        ("f8E4M3FN", "f8E4M3FN"),
        ("f8E5M2", "f8E5M2"),
        ("f6E2M3FN", "f8E4M3FN"),
        ("f6E3M2FN", "f8E5M2"),
        ("f4E2M1FN", "f8E4M3FN"),
    ]
    for recipe in ["#lowp.mx<1x32>", "#lowp.mx<32x32>"]
]
NVFP4 = [
    (("f4E2M1FN", recipe, "transformer_engine"), ("f8E4M3FN", "#lowp.block<1x32>", 32))
    for recipe in ["#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>"]
]
FP8 = [
    (("f8E4M3FN", recipe, "torchao"), ("f8E4M3FN", "#lowp.block<1x128>", 128))
    for recipe in ["#lowp.block<128x128>", "#lowp.block<1x256>", "#lowp.block<128x256>"]
]


# The same blocks, with scales that are powers of two.
FP8 += [
    (("f8E4M3FN", recipe, "deep_gemm_ue8m0"), ("f8E4M3FN", "#lowp.block<1x128>", 128))
    for recipe in ["#lowp.mx<1x128>", "#lowp.mx<128x128>"]
]


def spread_text(taken):
    return "" if taken is None else f"spread {taken} "


def result_shape(shape, taken, block):
    if taken is None:
        return shape
    return (shape[0], -(-shape[1] // taken) * block)


def add_widen(
    suite,
    parts,
    source,
    target,
    taken=None,
    order=(0, 1),
    layout="#lowp.compact",
    convention="decode",
    dynamic=False,
    written="#lowp.mn_major",
):
    """`parts`: data, scales and, for NVFP4, the scale of the matrix."""
    data, scales, *rest = parts
    element, recipe, _ = source
    to_element, to_recipe, block = target
    before = scaled_type(data.shape, element, recipe, order, layout, convention, dynamic)
    after = scaled_type(
        result_shape(data.shape, taken, block),
        to_element,
        to_recipe,
        layout=written,
        dynamic=dynamic,
    )
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %w = lowp.widen %q {spread_text(taken)}: {before} -> {after}
  return %w : {after}
}}"""
    want = widen(
        data, scales, recipe, to_element, block, taken, convention, rest[0] if rest else None
    )
    inputs = [store_data(data, order), store_scales(scales, layout), *rest]
    suite.add(
        f"{before} -> {after}",
        function,
        inputs,
        [expect_bits(want[0]), expect_bits(store_scales(want[1], written))],
    )


def quantized(x, source, convention="decode"):
    return quantize(x, source[0], source[1], PRESETS[source[2]], convention)


def add_storage(suite, source, target, taken=None):
    """Orders, layouts, conventions, ragged and unknown sizes, special values."""
    for kind, convention in itertools.product(KINDS, ["decode", "encode"]):
        # An infinite scale would make NaN of the padding; see docs/Numerics.md.
        x = KINDS[kind]((70, 200), "f32")
        add_widen(
            suite, quantized(x, source, convention), source, target, taken, convention=convention
        )
    parts = quantized(ordinary((67, 200), "bf16"), source)
    for order, layout, dynamic in itertools.product(
        [(0, 1), (1, 0)], ["#lowp.compact", "#lowp.mn_major"], [False, True]
    ):
        add_widen(suite, parts, source, target, taken, order, layout, dynamic=dynamic)
    for shape in [(1, 1), (0, 64), (33, 0), (3, 16), (5, 33)]:
        parts = quantized(ordinary(shape, "bf16"), source)
        for dynamic in [False, True]:
            add_widen(suite, parts, source, target, taken, dynamic=dynamic, written="#lowp.compact")


def add_all_codes(suite, element, target):
    """Every code of the data under every e8m0 code."""
    codes = np.arange(1 << WIDTH.get(element, 8), dtype=np.uint8).view(DTYPES[element])
    data = np.tile(np.resize(codes, max(len(codes), 32)), (256, 1))
    scales = np.repeat(np.arange(256, dtype=np.uint8)[:, None], data.shape[1] // 32, axis=1)
    scales = np.ascontiguousarray(scales).view(DTYPES["f8E8M0FNU"])
    for convention in ["decode", "encode"]:
        add_widen(
            suite,
            (data, scales),
            (element, "#lowp.mx<1x32>", None),
            (target, "#lowp.block<1x32>", 32),
            convention=convention,
        )


def add_matmul(suite, x, w, lhs, rhs, taken, block):
    """A product of widened operands is that of the operands."""
    types, values, inputs, text = [], [], [], []
    for name, source, matrix in [("l", lhs, x), ("r", rhs, w)]:
        data, scales, *rest = quantized(matrix, source)
        before = scaled_type(data.shape, source[0], source[1])
        to_element = "f8E5M2" if source[0] == "f8E5M2" else "f8E4M3FN"
        after = scaled_type(
            result_shape(data.shape, taken, block), to_element, f"#lowp.block<1x{block}>"
        )
        text.append(f"  %{name}w = lowp.widen %{name} {spread_text(taken)}: {before} -> {after}")
        types.append((before, after))
        inputs += [data, scales, *rest]
        values.append(
            dequantize(
                data, scales, source[1], dtype=np.float64, global_scale=rest[0] if rest else None
            )
        )
    result = tensor_type((len(x), len(w)), "f32")
    function = f"""
func.func @NAME(%l: {types[0][0]}, %r: {types[1][0]}) -> {result} {{
{chr(10).join(text)}
  %y = lowp.scaled_matmul %lw, %rw : {types[0][1]}, {types[1][1]} -> {result}
  return %y : {result}
}}"""
    want, magnitude = matmul(*values)
    bound = reference_bound(want, magnitude, x.shape[1], "f32")
    suite.add(f"matmul {lhs} {rhs}", function, inputs, [expect_within(want, bound, DTYPES["f32"])])


# Scales like those of the input, in finer blocks.
FINER = [
    (("f4E2M1FN", "#lowp.nvfp4<16x16>", "transformer_engine"), "f4E2M1FN", "#lowp.nvfp4<1x16>"),
    (("f8E5M2", "#lowp.mx<32x32>", "mx_rceil"), "f8E5M2", "#lowp.mx<1x32>"),
    (("f8E4M3FN", "#lowp.mx<1x128>", "deep_gemm_ue8m0"), "f8E4M3FN", "#lowp.mx<1x32>"),
    (("f4E2M1FN", "#lowp.mx<32x32>", "mx_rceil"), "f8E4M3FN", "#lowp.mx<1x32>"),
]


def add_finer(suite, source, element, recipe, shape, kind, convention, layouts, dynamic):
    """Each element has the stored scale of its block of the input."""
    parts = quantized(KINDS[kind](shape, "f32"), source, convention)
    data, scales, *rest = parts
    order, layout, written = layouts
    before = scaled_type(shape, source[0], source[1], order, layout, convention, dynamic)
    after = scaled_type(shape, element, recipe, (0, 1), written, convention, dynamic)
    (rows, columns), (_, width) = BLOCKS[source[1]], BLOCKS[recipe]
    i, j = np.indices((shape[0], -(-shape[1] // width)))
    finer = scales[i // rows, j * width // columns]
    function = f"""
func.func @NAME(%q: {before}) -> {after} {{
  %w = lowp.widen %q : {before} -> {after}
  return %w : {after}
}}"""
    values = data.astype(np.float32).astype(DTYPES[element])
    inputs = [store_data(data, order), store_scales(scales, layout), *rest]
    want = [values, store_scales(finer, written), *rest]
    suite.add(f"{before} -> {after} {kind}", function, inputs, list(map(expect_bits, want)))


def add_all_finer(suite):
    layouts = [
        ((0, 1), "#lowp.compact", "#lowp.swizzled"),
        ((1, 0), "#lowp.mn_major", "#lowp.compact"),
    ]
    for source, element, recipe in FINER:
        for kind, convention in itertools.product(KINDS, ["decode", "encode"]):
            add_finer(
                suite, source, element, recipe, (70, 200), kind, convention, layouts[0], False
            )
        for shape, places, dynamic in itertools.product(
            [(1, 1), (0, 64), (33, 0), (67, 208)], layouts, [False, True]
        ):
            add_finer(suite, source, element, recipe, shape, "ordinary", "decode", places, dynamic)


suite = Suite()
add_all_finer(suite)
for source, target in MX + FP8:
    add_storage(suite, source, target)
for source, target in NVFP4:
    add_storage(suite, source, target, taken=16)
# Blocks of a type that would fit go apart as well.
add_storage(suite, MX[0][0], MX[0][1], taken=16)
for element, target in [
    ("f8E4M3FN", "f8E4M3FN"),
    ("f8E5M2", "f8E5M2"),
    ("f6E2M3FN", "f8E4M3FN"),
    ("f6E3M2FN", "f8E4M3FN"),
    ("f4E2M1FN", "f8E5M2"),
]:
    add_all_codes(suite, element, target)
x, w = ordinary((40, 300), "bf16", 1), ordinary((50, 300), "bf16", 2)
for lhs, rhs in itertools.product([MX[0][0], MX[3][0], MX[8][0]], repeat=2):
    add_matmul(suite, x, w, lhs, rhs, None, 32)
for lhs, rhs in [
    (NVFP4[0][0], NVFP4[0][0]),
    (NVFP4[0][0], NVFP4[1][0]),
    (NVFP4[0][0], MX[0][0]),
    (MX[2][0], NVFP4[0][0]),
    (NVFP4[0][0], FP8[0][0]),
]:
    add_matmul(suite, x, w, lhs, rhs, 16, 32)
suite.run()
