# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls with a recipe, and without, of any K: no multiple of 16 bytes, 1, and 0, known and
unknown; with K first or last in the operands, with an epilogue and onto sums.

A kernel may keep sums in the tensor core, which has fewer bits than f32.
"""

import itertools

import numpy as np

from chip import preset_of
from harness import DTYPES, Suite, expect_bits, expect_within, tensor_type
from inputs import ordinary, subnormal, with_special, zeros
from oracle.matmul import matmul, reference_bound
from oracle.presets import operand_values

RECIPES = ["tensorwise_grad", "rowwise", "block_1x128_128x128", "block_1x128_1x128"]
UNKNOWN = [0, 1, 100, 128, 1001]
KNOWN = [0, 7, 129, 250]
# Bits of a sum that stays in the tensor core.
CORE = 2.0**-11


def function(shapes, orders, recipe, unknown, kind):
    """x by w, each with K last ("n") or first, in f32, and what `kind` says after it."""
    (m, k), n = shapes[0], shapes[1][0]
    dims = ["mk" if orders[0] == "n" else "km", "nk" if orders[1] == "n" else "kn"]
    known = {"m": m, "n": n, "k": "?" if unknown else k}
    types = ["tensor<" + "x".join(str(known[d]) for d in order) + "xbf16>" for order in dims]
    sums, result = f"tensor<{m}x{n}xf32>", f"tensor<{m}x{n}xbf16>"
    maps = ", ".join(f"affine_map<(m, n, k) -> ({', '.join(order)})>" for order in [*dims, "mn"])
    attribute = f"{{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    more, out = {
        "sums": (f", %i: {sums}", sums),
        "bias": (f", %b: tensor<{n}xf32>", result),
        "": ("", sums),
    }[kind]
    text = f"func.func @NAME(%x: {types[0]}, %w: {types[1]}{more}) -> {out} {{\n"
    if kind != "sums":
        text += f"""  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : {sums}
  %i = linalg.fill ins(%z : f32) outs(%e : {sums}) -> {sums}
"""
    text += f"""  %y = linalg.matmul indexing_maps = [{maps}] {attribute}
    ins(%x, %w : {types[0]}, {types[1]}) outs(%i : {sums}) -> {sums}
"""
    if kind != "bias":
        return text + f"  return %y : {out}\n}}"
    return (
        text
        + f"""  %o = tensor.empty() : {result}
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %b : {sums}, tensor<{n}xf32>) outs(%o : {result}) {{
  ^bb0(%p: f32, %q: f32, %old: bf16):
    %0 = arith.addf %p, %q : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }} -> {result}
  return %r : {out}
}}"""
    )


def values(preset, side, x, transposed):
    return operand_values(getattr(preset, side), x, "bf16", None, 0, transposed)


def add_case(suite, x, w, orders, recipe, unknown, kind=""):
    m, n, k = len(x), len(w), x.shape[1]
    more = {
        "sums": [ordinary((m, n), "f32", 9)],
        "bias": [ordinary((n, 1), "f32", 8)[:, 0]],
        "": [],
    }[kind]
    text = function([x.shape, w.shape], orders, recipe, unknown, kind)
    wide = [v.astype(np.float64) for v in (x, w)]
    if recipe and k:
        wide = [
            values(preset_of(recipe), side, v, order == "t")
            for side, v, order in zip(("lhs", "rhs"), (x, w), orders)
        ]
    onto = np.broadcast_to(more[0], (m, n)) if more else np.zeros((m, n), np.float32)
    element = "bf16" if kind == "bias" else "f32"
    with np.errstate(all="ignore"):
        want, size = matmul(*wide, onto)
        bound = reference_bound(want, size, k, element) + CORE * np.where(
            np.isfinite(size), size, 0
        )
    stored = [v.T if order == "t" else v for v, order in zip((x, w), orders)]
    output = expect_within(want, bound, DTYPES[element])
    if k == 0:
        output = expect_bits(onto.astype(DTYPES[element]))
    label = f"{m}x{n}x{k} {orders} {recipe or 'as it is'} {'unknown' if unknown else ''} {kind}"
    suite.add(label, text, [np.ascontiguousarray(v) for v in stored] + more, [output])


def main():
    suite = Suite()
    # Gradients of weights: tokens come first, and are unknown.
    for recipe, kind in [
        *itertools.product(RECIPES[:2] + RECIPES[3:], ["sums"]),
        ("", "bias"),
        ("rowwise", "bias"),
    ]:
        for k in UNKNOWN:
            x, w = ordinary((24, k), "bf16", k), ordinary((72, k), "bf16", k + 1)
            add_case(suite, x, w, "tt", recipe, True, kind)
    for number, (recipe, k) in enumerate(itertools.product([*RECIPES, ""], KNOWN)):
        x, w = ordinary((65, k), "bf16", k), ordinary((40, k), "bf16", k + 1)
        orders, kind = ["nn", "tn", "nt"][number % 3], ["", "bias"][number % 2]
        add_case(suite, x, w, orders, recipe, False, kind)
    for make in (with_special, zeros, subnormal):
        add_case(suite, make((20, 77), "bf16"), ordinary((16, 77), "bf16"), "nt", "rowwise", True)
    suite.run()


main()
