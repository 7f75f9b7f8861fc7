# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Grouped matmuls of operands whose scales have groups: those of K begin anew in
each group, those of rows have a place of their own per group.

Data beyond the last group are NaN, or as large as can be where there is no NaN.
"""

import itertools

import numpy as np

from grouped_cases import add, random, sizes_text
from harness import Suite
from oracle.grouped import grouped_k, grouped_m
from oracle.groups import Groups, quantize_groups
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize

# Recipes of both sides, preset, layouts of both sides.
FAMILIES = [
    (
        "f8E4M3FN",
        "#lowp.block<1x128>",
        "#lowp.block<1x128>",
        "torchao",
        "#lowp.mn_major",
        "#lowp.mn_major",
    ),
    (
        "f8E4M3FN",
        "#lowp.block<1x128>",
        "#lowp.block<128x128>",
        "torchao",
        "#lowp.mn_major",
        "#lowp.k_major",
    ),
    (
        "f8E5M2",
        "#lowp.block<1x256>",
        "#lowp.block<1x256>",
        "torchao",
        "#lowp.mn_major",
        "#lowp.compact",
    ),
    (
        "f8E4M3FN",
        "#lowp.rowwise",
        "#lowp.rowwise",
        "torchao_rowwise",
        "#lowp.compact",
        "#lowp.compact",
    ),
    ("f8E4M3FN", "#lowp.tensorwise", "#lowp.rowwise", "torchao", "#lowp.compact", "#lowp.compact"),
    (
        "f8E4M3FN",
        "#lowp.mx<1x32>",
        "#lowp.mx<1x32>",
        "mx_rceil",
        "#lowp.swizzled",
        "#lowp.packed_words",
    ),
    (
        "f4E2M1FN",
        "#lowp.nvfp4<1x16>",
        "#lowp.nvfp4<1x16>",
        "transformer_engine",
        "#lowp.swizzled",
        "#lowp.swizzled",
    ),
]
# Empty groups, groups of one element, borders within blocks, tails.
ENDS = [(0, 1, 130, 130, 277), (0, 0, 0, 0, 0), (300, 300, 300, 300, 300)]
NAN_CODE = {"f8E4M3FN": 0x7F, "f8E5M2": 0x7F, "f4E2M1FN": 0x7}


class Operand:
    """A matrix with groups: its type, its tensors, its values."""

    def __init__(self, x, element, recipe, preset, layout, groups, dynamic):
        want = quantize_groups(x, element, recipe, PRESETS[preset], groups)
        data = want.data.copy()
        outside = np.uint8(NAN_CODE[element]).astype(np.uint8)
        data.view(np.uint8)[~groups.inside(x.shape)] = outside
        self.tensors = [store_data(data, (0, 1)), store_scales(want.scales, layout)]
        if want.global_scales is not None:
            self.tensors.append(want.global_scales)
        self.values = want.values
        count = "?" if dynamic else len(groups.ends)
        self.type = (
            f"!lowp.scaled<{sizes_text(x.shape, dynamic)}x{element}, {recipe}, "
            f"scales = {layout}, groups = <{count}, axis = {groups.axis}, "
            f"alignment = {groups.alignment}>>"
        )


def batch_of_weights(element, recipe, preset, layout, shape, dynamic):
    parts, values = [], []
    for matrix in random(shape, 3, "f32"):
        data, scales, *rest = quantize(matrix, element, recipe, PRESETS[preset])
        parts.append([data, store_scales(scales, layout), *rest])
        values.append(
            dequantize(
                data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
            )
        )
    tensors = [np.stack(part) for part in zip(*parts)]
    kind = f"!lowp.scaled<{sizes_text(shape, dynamic)}x{element}, {recipe}, scales = {layout}>"
    return kind, tensors, np.stack(values)


def add_product(suite, types, tensors, ends, expected, k, out, dynamic):
    """Alone, and added to an accumulator."""
    for accumulator in [None, random(expected[0].shape, 4, out)]:
        add(
            suite,
            "groups",
            "grouped_scaled_matmul",
            types,
            tensors,
            "ends",
            ends,
            expected,
            k,
            out,
            dynamic,
            accumulator,
        )


def add_k(suite, family, ends, alignment, dynamic):
    """The gradient of weights: both operands quantized along the tokens."""
    element, lhs_recipe, rhs_recipe, preset, lhs_layout, rhs_layout = family
    groups = Groups(ends, 1, alignment)
    lhs = Operand(
        random((20, 300), 1, "f32"), element, lhs_recipe, preset, lhs_layout, groups, dynamic
    )
    rhs = Operand(
        random((33, 300), 2, "f32"), element, rhs_recipe, preset, rhs_layout, groups, dynamic
    )
    expected = grouped_k(lhs.values, rhs.values, groups.ends)
    add_product(
        suite,
        [lhs.type, rhs.type],
        [*lhs.tensors, *rhs.tensors],
        ends,
        expected,
        300,
        "f32",
        dynamic,
    )


def add_m(suite, family, ends, alignment, dynamic):
    """The forward pass: rows of a group begin at an atom of their own."""
    element, lhs_recipe, rhs_recipe, preset, lhs_layout, rhs_layout = family
    groups = Groups(ends, 0, alignment)
    lhs = Operand(
        random((300, 160), 1, "f32"), element, lhs_recipe, preset, lhs_layout, groups, dynamic
    )
    kind, tensors, values = batch_of_weights(
        element, rhs_recipe, preset, rhs_layout, (len(ends), 20, 160), dynamic
    )
    expected = grouped_m(lhs.values, values, groups.ends)
    add_product(
        suite, [lhs.type, kind], [*lhs.tensors, *tensors], ends, expected, 160, "bf16", dynamic
    )


suite = Suite()
for family, ends, dynamic in itertools.product(FAMILIES, ENDS, [False, True]):
    add_k(suite, family, ends, 4, dynamic)
    add_m(suite, family, ends, 128, dynamic)
for family in FAMILIES:
    add_k(suite, family, ENDS[0], 1, False)
    add_m(suite, family, ENDS[0], 1, False)
suite.run()
