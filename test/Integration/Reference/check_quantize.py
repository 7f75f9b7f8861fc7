# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Data and scales of lowp.quantize, bit for bit, in every mode."""

import itertools

from harness import Suite, expect_bits, numerics_text, sample_size, scaled_type, tensor_type
from inputs import KINDS, extreme, ordinary, wide_range, zeros
from oracle.layouts import store_data, store_scales
from oracle.quantize import FP8_BLOCKS, PRESETS, Numerics, quantize

ELEMENTS = ["f8E4M3FN", "f8E5M2"]
FP8_PRESETS = ["torchao", "torchao_rowwise", "transformer_engine", "deep_gemm"]
# Ragged in both dimensions; two blocks in each.
SHAPE = (200, 190)


def add_case(
    suite,
    x,
    source,
    element,
    recipe,
    numerics,
    order=(0, 1),
    layout="#lowp.compact",
    convention="decode",
    dynamic=False,
    note="",
):
    tensor = tensor_type(x.shape, source, dynamic)
    scaled = scaled_type(x.shape, element, recipe, order, layout, convention, dynamic)
    label = f"{note} {x.shape} {source} -> {scaled} {numerics}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics {numerics_text(numerics)} : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    data, scales = quantize(x, element, recipe, numerics, convention)
    outputs = [
        expect_bits(store_data(data, order)),
        expect_bits(store_scales(scales, layout)),
    ]
    suite.add(label, function, [x], outputs)


def add_modes(suite):
    """Every combination of numerics on inputs that tell them apart."""
    modes = itertools.product(
        [0.0, 1e-12],
        ["f32", "f64"],
        [False, True],
        ["propagate", "unit"],
        ["saturate", "overflow"],
    )
    for mode in modes:
        numerics = Numerics(*mode)
        for kind, element in itertools.product(KINDS, ELEMENTS):
            x = KINDS[kind]((6, 190), "f32")
            add_case(suite, x, "f32", element, "#lowp.block<1x128>", numerics, note=kind)


def add_factors(suite):
    """What is divided, in which way, and the largest factor, on inputs of all types
    from end to end."""
    choices = itertools.product(
        ["encode", "decode"],
        ["f32", "f64", "reciprocal"],
        ["propagate", "unit"],
        [False, True],
        [0.0, 1e-30],
    )
    for quotient, division, degenerate, power_of_two, eps in choices:
        numerics = Numerics(eps, division, power_of_two, degenerate, quotient=quotient)
        for source, convention in [("f32", "decode"), ("bf16", "encode"), ("f16", "decode")]:
            add_case(
                suite,
                extreme((40, 190), source),
                source,
                "f8E4M3FN",
                "#lowp.block<1x128>",
                numerics,
                convention=convention,
            )
        add_case(
            suite,
            KINDS["with_special"]((6, 190), "f32"),
            "f32",
            "f8E5M2",
            "#lowp.block<1x32>",
            numerics,
        )
    for limit, recipe in itertools.product(
        ["input", "f32", "bf16", "f16"], ["#lowp.rowwise", "#lowp.tensorwise"]
    ):
        numerics = Numerics(degenerate="unit", largest_factor=limit)
        for source in ["f32", "bf16"]:
            x = extreme((40, 190), source)[:6]
            add_case(suite, x, source, "f8E4M3FN", recipe, numerics)


def add_recipes(suite):
    """Every recipe with every preset, source type and convention."""
    for recipe, preset, element in itertools.product(FP8_BLOCKS, FP8_PRESETS, ELEMENTS):
        for source, convention in [("f32", "decode"), ("bf16", "encode"), ("f16", "decode")]:
            for kind in ["ordinary", "with_special"]:
                x = KINDS[kind](SHAPE, source)
                add_case(
                    suite,
                    x,
                    source,
                    element,
                    recipe,
                    PRESETS[preset],
                    convention=convention,
                    note=kind,
                )


# 256-long blocks differ from 128-long ones in a number alone.
RECIPES = [r for r in FP8_BLOCKS if "256" not in r] + ["#lowp.block<1x256>"]


def add_layouts(suite):
    """Every recipe in every order and layout, static and dynamic."""
    layouts = [
        "#lowp.compact",
        "#lowp.compact<transposed = true>",
        "#lowp.mn_major",
        "#lowp.mn_major<transposed = true>",
        "#lowp.mn_major<alignment = 32>",
    ]
    numerics = PRESETS["torchao"]
    x = ordinary((130, 257), "bf16")
    for recipe, order, layout, dynamic in itertools.product(
        RECIPES, [(0, 1), (1, 0)], layouts, [False, True]
    ):
        add_case(suite, x, "bf16", "f8E4M3FN", recipe, numerics, order, layout, dynamic=dynamic)


def add_shapes(suite):
    """Empty, tiny, and the ragged widths of real models."""
    shapes = [(0, 256), (1, 1), (1, 128), (1, 576), (64, 576), (3, 10944), (129, 0)]
    numerics = PRESETS["torchao"]
    for shape, recipe, dynamic in itertools.product(shapes, RECIPES, [False, True]):
        x = ordinary(shape, "bf16")
        add_case(suite, x, "bf16", "f8E4M3FN", recipe, numerics, dynamic=dynamic)
        add_case(
            suite, x, "bf16", "f8E4M3FN", recipe, numerics, layout="#lowp.mn_major", dynamic=dynamic
        )
    for recipe in FP8_BLOCKS:
        add_case(suite, zeros(SHAPE, "f32"), "f32", "f8E4M3FN", recipe, numerics)


def add_random(suite):
    """Many values for every preset and format."""
    for preset, element in itertools.product(FP8_PRESETS, ELEMENTS):
        x = wide_range((sample_size(100000) // 1000, 1000), "f32")
        add_case(suite, x, "f32", element, "#lowp.block<1x128>", PRESETS[preset])


suite = Suite()
add_random(suite)
add_modes(suite)
add_factors(suite)
add_recipes(suite)
add_layouts(suite)
add_shapes(suite)
suite.run()
