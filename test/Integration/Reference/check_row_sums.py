# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Sums of the rows of a matrix that is quantized, as a bias's gradient is, or whose rows
are reduced, as those of a norm's weight and bias.

A tile of the quantize adds up its rows, a CTA that reduces rows those of a part. Data and
scales bit for bit, sums in f32 within what their order may change; of an argument, of a
product, and through reshapes.
"""

import itertools

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, tensor_of, wide
from harness import DTYPES, Suite, expect_bits, expect_within

# Rows that parts of 64 and 16 divide, and ragged columns; 128 and 300 keep a kernel for the sum.
SHAPES = [(256, 512), (1024, 136), (448, 384), (272, 200), (128, 40), (300, 136)]
TARGETS = ["both", "both mx", "three", "1x128"]
# Rows of one warp, of several and of a part of one; parts of 8, 16, 32 and 128 rows. 544 rows
# are no parts of dimensions of 17, 300 stay whole.
REDUCED = [
    ((1024, 136), None),
    ((512, 1032), (4, 128)),
    ((16640, 8), None),
    ((8192, 40), (64, 128)),
    ((544, 72), (32, 17)),
    ((300, 136), None),
]
# Rows of another matrix, at numbers of them.
GATHERED = (1024, 520)


def add_up(value, shape):
    """Text of the sum of the rows of `value`, of f32."""
    rows, columns = shape
    return f"""  %none = tensor.empty() : tensor<{columns}xf32>
  %zero = arith.constant 0.0 : f32
  %start = linalg.fill ins(%zero : f32) outs(%none : tensor<{columns}xf32>) -> tensor<{columns}xf32>
  %sum = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}} ins({value} : tensor<{rows}x{columns}xbf16>)
      outs(%start : tensor<{columns}xf32>) {{
  ^bb0(%a: bf16, %old: f32):
    %b = arith.extf %a : bf16 to f32
    %c = arith.addf %old, %b : f32
    linalg.yield %c : f32
  }} -> tensor<{columns}xf32>"""


def through_heads(shape):
    """Text that reads %x twice, once through the sizes of heads."""
    rows, columns = shape
    heads = f"tensor<{rows}x{columns // 8}x8xbf16>"
    matrix = f"tensor<{rows}x{columns}xbf16>"
    return f"""  %heads = tensor.expand_shape %x [[0], [1, 2]] output_shape [{rows}, {columns // 8}, 8]
      : {matrix} into {heads}
  %y = tensor.collapse_shape %heads [[0], [1, 2]] : {heads} into {matrix}"""


def make_function(shape, targets, results, producer, value):
    matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
    text, names = fusions.quantizes(shape, targets, "%x" if value == "heads" else value)
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> ({kinds}) {{
  %empty = tensor.empty() : {matrix}
{producer}
{text}
{add_up("%y" if value == "heads" else value, shape)}
  return {", ".join([*names, "%sum"])} : {kinds}
}}"""


def draw(shape):
    """Random numbers, subnormal ones and zeros; an Inf and a NaN in a column each."""
    x = RNG.standard_normal(shape).astype(np.float32)
    x[:, 0], x[:, 1] = 1e-39, 0
    x[5, 2], x[7, 3] = np.inf, np.nan
    return x.astype(DTYPES["bf16"])


def add_sums(suite):
    for shape, name in itertools.product(SHAPES, TARGETS):
        matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
        full = [("%" + operand, matrix, "i, j") for operand in "xr"]
        product = "  %y = " + generic(full, fusions.SCALE_COLUMNS, shape)
        x, r = draw(shape), RNG.standard_normal(shape).astype(DTYPES["bf16"])
        with np.errstate(all="ignore"):
            cases = {
                "argument": ("", "%x", x),
                "product": (product, "%y", round_bf16(wide(x) * wide(r))),
                "heads": (through_heads(shape), "heads", x),
            }
        for label, (producer, value, y) in cases.items():
            targets = fusions.TARGETS[name]
            parts = [part for target in targets for part in fusions.stored(y, target)]
            with np.errstate(all="ignore"):
                total = y.astype(np.float64).sum(0)
                bound = 2.0**-23 * shape[0] * np.abs(y.astype(np.float64)).sum(0)
            results = [*parts, total.astype(np.float32)]
            suite.add(
                f"{label}, {name}, {shape}",
                make_function(shape, targets, results, producer, value),
                [x, r],
                [*map(expect_bits, parts), expect_within(total, bound, np.dtype("f4"))],
            )


def gather(shape):
    """Text that makes %x of rows of %x0."""
    rows, columns = shape
    matrix = f"tensor<{rows}x{columns}xbf16>"
    return f"""  %none = tensor.empty() : {matrix}
  %x = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%rows : tensor<{rows}xi64>) outs(%none : {matrix}) {{
  ^bb0(%row: i64, %old: bf16):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %a = tensor.extract %x0[%i, %j] : {matrix}
    linalg.yield %a : bf16
  }} -> {matrix}
"""


def norm_gradients(shape, divided, gathers=False):
    """Text of a function: of the rows of %x and %y the sums of products, a matrix of these
    and %y, and the sums of products and of %y along the rows."""
    rows, columns = shape
    matrix, sums = f"tensor<{rows}x{columns}xbf16>", f"tensor<{columns}xf32>"
    outer = "x".join(map(str, divided or (rows,)))
    given = f"tensor<{outer}x{columns}xbf16>"
    names, views, numbers = ["%x", "%y"], "", ""
    if gathers:
        names[0], views, numbers = "%x0", gather(shape), f", %rows: tensor<{rows}xi64>"
    elif divided:
        names = ["%x0", "%y0"]
        views = "".join(
            f"  {to} = tensor.collapse_shape {of} [[0, 1], [2]] : {given} into {matrix}\n"
            for to, of in zip(["%x", "%y"], names)
        )
    return f"""
func.func @NAME({names[0]}: {given}, {names[1]}: {given}{numbers}) -> (tensor<{rows}xf32>, {matrix}, {sums}, {sums}) {{
{views}  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<{rows}xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<{rows}xf32>) -> tensor<{rows}xf32>
  %n = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}} ins(%x, %y : {matrix}, {matrix}) outs(%fr : tensor<{rows}xf32>) {{
  ^bb0(%a: bf16, %b: bf16, %old: f32):
    %wa = arith.extf %a : bf16 to f32
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wa, %wb : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }} -> tensor<{rows}xf32>
  %em = tensor.empty() : {matrix}
  %d = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%y, %n : {matrix}, tensor<{rows}xf32>) outs(%em : {matrix}) {{
  ^bb0(%b: bf16, %r: f32, %old: bf16):
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wb, %r : f32
    %h = arith.truncf %p : f32 to bf16
    linalg.yield %h : bf16
  }} -> {matrix}
  %ec = tensor.empty() : {sums}
  %fc = linalg.fill ins(%zero : f32) outs(%ec : {sums}) -> {sums}
  %g:2 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}} ins(%x, %y : {matrix}, {matrix}) outs(%fc, %fc : {sums}, {sums}) {{
  ^bb0(%a: bf16, %b: bf16, %old: f32, %old1: f32):
    %wa = arith.extf %a : bf16 to f32
    %wb = arith.extf %b : bf16 to f32
    %p = arith.mulf %wa, %wb : f32
    %s = arith.addf %old, %p : f32
    %s1 = arith.addf %old1, %wb : f32
    linalg.yield %s, %s1 : f32, f32
  }} -> ({sums}, {sums})
  return %n, %d, %g#0, %g#1 : tensor<{rows}xf32>, {matrix}, {sums}, {sums}
}}"""


def add_sums_beside(suite):
    for shape, divided in [*REDUCED, (GATHERED, None)]:
        gathers = shape == GATHERED
        x, y = draw(shape), RNG.standard_normal(shape).astype(DTYPES["bf16"])
        numbers = [RNG.permutation(shape[0])] if gathers else []
        exact = [wide(v).astype(np.float64) for v in (x[numbers[0]] if gathers else x, y)]
        with np.errstate(all="ignore"):
            product = exact[0] * exact[1]
            norm, unit = product.sum(1), 2.0**-23
            off = unit * shape[1] * np.abs(product).sum(1)
            d = exact[1] * norm[:, None]
            sums = [
                expect_within(total.sum(0), unit * shape[0] * np.abs(total).sum(0), np.dtype("f4"))
                for total in (product, exact[1])
            ]
            suite.add(
                f"beside reduced rows{' that are gathered' if gathers else ''}, {shape}, {divided}",
                norm_gradients(shape, divided, gathers),
                [*(v.reshape(*(divided or shape[:1]), shape[1]) for v in (x, y)), *numbers],
                [
                    expect_within(norm, off, np.dtype("f4")),
                    expect_within(
                        d,
                        np.abs(exact[1]) * off[:, None] + 2.0**-8 * np.abs(d) + 1e-38,
                        DTYPES["bf16"],
                    ),
                    *sums,
                ],
            )


def main():
    suite = Suite()
    add_sums(suite)
    add_sums_beside(suite)
    suite.run()


if __name__ == "__main__":
    main()
