# REQUIRES: numpy
# RUN: %python %s %if long %{ %} %else %{ --sample=12 %} --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Values that read the same matrices, each quantized in both orders: stages of one kernel, or, where
scales are of whole rows and columns, of one kernel that finds the largest magnitudes of all.

A product, which may be stored too, a sum that reads the product, and the positive part of a
sum; and four matrices of one and a number for each row, of which the last has no room to wait
for its stage; bit for bit against the oracle.
"""

import itertools

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, tensor_of, wide
from harness import DTYPES, Suite, expect_bits
from inputs import with_special

SHAPES = [(256, 512), (300, 384), (77, 136), (129, 100), (128, 128), (1, 256), (64, 64), (40, 16)]
TARGETS = ["both", "both mx", "three", "both rowwise"]
POSITIVE = """    %x0 = arith.extf %a0 : bf16 to f32
    %x1 = arith.extf %a1 : bf16 to f32
    %s = arith.addf %x0, %x1 : f32
    %t = arith.truncf %s : f32 to bf16
    %zero = arith.constant 0.0 : bf16
    %y = arith.maximumf %t, %zero : bf16
    linalg.yield %y : bf16"""


ROW_SUM = """linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%r : ROWS) outs(%rows : ROWS) {
  ^bb0(%a: bf16, %old: bf16):
    %y = arith.addf %a, %a : bf16
    linalg.yield %y : bf16
  } -> ROWS"""


def write_function(text, names, shape, targets, made, arguments, results):
    """`text`, what is `made` by name, its quantizes after the results `names`."""
    for name, producer in made.items():
        quantizes, parts = fusions.quantizes(shape, targets, f"%{name}", f"{name}_")
        text += [f"  %{name} = {producer}", quantizes]
        names += parts
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME({arguments}) -> ({kinds}) {{
{chr(10).join(text)}
  return {", ".join(names)} : {kinds}
}}"""


def make_function(shape, targets, results, stores_product):
    matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
    x, r, product = (("%" + name, matrix, "i, j") for name in ("x", "r", "product"))
    made = {
        "product": generic([x, r], fusions.SCALE_COLUMNS, shape),
        "sum": generic([x, product], fusions.ADD, shape),
        "positive": generic([x, r], POSITIVE, shape),
    }
    return write_function(
        [f"  %empty = tensor.empty() : {matrix}"],
        ["%product"] * stores_product,
        shape,
        targets,
        made,
        f"%x: {matrix}, %r: {matrix}",
        results,
    )


def make_function_of_rows(shape, targets, results):
    matrix, rows = (f"tensor<{sizes}xbf16>" for sizes in (f"{shape[0]}x{shape[1]}", shape[0]))
    x, f = ("%x", matrix, "i, j"), ("%f", rows, "i")
    made = {
        "product": generic([x, f], fusions.SCALE_COLUMNS, shape),
        "sum": generic([x, f], fusions.ADD, shape),
        "positive": generic([x, f], POSITIVE.replace("addf", "mulf"), shape),
    }
    quantizes, parts = fusions.quantizes(shape, targets, "%x", "x_")
    text = [
        f"  %empty = tensor.empty() : {matrix}",
        f"  %rows = tensor.empty() : {rows}",
        f"  %f = {ROW_SUM.replace('ROWS', rows)}",
        quantizes,
    ]
    return write_function(
        text, ["%f", *parts], shape, targets, made, f"%x: {matrix}, %r: {rows}", results
    )


def store_all(values, targets):
    return [
        part for value in values for target in targets for part in fusions.stored(value, target)
    ]


def add_rows(suite):
    for shape, name in itertools.product(SHAPES, TARGETS):
        label = f"rows, {name}, {shape}"
        if not suite.takes(label):
            continue
        targets = fusions.TARGETS[name]
        x = with_special(shape, "bf16", int(RNG.integers(1000)))
        r = RNG.standard_normal(shape[0]).astype(DTYPES["bf16"])
        with np.errstate(all="ignore"):
            f = round_bf16(wide(r) + wide(r))
            product = round_bf16(wide(x) * wide(f)[:, None])
            values = [
                x,
                product,
                round_bf16(wide(x) + wide(f)[:, None]),
                np.maximum(product, DTYPES["bf16"].type(0)),
            ]
        results = [f, *store_all(values, targets)]
        suite.add(
            label,
            make_function_of_rows(shape, targets, results),
            [x, r],
            [expect_bits(result) for result in results],
        )


def add_stages(suite):
    for number, (shape, name) in enumerate(itertools.product(SHAPES, TARGETS)):
        stores_product = number % 2 == 0
        label = f"{name}, {shape}" + ", and the product" * stores_product
        if not suite.takes(label):
            continue
        targets = fusions.TARGETS[name]
        x = with_special(shape, "bf16", int(RNG.integers(1000)))
        r = RNG.standard_normal(shape).astype(DTYPES["bf16"])
        with np.errstate(all="ignore"):
            product = round_bf16(wide(x) * wide(r))
            values = [
                product,
                round_bf16(wide(x) + wide(product)),
                np.maximum(round_bf16(wide(x) + wide(r)), DTYPES["bf16"].type(0)),
            ]
        results = [product] * stores_product + store_all(values, targets)
        suite.add(
            label,
            make_function(shape, targets, results, stores_product),
            [x, r],
            [expect_bits(result) for result in results],
        )


def main():
    suite = Suite()
    add_stages(suite)
    add_rows(suite)
    suite.run()


if __name__ == "__main__":
    main()
