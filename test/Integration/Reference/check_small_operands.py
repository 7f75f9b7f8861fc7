# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls of bf16 or f16 by a weight of fp8 or fp4, projections whose result is divided into
heads, and vectors, with recipes and without.

Elements are small whole numbers, which powers of two scale exactly, and so are sums.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits

SIZES = dict(b=2, s=9, n=64, k=256, h=4, d=16)
EINSUMS = {
    "bsk,nk->bsn": "bsnk",
    "bshd,nhd->bsn": "bsnhd",
    "bsk,hdk->bhsd": "bhsdk",
    "bsk,hdk->hbsd": "bhsdk",
    "bsk,kn->bsn": "bsnk",
    "hdk,bsk->bhds": "bhsdk",
}
SMALL = ["f8E4M3FN", "f8E5M2", "f4E2M1FN"]


def whole(generator, shape, element, most=3):
    return generator.integers(-most, most + 1, shape).astype(DTYPES[element])


def type_of(sizes, element):
    return f"tensor<{'x'.join([*map(str, sizes), element])}>"


def contraction(loops, terms, types, init, attributes=""):
    """A sum of products of elements, widened to those of the result."""
    left, right, result = types
    element = result[:-1].rpartition("x")[2]
    maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(dims)})>" for dims in terms)
    kinds = ", ".join('"parallel"' if loop in terms[2] else '"reduction"' for loop in loops)
    body, names = "", []
    for name, kind in (("%p", left), ("%q", right)):
        own = kind[:-1].rpartition("x")[2]
        if own != element:
            body += f"    {name}w = arith.extf {name} : {own} to {element}\n"
        names.append(name + "w" * (own != element))
    arguments = ", ".join(
        f"{name}: {kind[:-1].rpartition('x')[2]}" for name, kind in zip(("%p", "%q", "%o"), types)
    )
    return f"""  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%x, %w : {left}, {right}) outs({init} : {result}) {attributes} {{
  ^bb0({arguments}):
{body}    %0 = arith.mulf {", ".join(names)} : {element}
    %1 = arith.addf %o, %0 : {element}
    linalg.yield %1 : {element}
  }} -> {result}
  return %y : {result}
"""


def zeros(result):
    element = result[:-1].rpartition("x")[2]
    return f"""  %z = arith.constant 0.0 : {element}
  %e = tensor.empty() : {result}
  %i = linalg.fill ins(%z : {element}) outs(%e : {result}) -> {result}
"""


def add_einsum(suite, einsum, elements, result, recipe="", onto=False):
    inputs, out = einsum.split("->")
    terms = [*inputs.split(","), out]
    generator = np.random.default_rng(len(suite.cases))
    shapes = [[SIZES[dim] for dim in dims] for dims in terms]
    x, w = (whole(generator, shape, element) for shape, element in zip(shapes, elements))
    start = [whole(generator, shapes[2], result, 60)] if onto else []
    types = [type_of(shape, element) for shape, element in zip(shapes, [*elements, result])]
    attributes = f"attrs = {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    argument = f", %i: {types[2]}" if onto else ""
    text = (
        f"func.func @NAME(%x: {types[0]}, %w: {types[1]}{argument}) -> {types[2]} {{\n"
        + ("" if onto else zeros(types[2]))
        + contraction(EINSUMS[einsum], terms, types, "%i", attributes)
        + "}"
    )
    want = np.einsum(einsum, x.astype(np.float64), w.astype(np.float64))
    want = (want + (start[0].astype(np.float64) if onto else 0)).astype(np.float32)
    label = f"{einsum} {elements} {result} {recipe or 'as it is'} {'onto' if onto else ''}"
    suite.add(label, text, [x, w, *start], [expect_bits(want.astype(DTYPES[result]))])


def add_all_codes(suite, element, half):
    """Each number of the small format once, by ones and zeros."""
    codes = np.arange(256 if element.startswith("f8") else 16, dtype=np.uint8)
    w = codes.view(DTYPES[element])
    w = np.where(np.isfinite(w.astype(np.float32)), w, np.array(0, w.dtype))
    w = np.resize(w, (256, 8))
    x = np.zeros((256, 256), DTYPES[half])
    np.fill_diagonal(x, 1)
    types = [type_of(x.shape, half), type_of(w.shape, element), type_of((256, 8), "f32")]
    text = (
        f"func.func @NAME(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{\n"
        + zeros(types[2])
        + contraction("mnk", ["mk", "kn", "mn"], types, "%i")
        + "}"
    )
    suite.add(
        f"all of {element} by {half}",
        text,
        [x, w],
        [expect_bits(w.astype(np.float32) + np.float32(0))],
    )


VECTORS = {
    "matvec": ((64, 256), (256,), (64,)),
    "vecmat": ((256,), (256, 64), (64,)),
    "batch_matvec": ((3, 64, 256), (3, 256), (3, 64)),
}


def add_vector(suite, name, recipe):
    shapes = VECTORS[name]
    generator = np.random.default_rng(len(suite.cases))
    x, w = (whole(generator, shape, "bf16") for shape in shapes[:2])
    types = [type_of(shape, element) for shape, element in zip(shapes, ["bf16", "bf16", "f32"])]
    attribute = f"{{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    text = (
        f"func.func @NAME(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{\n"
        + zeros(types[2])
        + f"""  %y = linalg.{name} {attribute} ins(%x, %w : {types[0]}, {types[1]})
    outs(%i : {types[2]}) -> {types[2]}
  return %y : {types[2]}
}}"""
    )
    want = np.einsum(
        "bnk,bk->bn"
        if name.startswith("batch")
        else {"matvec": "nk,k->n", "vecmat": "k,kn->n"}[name],
        x.astype(np.float64),
        w.astype(np.float64),
    )
    suite.add(
        f"{name} {recipe or 'as it is'}", text, [x, w], [expect_bits(want.astype(np.float32))]
    )


def main():
    suite = Suite()
    for element, (half, result) in itertools.product(
        SMALL, [("bf16", "f32"), ("f16", "f32"), ("bf16", "bf16")]
    ):
        add_einsum(suite, "bsk,nk->bsn", (half, element), result)
    for element in SMALL:
        add_einsum(suite, "hdk,bsk->bhds", (element, "bf16"), "bf16")
        add_all_codes(suite, element, "f16" if element == "f8E4M3FN" else "bf16")
    for einsum, recipe in itertools.product(EINSUMS, ["", "rowwise"]):
        # Columns of a recipe are a multiple of 8.
        if recipe and einsum.startswith("hdk"):
            continue
        add_einsum(suite, einsum, ("bf16", "bf16"), "bf16", recipe)
    add_einsum(suite, "bsk,hdk->bhsd", ("bf16", "bf16"), "bf16", "rowwise", onto=True)
    add_einsum(suite, "bsk,hdk->bhsd", ("bf16", "bf16"), "bf16", onto=True)
    for name in VECTORS:
        add_vector(suite, name, "" if name.startswith("batch") else "rowwise")
    suite.run()


main()
