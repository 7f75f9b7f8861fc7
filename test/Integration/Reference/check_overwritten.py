# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Launches whose results lie over what they read: a softmax over the scores of attention, in
rows that registers hold and in longer ones, of whole tiles and not."""

import numpy as np

from harness import DTYPES, Suite, expect_within

RNG = np.random.default_rng(51)
BF16 = DTYPES["bf16"]
WIDTH = 64
# Queries and keys.
LENGTHS = [(3, 64), (70, 104), (130, 256), (5, 2056), (2, 8200)]


def draw(*shape):
    return RNG.standard_normal(shape).astype(BF16)


def rounded(values):
    return np.asarray(values).astype(BF16).astype(np.float64)


def kind(*shape, element="bf16"):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def product(name, lhs, rhs, rows, columns, depth, turned):
    """A matmul in f32, rounded to bf16. turned: whether rows of rhs are columns of the result."""
    wide, narrow = kind(rows, columns, element="f32"), kind(rows, columns)
    given = kind(columns, depth) if turned else kind(depth, columns)
    order = "(n, k)" if turned else "(k, n)"
    return f"""  %{name}e = tensor.empty() : {wide}
  %{name}i = linalg.fill ins(%zero : f32) outs(%{name}e : {wide}) -> {wide}
  %{name}w = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> {order}>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}}
      ins({lhs}, {rhs} : {kind(rows, depth)}, {given}) outs(%{name}i : {wide}) {{
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }} -> {wide}
  %{name}t = tensor.empty() : {narrow}
  %{name} = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}}
      ins(%{name}w : {wide}) outs(%{name}t : {narrow}) {{
  ^bb0(%a: f32, %old: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  }} -> {narrow}
"""


def add_attention(suite, queries, keys):
    q, k, v = draw(queries, WIDTH), draw(keys, WIDTH), draw(keys, WIDTH)
    scores = rounded(q.astype(np.float64) @ k.astype(np.float64).T)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    y = weights @ v.astype(np.float64)
    # Scores may be rounded the other way, and weights are rounded.
    bound = 2**-5 * weights @ np.abs(v.astype(np.float64)) + 2**-8
    matrix = kind(queries, keys)
    suite.add(
        f"attention of {queries} to {keys}",
        f"""
func.func @NAME(%q: {kind(queries, WIDTH)}, %k: {kind(keys, WIDTH)}, %v: {kind(keys, WIDTH)})
    -> {kind(queries, WIDTH)} {{
  %zero = arith.constant 0.0 : f32
{product("scores", "%q", "%k", queries, keys, WIDTH, turned=True)}
  %empty = tensor.empty() : {matrix}
  %weights = linalg.softmax dimension(1) ins(%scores : {matrix}) outs(%empty : {matrix}) -> {matrix}
{product("y", "%weights", "%v", queries, WIDTH, keys, turned=False)}
  return %y : {kind(queries, WIDTH)}
}}""",
        [q, k, v],
        [expect_within(y, bound, BF16)],
    )


def main():
    suite = Suite()
    for queries, keys in LENGTHS:
        add_attention(suite, queries, keys)
    suite.run()


if __name__ == "__main__":
    main()
