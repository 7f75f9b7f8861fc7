# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""MX: e8m0 scales and data of every format, block and rounding of scales."""

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
from inputs import KINDS, ordinary, with_special
from oracle.formats import DTYPES, LARGEST, WIDTH
from oracle.layouts import store_data, store_scales
from oracle.quantize import MX_BLOCKS, PRESETS, Numerics, dequantize, quantize

MODES = ["mx_floor", "mx_ceil", "mx_even", "mx_rceil"]


def add_quantize(
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
):
    tensor = tensor_type(x.shape, source, dynamic)
    scaled = scaled_type(x.shape, element, recipe, order, layout, convention, dynamic)
    label = f"{x.shape} {source} -> {scaled} {numerics}"
    if not suite.takes(label):
        return
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics {numerics_text(numerics)} : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    data, scales = quantize(x, element, recipe, numerics, convention)
    suite.add(
        label,
        function,
        [x],
        [expect_bits(store_data(data, order)), expect_bits(store_scales(scales, layout))],
    )


def binades():
    """A block of 32 for each binade of f32 and each place in it where the modes
    may differ."""
    mantissas = [1.0, 1.0 + 2.0**-23, 1.125, 1.5, 1.625, 1.75, 1.875, 1.9375, 2.0 - 2.0**-23]
    exponents = np.arange(-149, 128)
    amax = np.ldexp(np.array(mantissas)[:, None], exponents).astype(np.float32).ravel()
    rng = np.random.default_rng(4)
    values = rng.uniform(-1, 1, (len(amax), 32)) * amax[:, None].astype(np.float64)
    values[:, 7] = amax
    return values.astype(np.float32)


def random_rows(rows, seed):
    """Normal values, a scale of its own for each row."""
    rng = np.random.default_rng(seed)
    powers = np.exp2(rng.uniform(-100, 100, (rows, 1)))
    return (rng.standard_normal((rows, 1000)) * powers).astype(np.float32)


def add_modes(suite):
    for element, mode in itertools.product(LARGEST, MODES):
        numerics = PRESETS[mode]
        add_quantize(suite, binades(), "f32", element, "#lowp.mx<1x32>", numerics)
        x = random_rows(sample_size(20000) // 1000, seed=8)
        add_quantize(suite, x, "f32", element, "#lowp.mx<1x32>", numerics)
        for kind, recipe in itertools.product(KINDS, MX_BLOCKS):
            x = KINDS[kind]((70, 100), "f32")
            add_quantize(suite, x, "f32", element, recipe, numerics)
        add_quantize(
            suite,
            with_special((20, 100), "f32"),
            "f32",
            element,
            "#lowp.mx<1x32>",
            numerics,
            convention="encode",
        )


def add_other_numerics(suite):
    """Parameters that no preset has."""
    for changes in [
        dict(degenerate="unit"),
        dict(degenerate="unit", eps=1e-3),
        dict(eps=1e-3),
        dict(saturation="overflow"),
        dict(degenerate="saturate"),
        dict(small_scales="normal"),
        dict(small_scales="unit", degenerate="saturate"),
    ]:
        for rounding in ["floor", "ceil", "even", "rceil"]:
            numerics = Numerics(power_of_two=True, scale_rounding=rounding, **changes)
            for kind, element in itertools.product(KINDS, ["f8E4M3FN", "f4E2M1FN"]):
                add_quantize(
                    suite, KINDS[kind]((6, 100), "f32"), "f32", element, "#lowp.mx<1x32>", numerics
                )
            for convention in ["decode", "encode"]:
                add_quantize(
                    suite,
                    binades(),
                    "f32",
                    "f8E5M2",
                    "#lowp.mx<1x32>",
                    numerics,
                    convention=convention,
                )


def add_storage(suite):
    """Orders, layouts, sources and unknown sizes."""
    layouts = ["#lowp.compact", "#lowp.mn_major", "#lowp.mn_major<transposed = true>"]
    for recipe, order, layout, dynamic in itertools.product(
        MX_BLOCKS, [(0, 1), (1, 0)], layouts, [False, True]
    ):
        for source, element in [("bf16", "f8E4M3FN"), ("f16", "f4E2M1FN")]:
            x = ordinary((67, 97), source)
            add_quantize(
                suite,
                x,
                source,
                element,
                recipe,
                PRESETS["mx_rceil"],
                order,
                layout,
                dynamic=dynamic,
            )
    for shape, recipe in itertools.product([(0, 64), (1, 1), (33, 0)], MX_BLOCKS):
        add_quantize(
            suite, ordinary(shape, "bf16"), "bf16", "f6E3M2FN", recipe, PRESETS["mx_floor"]
        )


def add_dequantize(suite, element, convention, target):
    """Every code of the data under every code of a scale."""
    codes = np.arange(1 << WIDTH.get(element, 8), dtype=np.uint8).view(DTYPES[element])
    data = np.tile(np.resize(codes, max(len(codes), 32)), (256, 1))
    scales = np.repeat(np.arange(256, dtype=np.uint8)[:, None], data.shape[1] // 32, axis=1)
    scales = np.ascontiguousarray(scales).view(DTYPES["f8E8M0FNU"])
    scaled = scaled_type(data.shape, element, "#lowp.mx<1x32>", convention=convention)
    result = tensor_type(data.shape, target)
    function = f"""
func.func @NAME(%q: {scaled}) -> {result} {{
  %x = lowp.dequantize %q : {scaled} -> {result}
  return %x : {result}
}}"""
    values = dequantize(data, scales, "#lowp.mx<1x32>", convention)
    suite.add(
        f"dequantize {scaled} -> {target}",
        function,
        [data, scales],
        [expect_bits(as_dtype(values, target))],
    )


suite = Suite()
add_modes(suite)
add_other_numerics(suite)
add_storage(suite)
for element, convention in itertools.product(LARGEST, ["decode", "encode"]):
    for target in ["f32", "bf16"]:
        add_dequantize(suite, element, convention, target)
suite.run()
