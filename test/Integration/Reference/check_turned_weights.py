# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Weights of experts, N x K each, quantized along N for the gradient of rows: as they lie, and
where the program transposes them, with the same bits.

A matmul with a recipe quantizes as they lie what the program transposes. Where a quantize is
written by hand, kernels read a transposed tile or, for blocks that no tile holds, do the same.
"""

import numpy as np

from harness import Suite, expect_bits, scaled_type
from inputs import KINDS
from oracle.layouts import store_data, store_scales
from oracle.packing import pack_rows
from oracle.quantize import PRESETS, TRANSPOSED_RECIPE, quantize

# Element, recipe along the rows of a copy, numerics.
FORMATS = [
    ("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise"),
    ("f8E5M2", "#lowp.tensorwise", "torchao"),
    ("f8E4M3FN", "#lowp.block<1x128>", "torchao"),
    ("f8E4M3FN", "#lowp.block<128x128>", "torchao"),
    ("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine"),
]
# Matrices, N, K, and the type of elements: less than a tile, and several with odd ends.
SHAPES = [(3, 40, 24, "bf16"), (2, 258, 136, "f32")]


def weights(count, shape, element):
    """Matrices of different kinds: what one holds must not show in the next one."""
    kinds = list(KINDS.values())
    return [kinds[(number + shape[0]) % len(kinds)](shape, element) for number in range(count)]


def packing_of(element):
    return "dense" if element == "f4E2M1FN" else "bytes"


def stored(matrix, element, recipe, preset):
    """The tensors of one quantized matrix."""
    data, scales, *rest = quantize(matrix, element, recipe, PRESETS[preset])
    data = store_data(data, (0, 1))
    if packing_of(element) == "dense":
        data = pack_rows(data, element)
    return [data, store_scales(scales, "#lowp.compact"), *rest]


def as_they_lie(shape, kind, source):
    element, recipe, preset = kind
    scaled = scaled_type(
        shape,
        element,
        TRANSPOSED_RECIPE[recipe],
        (1, 0),
        "#lowp.compact<transposed = true>",
        packing=packing_of(element),
    )
    return f"""
func.func @NAME(%w: {source}) -> {scaled} {{
  %q = lowp.quantize %w numerics <{preset}> : {source} -> {scaled}
  return %q : {scaled}
}}"""


def from_a_copy(shape, kind, source):
    element, recipe, preset = kind
    count, n, k = shape
    turned = f"tensor<{count}x{k}x{n}x{source.rsplit('x', 1)[1]}"
    scaled = scaled_type((count, k, n), element, recipe, packing=packing_of(element))
    return f"""
func.func @NAME(%w: {source}) -> {scaled} {{
  %e = tensor.empty() : {turned}
  %t = linalg.transpose ins(%w : {source}) outs(%e : {turned}) permutation = [0, 2, 1]
  %q = lowp.quantize %t numerics <{preset}> : {turned} -> {scaled}
  return %q : {scaled}
}}"""


def add(suite, shape, kind, element):
    count, *sizes = shape
    source = f"tensor<{'x'.join(map(str, shape))}x{element}>"
    inputs = weights(count, sizes, element)
    parts = zip(*(stored(np.ascontiguousarray(matrix.T), *kind) for matrix in inputs))
    expected = [
        expect_bits(np.stack(part).reshape(count, *np.shape(part[0]) or (1,))) for part in parts
    ]
    for build in (as_they_lie, from_a_copy):
        suite.add(
            f"{build.__name__} {shape} {kind} {element}",
            build(shape, kind, source),
            [np.stack(inputs)],
            expected,
        )


def main():
    suite = Suite()
    for kind in FORMATS:
        for *shape, element in SHAPES:
            add(suite, tuple(shape), kind, element)
    suite.run()


if __name__ == "__main__":
    main()
