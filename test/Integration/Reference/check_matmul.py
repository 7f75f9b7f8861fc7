"""Matmuls with recipes, from linalg.matmul to a result, within the bound."""

import itertools

import numpy as np

from harness import Suite, expect_within, tensor_type
from inputs import as_dtype, ordinary, with_special, zeros
from oracle.formats import DTYPES
from oracle.matmul import matmul, reference_bound
from oracle.quantize import PRESETS, dequantize, quantize

# Recipe and numerics of both operands, and their transposes.
RECIPES = {
    "tensorwise": ("#lowp.tensorwise", "#lowp.tensorwise", "torchao"),
    "rowwise": ("#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise"),
    "block_1x128_128x128": ("#lowp.block_1x128", "#lowp.block_128x128", "torchao"),
    "block_1x128_1x128": ("#lowp.block_1x128", "#lowp.block_1x128", "torchao"),
}
MAPS = {
    ("lhs", False): "affine_map<(m, n, k) -> (m, k)>",
    ("lhs", True): "affine_map<(m, n, k) -> (k, m)>",
    ("rhs", False): "affine_map<(m, n, k) -> (k, n)>",
    ("rhs", True): "affine_map<(m, n, k) -> (n, k)>",
}


def exact_values(x, recipe, preset, element):
    data, scales = quantize(x, element, recipe, PRESETS[preset])
    return dequantize(data, scales, recipe, dtype=np.float64)


def recipe_text(recipe, elements):
    lhs, rhs, preset = RECIPES[recipe]
    return (
        f"#lowp.matmul_recipe<lhs = <{elements[0]}, {lhs}, <{preset}>>, "
        f"rhs = <{elements[1]}, {rhs}, <{preset}>>>"
    )


def matmul_function(recipe, types, transposed, accumulates):
    """linalg.matmul on arguments; adds to the last one, or starts from zero."""
    lhs, rhs, out = types
    element = out.rstrip(">").split("x")[-1]
    start = "" if accumulates else f"""
  %zero = arith.constant 0.0 : {element}
  %start = linalg.fill ins(%zero : {element}) outs(%init : {out}) -> {out}"""
    init = "%init" if accumulates else "%start"
    maps = f"{MAPS['lhs', transposed[0]]}, {MAPS['rhs', transposed[1]]}"
    return f"""
func.func @NAME(%a: {lhs}, %b: {rhs}, %init: {out}) -> {out} {{{start}
  %y = linalg.matmul
    indexing_maps = [{maps}, affine_map<(m, n, k) -> (m, n)>]
    {{lowp.recipe = {recipe}}}
    ins(%a, %b : {lhs}, {rhs}) outs({init} : {out}) -> {out}
  return %y : {out}
}}"""


def add_case(suite, x, w, recipe, out="bf16", elements=("f8E4M3FN", "f8E4M3FN"),
             transposed=(False, True), accumulates=False, dynamic=False,
             source="bf16"):
    """x is (M, K), w is (N, K); `transposed` says how they are handed over."""
    lhs_recipe, rhs_recipe, preset = RECIPES[recipe]
    m, n = x.shape[0], w.shape[0]
    init = ordinary((m, n), out, seed=9)
    want, magnitude = matmul(
        exact_values(x, lhs_recipe, preset, elements[0]),
        exact_values(w, rhs_recipe, preset, elements[1]),
        init if accumulates else None,
    )
    with np.errstate(all="ignore"):
        bound = reference_bound(want, magnitude, x.shape[1], out)
    lhs = x.T if transposed[0] else x
    rhs = w if transposed[1] else w.T
    types = [tensor_type(lhs.shape, source, dynamic),
             tensor_type(rhs.shape, source, dynamic),
             tensor_type((m, n), out, dynamic)]
    function = matmul_function(recipe_text(recipe, elements), types, transposed,
                               accumulates)
    label = f"{recipe} {x.shape} x {w.shape} -> {out} {elements} {transposed} {types}"
    suite.add(label, function, [lhs, rhs, init],
              [expect_within(want, bound, DTYPES[out])])


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
            add_case(suite, ordinary((m, k), "bf16"), ordinary((n, k), "bf16"), recipe,
                     dynamic=dynamic)
    add_case(suite, zeros((20, 256), "bf16"), w[:, :128].repeat(2, axis=1), recipe)
    add_case(suite, with_special((20, 192), "bf16"), w, recipe)
suite.run()
