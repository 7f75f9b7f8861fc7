# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Grouped matmuls: of rows, of ranges of K, of batches, plain and scaled.

What lies beyond the last group is NaN in the inputs, so that one that gets into a
result shows.
"""

import itertools

import numpy as np

from grouped_cases import add, plain_type, random, sizes_text, wide
from harness import Suite, as_dtype, expect_bits
from oracle.grouped import batch, grouped_k, grouped_m
from oracle.layouts import SWIZZLED_32X8, store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize


def add_plain(suite, lhs, rhs, keyword, values, expected, out, dynamic):
    """Alone, and added to an accumulator."""
    types = [plain_type(x.shape, "bf16", dynamic) for x in (lhs, rhs)]
    for accumulator in [None, random(expected[0].shape, 15, out)]:
        add(
            suite,
            "plain",
            "grouped_matmul",
            types,
            [lhs, rhs],
            keyword,
            values,
            expected,
            lhs.shape[-1],
            out,
            dynamic,
            accumulator,
        )


def add_plain_cases(suite, out, dynamic):
    m, n, k = 37, 20, 24
    for ends in [[5, 5, 30, 37], [0, 0, 0, 0], [37, 37, 37, 37], [1, 12, 20, 33]]:
        lhs, rhs = random((m, k), 1), random((4, n, k), 2)
        lhs[ends[-1] :] = np.nan
        add_plain(
            suite, lhs, rhs, "ends", ends, grouped_m(wide(lhs), wide(rhs), ends), out, dynamic
        )
        lhs, rhs = random((n, m), 3), random((k, m), 4)
        lhs[:, ends[-1] :], rhs[:, ends[-1] :] = np.nan, np.inf
        add_plain(
            suite, lhs, rhs, "ends", ends, grouped_k(wide(lhs), wide(rhs), ends), out, dynamic
        )
    lhs, rhs = random((3, m, k), 5), random((3, n, k), 6)
    add_plain(suite, lhs, rhs, None, None, batch(wide(lhs), wide(rhs)), out, dynamic)
    counts, lhs = [0, 37, 9], lhs.copy()
    for group, count in enumerate(counts):
        lhs[group, count:] = np.nan
    add_plain(suite, lhs, rhs, "counts", counts, batch(wide(lhs), wide(rhs), counts), out, dynamic)


class Scaled:
    """A matrix or a batch of them: its type, its tensors, its values."""

    def __init__(
        self, x, element, recipe, preset, order=(0, 1), layout="#lowp.compact", dynamic=False
    ):
        matrices = x if x.ndim == 3 else x[None]
        parts, values = [], []
        for matrix in matrices:
            data, scales, *rest = quantize(matrix, element, recipe, PRESETS[preset])
            parts.append([store_data(data, order), store_scales(scales, layout), *rest])
            values.append(
                dequantize(
                    data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
                )
            )
        stacked = [np.stack(part) for part in zip(*parts)]
        self.tensors = stacked if x.ndim == 3 else [part[0] for part in stacked]
        self.values = np.stack(values) if x.ndim == 3 else values[0]
        self.type = (
            f"!lowp.scaled<{sizes_text(x.shape, dynamic)}x{element}, {recipe}, "
            f"order = [{order[0]}, {order[1]}], scales = {layout}>"
        )


def add_scaled(suite, lhs, rhs, keyword, values, expected, out="bf16", dynamic=False):
    add(
        suite,
        "scaled",
        "grouped_scaled_matmul",
        [lhs.type, rhs.type],
        [*lhs.tensors, *rhs.tensors],
        keyword,
        values,
        expected,
        lhs.values.shape[-1],
        out,
        dynamic,
    )


# Orders of an expert of N x K: [N][K] and [K][N] in memory.
ORDERS = [(0, 1), (1, 0)]
# Element, recipe of activations, recipe of weights, preset, layout of weights.
FAMILIES = [
    ("f8E4M3FN", "#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise", "#lowp.compact"),
    ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<128x128>", "torchao", "#lowp.k_major"),
    ("f8E5M2", "#lowp.mx<1x32>", "#lowp.mx<1x32>", "mx_rceil", "#lowp.swizzled"),
    ("f8E4M3FN", "#lowp.mx<1x32>", "#lowp.mx<32x32>", "mx_floor", SWIZZLED_32X8),
    (
        "f4E2M1FN",
        "#lowp.nvfp4<1x16>",
        "#lowp.nvfp4<1x16>",
        "transformer_engine",
        "#lowp.packed_words",
    ),
]


def add_scaled_cases(suite, family, lhs_order, order, dynamic):
    """Each operand, and each of its matrices, in the order that it has."""
    element, lhs_recipe, rhs_recipe, preset, layout = family
    m, n, k = 37, 20, 160

    def lhs_of(x):
        return Scaled(x, element, lhs_recipe, preset, lhs_order, dynamic=dynamic)

    def rhs_of(x):
        return Scaled(x, element, rhs_recipe, preset, order, layout, dynamic)

    ends = [5, 5, 30, 35]
    lhs, rhs = lhs_of(random((m, k), 7, "f32")), rhs_of(random((4, n, k), 8, "f32"))
    add_scaled(
        suite, lhs, rhs, "ends", ends, grouped_m(lhs.values, rhs.values, ends), dynamic=dynamic
    )
    ends = [0, 64, 64, 130]
    lhs, rhs = lhs_of(random((m, k), 9, "f32")), rhs_of(random((n, k), 10, "f32"))
    add_scaled(
        suite, lhs, rhs, "ends", ends, grouped_k(lhs.values, rhs.values, ends), "f32", dynamic
    )
    counts = [0, 37, 9]
    lhs, rhs = lhs_of(random((3, m, k), 11, "f32")), rhs_of(random((3, n, k), 12, "f32"))
    add_scaled(
        suite, lhs, rhs, "counts", counts, batch(lhs.values, rhs.values, counts), dynamic=dynamic
    )
    add_scaled(suite, lhs, rhs, None, None, batch(lhs.values, rhs.values), dynamic=dynamic)


def add_batch_quantize(suite, family, order, unknown):
    """Each matrix of a batch on its own, there and back; the first `unknown` sizes are
    not known."""
    element, _, recipe, preset, layout = family
    x = random((3, 50, 160), 13, "f32")
    want = Scaled(x, element, recipe, preset, order, layout)
    known = "3x50x160x".split("x", unknown)[-1]
    sizes = "?x" * unknown + known
    scaled = want.type.replace("<3x50x160x", f"<{sizes}", 1)
    tensor = f"tensor<{sizes}f32>"
    quantize_it = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <{preset}> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    suite.add(
        f"quantize batch {scaled}", quantize_it, [x], [expect_bits(part) for part in want.tensors]
    )
    restore = f"""
func.func @NAME(%q: {scaled}) -> {tensor} {{
  %x = lowp.dequantize %q : {scaled} -> {tensor}
  return %x : {tensor}
}}"""
    values = want.values.astype(np.float32)
    suite.add(f"dequantize batch {scaled}", restore, want.tensors, [expect_bits(values)])


LAYOUTS = [
    "#lowp.compact",
    "#lowp.mn_major",
    "#lowp.k_major",
    "#lowp.packed_words",
    "#lowp.swizzled",
    SWIZZLED_32X8,
]


def add_batch_relayout(suite, source, target, dynamic):
    """One storage per expert, before and after."""
    x = random((3, 50, 160), 16, "f32")
    before, after = (
        Scaled(x, "f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil", order, layout)
        for layout, order in [(source, (0, 1)), (target, (1, 0))]
    )
    types = [
        case.type.replace("<3x", "<?x", 1) if dynamic else case.type for case in (before, after)
    ]
    function = f"""
func.func @NAME(%q: {types[0]}) -> {types[1]} {{
  %r = lowp.relayout %q : {types[0]} -> {types[1]}
  return %r : {types[1]}
}}"""
    suite.add(
        f"relayout batch {types[0]} -> {types[1]}",
        function,
        before.tensors,
        [expect_bits(part) for part in after.tensors],
    )


def add_stochastic_batch(suite, seed):
    """Matrix g takes the seed plus g."""
    preset = "transformer_engine_stochastic"
    x = random((3, 20, 48), 14, "f32")
    matrices = [
        quantize(matrix, "f4E2M1FN", "#lowp.nvfp4<1x16>", PRESETS[preset], seed=seed + group)
        for group, matrix in enumerate(x)
    ]
    scaled = "!lowp.scaled<3x20x48xf4E2M1FN, #lowp.nvfp4<1x16>>"
    function = f"""
func.func @NAME(%x: tensor<3x20x48xf32>, %seeds: tensor<1xi64>) -> {scaled} {{
  %zero = arith.constant 0 : index
  %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
  %q = lowp.quantize %x numerics <{preset}> seed %seed : tensor<3x20x48xf32> -> {scaled}
  return %q : {scaled}
}}"""
    data, scales, global_scale = (np.stack(parts) for parts in zip(*matrices))
    suite.add(
        f"stochastic batch {seed}",
        function,
        [x, np.array([seed], np.uint64)],
        [expect_bits(data), expect_bits(scales), expect_bits(global_scale.reshape(3, 1))],
    )


suite = Suite()
add_stochastic_batch(suite, 0xFFFFFFFF)
for source, target in itertools.permutations(LAYOUTS, 2):
    add_batch_relayout(suite, source, target, dynamic=target == "#lowp.swizzled")
for dynamic in [False, True]:
    for out in ["bf16", "f32"]:
        add_plain_cases(suite, out, dynamic)
    for family in FAMILIES:
        for order in ORDERS:
            for lhs_order in ORDERS:
                add_scaled_cases(suite, family, lhs_order, order, dynamic)
            for unknown in [1, 3] if dynamic else [0, 2]:
                add_batch_quantize(suite, family, order, unknown)
suite.run()
