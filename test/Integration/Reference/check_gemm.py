# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""lowp.gemm and lowp.scaled_matmul on tensors made by hand.

Nothing is quantized: data are all codes of a format, and scales all codes of
theirs, NaN, infinity and 0 among them. docs/Specification.md says what comes of
those.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_within, tensor_type
from inputs import ordinary
from made_operands import Operand, matmul_function
from oracle.formats import LARGEST, WIDTH
from oracle.matmul import matmul, reference_bound


def gemm_function(lhs, rhs, out, accumulates):
    a, b = lhs.text("a"), rhs.text("b")
    flag = ", accumulate" if accumulates else ""
    return f"""
func.func @NAME({", ".join(a[0] + b[0])}, %init: {out}) -> {out} {{
  %y = lowp.gemm lhs({a[1]} : {a[2]}) rhs({b[1]} : {b[2]}) outs(%init : {out})
    {{lhs_type = {lhs.type}, rhs_type = {rhs.type}{flag}}} -> {out}
  return %y : {out}
}}"""


def add_case(suite, lhs, rhs, out="f32", accumulates=False):
    a, b = lhs.values(), rhs.values()
    init = ordinary((len(a), len(b)), out, seed=9)
    with np.errstate(all="ignore"):
        want, magnitude = matmul(a, b, init if accumulates else None)
        bound = reference_bound(want, magnitude, a.shape[1], out)
        # Beyond the largest value of the result's type.
        want = np.where(np.isinf(want.astype(np.float32)), want.astype(np.float32), want)
    for build in [gemm_function, matmul_function]:
        function = build(lhs, rhs, tensor_type(init.shape, out), accumulates)
        suite.add(
            f"{build.__name__} {lhs.type} {rhs.type} {out}",
            function,
            [*lhs.tensors, *rhs.tensors, init],
            [expect_within(want, bound, DTYPES[out])],
        )
    return want


def add_formats(suite, rng):
    """Each family in several storages, with and without a sum to add to."""
    pairs = [
        ("fp8", "#lowp.tensorwise", "#lowp.tensorwise"),
        ("fp8", "#lowp.rowwise", "#lowp.tensorwise"),
        ("fp8", "#lowp.block<1x128>", "#lowp.block<128x128>"),
        ("mx", "#lowp.mx<1x32>", "#lowp.mx<32x32>"),
        ("nvfp4", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>"),
    ]
    storages = [((0, 1), "#lowp.compact"), ((1, 0), "#lowp.mn_major"), ((0, 1), "#lowp.swizzled")]
    for family, left, right in pairs:
        elements = {"fp8": ["f8E4M3FN", "f8E5M2"], "mx": list(LARGEST), "nvfp4": ["f4E2M1FN"]}[
            family
        ]
        for element, (order, layout) in itertools.product(elements, storages):
            packing = "dense" if element in WIDTH else "bytes"
            lhs = Operand(rng, (33, 150), element, family, left, order, layout, packing=packing)
            rhs = Operand(rng, (20, 150), elements[0], family, right)
            add_case(suite, lhs, rhs)
            add_case(suite, lhs, rhs, "bf16", accumulates=True)


def add_special_scales(suite, rng):
    """Each special scale once, in a block of its own, on either side."""
    kinds = [
        ("fp8", "#lowp.block<1x128>", "f8E4M3FN", [np.nan, np.inf, -np.inf, 0.0, 1e-40]),
        ("fp8", "#lowp.rowwise", "f8E5M2", [np.nan, np.inf, 0.0]),
        ("mx", "#lowp.mx<1x32>", "f8E4M3FN", [np.nan, 2.0**127, 2.0**-127]),
        ("nvfp4", "#lowp.nvfp4<1x16>", "f4E2M1FN", [np.nan, -np.nan, 448.0, 0.0, -2.0]),
    ]
    for (family, recipe, element, specials), convention in itertools.product(
        kinds, ["decode", "encode"]
    ):
        places = [((4 * i + 1, 0), value) for i, value in enumerate(specials)]
        special = Operand(
            rng, (24, 150), element, family, recipe, convention=convention, special=places
        )
        plain = Operand(rng, (20, 150), element, family, recipe)
        # What a NaN meets does not matter, be it 0.
        for codes in (plain.data, plain.tensors[0]):
            codes[3] = np.zeros_like(codes[3])
        for lhs, rhs in [(special, plain), (plain, special)]:
            want = add_case(suite, lhs, rhs)
            rows = want if lhs is special else want.T
            assert np.isnan(rows[1]).all(), f"{recipe}: a NaN scale gives NaN"
            assert np.isfinite(rows[0]).all(), f"{recipe}: other rows are untouched"


suite = Suite()
rng = np.random.default_rng(21)
add_formats(suite, rng)
add_special_scales(suite, rng)
suite.run()
