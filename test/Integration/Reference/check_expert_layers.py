# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""What layers of experts do beside the product: rows of a table repeated for the rows of a
group, alone and as a bias or a factor of each expert after the product, weights in
either order, sums that may stay in the tensor core, and rows after the last group.

The CPU takes all of it, kernels too (--gpu).
"""

import numpy as np

from chip import preset_of
from grouped_gemms import Plain, Scaled, expect
from harness import Suite, as_dtype, expect_bits
from module_text import as_function
from oracle.formats import DTYPES
from oracle.grouped import grouped_m

RNG = np.random.default_rng(42)
ROWS, GROUPS, COLUMNS, K = 150, 4, 48, 144
ENDS = [33, 33, 97, 150]


def draw(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def rows_of(table, ends, rows):
    """Row g of the table for the rows of group g; 0 for others."""
    result = np.zeros((rows, *table.shape[1:]), table.dtype)
    begin = 0
    for row, end in zip(table, ends):
        result[begin:end] = row
        begin = end
    return result


def add_repeated(suite, element, shape, ends, m):
    """The rows themselves, bit by bit. m: None where the type says it."""
    table = as_dtype(draw(*shape), element)
    trailing = "".join(f"x{size}" for size in shape[1:])
    groups, rows = shape[0], 101
    size, given = (rows, "") if m is None else ("?", " rows(%m)")
    argument = "" if m is None else f", %like: tensor<?x{element}>"
    lines = (
        ""
        if m is None
        else f"""
  %zero = arith.constant 0 : index
  %m = tensor.dim %like, %zero : tensor<?x{element}>"""
    )
    inputs = [table, np.array(ends, np.int32)]
    inputs += [] if m is None else [as_dtype(draw(rows), element)]
    suite.add(
        f"repeated {element} {shape} {ends}",
        f"""
func.func @NAME(%t: tensor<{groups}{trailing}x{element}>, %n: tensor<{groups}xi32>{argument})
    -> tensor<{size}{trailing}x{element}> {{{lines}
  %r = lowp.repeat_rows %t ends(%n : tensor<{groups}xi32>){given}
     : tensor<{groups}{trailing}x{element}> -> tensor<{size}{trailing}x{element}>
  return %r : tensor<{size}{trailing}x{element}>
}}""",
        inputs,
        [expect_bits(rows_of(table, np.minimum(ends, rows), rows))],
    )


LAYER = """
  %zero = arith.constant 0 : index
  %m = tensor.dim %residual, %zero : tensor<?x{n}xbf16>
  %b = lowp.repeat_rows %bias ends(%ends : tensor<{g}xi32>) rows(%m) : tensor<{g}x{n}xbf16> -> tensor<?x{n}xbf16>
  %f = lowp.repeat_rows %factor ends(%ends : tensor<{g}xi32>) rows(%m) : tensor<{g}xf32> -> tensor<?xf32>
  %e = tensor.empty(%m) : tensor<?x{n}xf32>
  %z = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>,
      affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%y, %f, %b, %residual : tensor<?x{n}xf32>, tensor<?xf32>, tensor<?x{n}xbf16>, tensor<?x{n}xbf16>)
      outs(%e : tensor<?x{n}xf32>) {{
  ^bb0(%s: f32, %c: f32, %v: bf16, %r: bf16, %old: f32):
    %0 = arith.mulf %s, %c : f32
    %1 = arith.extf %v : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.extf %r : bf16 to f32
    %4 = arith.addf %2, %3 : f32
    linalg.yield %4 : f32
  }} -> tensor<?x{n}xf32>
  return %z : tensor<?x{n}xf32>
}}"""


def add_layer(suite, label, lhs, rhs, fast=""):
    """The product times the factor of its expert, with its bias and a residual."""
    bias, residual = as_dtype(draw(GROUPS, COLUMNS), "bf16"), as_dtype(draw(ROWS, COLUMNS), "bf16")
    factor = draw(GROUPS)
    sums, magnitude = grouped_m(lhs.values, rhs.values, ENDS)
    scale = rows_of(factor, ENDS, ROWS).astype(np.float64)[:, None]
    added = rows_of(bias, ENDS, ROWS).astype(np.float64) + residual.astype(np.float64)
    left, right = lhs.type(f"?x{K}"), rhs.type(f"{GROUPS}x{COLUMNS}x{K}")
    name = "grouped_scaled_matmul" if isinstance(lhs, Scaled) else "grouped_matmul"
    suite.add(
        f"layer {label}",
        f"""
func.func @NAME(%a: {left}, %w: {right}, %ends: tensor<{GROUPS}xi32>, %bias: tensor<{GROUPS}x{COLUMNS}xbf16>,
                %factor: tensor<{GROUPS}xf32>, %residual: tensor<?x{COLUMNS}xbf16>) -> tensor<?x{COLUMNS}xf32> {{
  %y = lowp.{name} %a, %w ends(%ends : tensor<{GROUPS}xi32>){fast} : {left}, {right} -> tensor<?x{COLUMNS}xf32>"""
        + LAYER.format(g=GROUPS, n=COLUMNS),
        [*lhs.tensors, *rhs.tensors, np.array(ENDS, np.int32), bias, factor, residual],
        [
            expect(
                sums * scale + added,
                magnitude * np.abs(scale) + np.abs(added),
                np.full((ROWS, 1), True),
                "f32",
            )
        ],
    )


def add_turned(suite):
    """Weights whose rows lie along N: read as they are by kernels of 16 bits."""
    lhs, rhs = Plain(draw(ROWS, K), "bf16"), Plain(draw(GROUPS, COLUMNS, K), "bf16")
    sums, magnitude = grouped_m(lhs.values, rhs.values, ENDS)
    kind = f"tensor<{GROUPS}x{COLUMNS}x{K}xbf16>"
    suite.add(
        "turned weights",
        f"""
func.func @NAME(%a: tensor<{ROWS}x{K}xbf16>, %w: tensor<{GROUPS}x{K}x{COLUMNS}xbf16>, %n: tensor<{GROUPS}xi32>)
    -> tensor<{ROWS}x{COLUMNS}xbf16> {{
  %e = tensor.empty() : {kind}
  %t = linalg.transpose ins(%w : tensor<{GROUPS}x{K}x{COLUMNS}xbf16>) outs(%e : {kind}) permutation = [0, 2, 1]
  %y = lowp.grouped_matmul %a, %t ends(%n : tensor<{GROUPS}xi32>)
     : tensor<{ROWS}x{K}xbf16>, {kind} -> tensor<{ROWS}x{COLUMNS}xbf16>
  return %y : tensor<{ROWS}x{COLUMNS}xbf16>
}}""",
        [
            lhs.tensors[0],
            np.ascontiguousarray(rhs.tensors[0].transpose(0, 2, 1)),
            np.array(ENDS, np.int32),
        ],
        [expect(sums, magnitude, np.full((ROWS, 1), True), "bf16")],
    )


def add_operator(suite, recipe, clears):
    """What lowp.torch.grouped_linear runs, with any number of rows."""
    from lowp._linear import texts

    ends = [33, 33, 97, 120] if clears else ENDS
    x, w, bias = draw(ROWS, K), draw(GROUPS, COLUMNS, K), as_dtype(draw(GROUPS, COLUMNS), "bf16")
    if recipe:
        preset = preset_of(recipe)
        lhs, rhs = (
            Scaled(
                as_dtype(each, "bf16").astype(np.float32), kind.element, kind.recipe, kind.numerics
            )
            for each, kind in ((x, preset.lhs), (w, preset.rhs))
        )
    else:
        lhs, rhs = Plain(x, "bf16"), Plain(w, "bf16")
    sums, magnitude = grouped_m(lhs.values, rhs.values, ends)
    inside = np.arange(ROWS)[:, None] < ends[-1]
    want = np.where(inside, sums + rows_of(bias, ends, ROWS).astype(np.float64), 0)
    chosen = recipe and f"#lowp.matmul_recipe<{recipe}>"
    text = texts.linear((GROUPS, COLUMNS, K), "bf16", True, chosen, clears=clears)
    x = as_dtype(x, "bf16")
    x[ends[-1] :] = np.nan
    near = expect(want, np.where(inside, magnitude + 8, 0), np.full((ROWS, 1), True), "bf16")
    suite.add(
        f"operator {recipe} {clears}",
        as_function(text, "grouped_linear"),
        [x, as_dtype(w, "bf16"), np.array(ends, np.int32), bias],
        [near],
    )


def main():
    suite = Suite()
    add_repeated(suite, "bf16", (GROUPS, COLUMNS), [33, 33, 97, 98], None)
    add_repeated(suite, "f32", (5,), [0, 7, 7, 60, 101], 101)
    add_repeated(suite, "f16", (1, 8), [101], 101)
    rows = Scaled(draw(ROWS, K), "f8E4M3FN", "#lowp.rowwise", "torchao_rowwise")
    weights = Scaled(draw(GROUPS, COLUMNS, K), "f8E4M3FN", "#lowp.rowwise", "torchao_rowwise")
    add_layer(suite, "rowwise", rows, weights)
    add_layer(suite, "rowwise, fast", rows, weights, " fast_accumulation")
    whole = [
        Scaled(draw(*shape), "f8E4M3FN", "#lowp.tensorwise", "torchao")
        for shape in ((ROWS, K), (GROUPS, COLUMNS, K))
    ]
    add_layer(suite, "tensorwise, fast", *whole, " fast_accumulation")
    add_layer(suite, "bf16", Plain(draw(ROWS, K), "bf16"), Plain(draw(GROUPS, COLUMNS, K), "bf16"))
    add_turned(suite)
    add_operator(suite, "block_1x128_128x128", True)
    add_operator(suite, "rowwise", False)
    add_operator(suite, None, True)
    suite.run()


if __name__ == "__main__":
    main()
