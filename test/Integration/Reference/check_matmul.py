# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls with recipes of fp8 and f32 scales, within the bound."""

import itertools

import numpy as np

import matmul_cases
from harness import Suite
from inputs import as_dtype, ordinary, with_special, zeros
from matmul_cases import Operand

# Recipe and numerics of both operands.
RECIPES = {
    "tensorwise": ("#lowp.tensorwise", "#lowp.tensorwise", "torchao"),
    "rowwise": ("#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise"),
    "block_1x128_128x128": ("#lowp.block<1x128>", "#lowp.block<128x128>", "torchao"),
    "block_1x128_1x128": ("#lowp.block<1x128>", "#lowp.block<1x128>", "torchao"),
    "block_1x64_1x128": ("#lowp.block<1x64>", "#lowp.block<1x128>", "torchao"),
    "block_1x64_64x2": ("#lowp.block<1x64>", "#lowp.block<64x2>", "torchao"),
    "block_1x128_128x256": ("#lowp.block<1x128>", "#lowp.block<128x256>", "torchao"),
}


def add_case(suite, x, w, recipe, out="bf16", elements=("f8E4M3FN", "f8E4M3FN"), **options):
    lhs, rhs, preset = RECIPES[recipe]
    matmul_cases.add_case(
        suite,
        x,
        w,
        Operand(elements[0], lhs, preset),
        Operand(elements[1], rhs, preset),
        out,
        **options,
    )


suite = Suite()
for recipe in RECIPES:
    x, w = ordinary((70, 192), "bf16", 1), ordinary((130, 192), "bf16", 2)
    for transposed, dynamic in itertools.product(
        itertools.product([False, True], repeat=2), [False, True]
    ):
        add_case(suite, x, w, recipe, transposed=transposed, dynamic=dynamic)
    for out, accumulates in itertools.product(["f32", "bf16", "f16"], [False, True]):
        # Small enough for f16; linalg.matmul does not mix it with bf16.
        source = "f16" if out == "f16" else "bf16"
        a, b = (as_dtype(v.astype(np.float32) * 2.0**-12, source) for v in (x, w))
        add_case(suite, a, b, recipe, out, accumulates=accumulates, source=source)
    for elements in [("f8E4M3FN", "f8E5M2"), ("f8E5M2", "f8E4M3FN")]:
        add_case(suite, x, w, recipe, out="f32", elements=elements)
    # Ragged widths of real models, empty and tiny matrices, special values.
    add_case(suite, ordinary((5, 10944), "bf16"), ordinary((9, 10944), "bf16"), recipe)
    add_case(suite, ordinary((64, 576), "bf16"), ordinary((64, 576), "bf16"), recipe)
    for m, n, k in [(0, 64, 256), (1, 1, 128), (1, 576, 64), (3, 5, 0)]:
        for dynamic in [False, True]:
            add_case(
                suite, ordinary((m, k), "bf16"), ordinary((n, k), "bf16"), recipe, dynamic=dynamic
            )
    add_case(suite, zeros((20, 256), "bf16"), w[:, :128].repeat(2, axis=1), recipe)
    add_case(suite, with_special((20, 192), "bf16"), w, recipe)
suite.run()
