# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""External functions within programs: lowp.call_external on a GPU, their bodies on the
CPU, against numpy.

Arithmetic is exact (small integers), so that everything must agree bit for bit.
"""

import numpy as np

from check_contractions import type_of
from harness import Suite, expect_bits
from oracle.formats import DTYPES

BF16 = DTYPES["bf16"]


def multiply_add(x, y, factor):
    return (x * factor + y,)


def append(new, at, state):
    """Rows of a cache from row `at` on."""
    state = state.copy()
    state[at : at + len(new)] = new
    return new.astype(np.float32).sum(axis=1), state


EXTERNALS = {"multiply_add": multiply_add, "append": append}


def integers(generator, *shape):
    return generator.integers(-8, 8, shape).astype(np.float32)


def multiply_add_body(kind, rows):
    """The function, for tensors of type `kind`; `rows` is their number or None."""
    size = (
        ""
        if rows is not None
        else """
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : KIND"""
    )
    return f"""
func.func private @NAME_f(%x: KIND {{lowp.strided}}, %y: KIND, %factor: f32) -> KIND
    attributes {{lowp.external = "multiply_add"}} {{{size}
  %e = tensor.empty({"" if rows is not None else "%m"}) : KIND
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %y : KIND, KIND) outs(%e : KIND) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %factor : f32
    %s = arith.addf %p, %b : f32
    linalg.yield %s : f32
  }} -> KIND
  return %r : KIND
}}""".replace("KIND", kind)


def add_slices(suite, rows, columns, is_dynamic):
    """Columns of one tensor: the first operand as a view, the second one copied, and
    elementwise operations around the call."""
    x = integers(np.random.default_rng(rows), rows, 3 * columns)
    sizes = ("?" if is_dynamic else str(rows)), str(columns)
    kind = f"tensor<{'x'.join(sizes)}xf32>"
    whole = f"tensor<{sizes[0]}x{3 * columns}xf32>"
    row = "%m" if is_dynamic else rows
    head = (
        """
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : """
        + whole
        if is_dynamic
        else ""
    )
    text = (
        multiply_add_body(kind, None if is_dynamic else rows)
        + f"""
func.func @NAME(%x: {whole}) -> {kind} {{{head}
  %three = arith.constant 3.0 : f32
  %a = tensor.extract_slice %x[0, 0] [{row}, {columns}] [1, 1] : {whole} to {kind}
  %b = tensor.extract_slice %x[0, {2 * columns}] [{row}, {columns}] [1, 1] : {whole} to {kind}
  %y = call @NAME_f(%a, %b, %three) : ({kind}, {kind}, f32) -> {kind}
  %z = arith.addf %y, %y : {kind}
  %w = call @NAME_f(%z, %a, %three) : ({kind}, {kind}, f32) -> {kind}
  %v = arith.addf %w, %b : {kind}
  return %v : {kind}
}}"""
    )
    a, b = x[:, :columns], x[:, 2 * columns :]
    want = (2 * (a * 3 + b)) * 3 + a + b
    suite.add(f"slices {rows}x{columns} {is_dynamic}", text, [x], [expect_bits(want)])


def add_cache(suite, is_kept):
    """New rows of a cache, which is an argument, after a matmul; `is_kept`: the old
    rows are read once more."""
    generator = np.random.default_rng(7)
    x, w = integers(generator, 4, 64).astype(BF16), integers(generator, 32, 64).astype(BF16)
    state = integers(generator, 10, 32)
    kinds = [type_of(x.shape, "bf16"), type_of(w.shape, "bf16"), type_of(state.shape, "f32")]
    new, sums = type_of((4, 32), "f32"), type_of((4,), "f32")
    result = "%next"
    last = ""
    if is_kept:
        last, result = f"  %both = arith.subf %next, %s : {kinds[2]}\n", "%both"
    text = f"""
func.func private @NAME_f(%new: {new}, %at: index, %s: {kinds[2]} {{lowp.aliasing_output = 1 : i64}})
    -> ({sums}, {kinds[2]}) attributes {{lowp.external = "append"}} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {sums}
  %init = linalg.fill ins(%zero : f32) outs(%e : {sums}) -> {sums}
  %r = linalg.reduce {{arith.addf}} ins(%new : {new}) outs(%init : {sums}) dimensions = [1]
  %next = tensor.insert_slice %new into %s[%at, 0] [4, 32] [1, 1] : {new} into {kinds[2]}
  return %r, %next : {sums}, {kinds[2]}
}}
func.func @NAME(%x: {kinds[0]}, %w: {kinds[1]}, %s: {kinds[2]}) -> ({sums}, {kinds[2]}) {{
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5 : index
  %e = tensor.empty() : {new}
  %init = linalg.fill ins(%zero : f32) outs(%e : {new}) -> {new}
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : {kinds[0]}, {kinds[1]}) outs(%init : {new}) -> {new}
  %r, %next = call @NAME_f(%y, %five, %s) : ({new}, index, {kinds[2]}) -> ({sums}, {kinds[2]})
{last}  return %r, {result} : {sums}, {kinds[2]}
}}"""
    product = x.astype(np.float32) @ w.astype(np.float32).T
    after = state.copy()
    after[5:9] = product
    outputs = [expect_bits(product.sum(axis=1)), expect_bits(after - state if is_kept else after)]
    suite.add(f"cache {is_kept}", text, [x, w, state], outputs)


def main():
    suite = Suite(externals=EXTERNALS)
    for rows, columns in ((1, 8), (5, 8), (33, 20), (64, 128), (0, 8)):
        for is_dynamic in (False, True):
            if rows or is_dynamic:
                add_slices(suite, rows, columns, is_dynamic)
    for is_kept in (False, True):
        add_cache(suite, is_kept)
    suite.run()


if __name__ == "__main__":
    main()
