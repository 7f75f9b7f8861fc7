"""Attention as front ends write it: heads split, transposed and repeated around the
matmuls, and rotary embeddings, against float64 and numpy's bf16.

A kernel may read through every one of these copies; what it computes stays the same.
"""

import itertools

import numpy as np

from check_contractions import expect_sum, type_of
from harness import Suite, expect_bits
from oracle.formats import DTYPES

BF16 = DTYPES["bf16"]
# Tokens of queries, tokens of keys, heads, heads that share one of keys, size of a head.
SHAPES = [(64, 64, 4, 2, 64), (65, 72, 4, 4, 16), (130, 40, 6, 3, 128), (8, 200, 3, 1, 8)]


def copies(name, source, tokens, heads, sharing, size):
    """`name` of heads x tokens x size from `source` of tokens x (heads / sharing * size)."""
    own = heads // sharing
    flat, split = type_of((tokens, own * size), "bf16"), type_of((1, tokens, own, size), "bf16")
    heads_first = type_of((1, own, tokens, size), "bf16")
    repeated = type_of((1, own, sharing, tokens, size), "bf16")
    result = type_of((heads, tokens, size), "bf16")
    return f"""
  {name}_s = tensor.expand_shape {source} [[0, 1], [2, 3]] output_shape [1, {tokens}, {own}, {size}]
    : {flat} into {split}
  {name}_te = tensor.empty() : {heads_first}
  {name}_t = linalg.transpose ins({name}_s : {split}) outs({name}_te : {heads_first})
    permutation = [0, 2, 1, 3]
  {name}_re = tensor.empty() : {repeated}
  {name}_r = linalg.generic {{
      indexing_maps = [affine_map<(a, b, c, d, e) -> (a, b, d, e)>,
                       affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}}
      ins({name}_t : {heads_first}) outs({name}_re : {repeated}) {{
  ^bb0(%in: bf16, %out: bf16):
    linalg.yield %in : bf16
  }} -> {repeated}
  {name} = tensor.collapse_shape {name}_r [[0, 1, 2], [3], [4]] : {repeated} into {result}"""


def split(x, heads, sharing, size):
    """The same in numpy."""
    own = x.reshape(len(x), heads // sharing, size).swapaxes(0, 1)
    return own.repeat(sharing, axis=0)


def matmul(lhs, rhs, result):
    return f"""
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {result}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {result}) -> {result}
  %y = linalg.batch_matmul ins(%lhs, %rhs : {lhs}, {rhs}) outs(%init : {result}) -> {result}"""


def expect_product(lhs, rhs, result, arrange=lambda x: x):
    """What `arrange` makes of the product."""
    wide = lhs.astype(np.float64), rhs.astype(np.float64)
    exact, size = wide[0] @ wide[1], np.abs(wide[0]) @ np.abs(wide[1])
    return expect_sum(arrange(exact), arrange(size), rhs.shape[1], result)


def normal(generator, *shape):
    return generator.standard_normal(shape).astype(BF16)


def add_scores(suite, shape):
    """Queries by keys, which are transposed once more."""
    tokens, keys, heads, sharing, size = shape
    generator = np.random.default_rng(len(suite.cases))
    q = normal(generator, tokens, heads * size)
    k = normal(generator, keys, heads // sharing * size)
    kinds = [type_of(x.shape, "bf16") for x in (q, k)]
    lhs = type_of((heads, tokens, size), "bf16")
    k_type, rhs = (type_of((heads, *s), "bf16") for s in ((keys, size), (size, keys)))
    result = type_of((heads, tokens, keys), "f32")
    text = f"""func.func @NAME(%q: {kinds[0]}, %k: {kinds[1]}) -> {result} {{
{copies("%lhs", "%q", tokens, heads, 1, size)}
{copies("%keys", "%k", keys, heads, sharing, size)}
  %rhs_e = tensor.empty() : {rhs}
  %rhs = linalg.transpose ins(%keys : {k_type}) outs(%rhs_e : {rhs}) permutation = [0, 2, 1]
{matmul(lhs, rhs, result)}
  return %y : {result}
}}"""
    want = expect_product(split(q, heads, 1, size),
                          split(k, heads, sharing, size).swapaxes(1, 2), "f32")
    suite.add(f"scores {shape}", text, [q, k], [want])


def add_context(suite, shape):
    """Probabilities by values; heads then lie within tokens again, rounded."""
    tokens, keys, heads, sharing, size = shape
    generator = np.random.default_rng(len(suite.cases))
    p = normal(generator, heads, tokens, keys)
    v = normal(generator, keys, heads // sharing * size)
    kinds = [type_of(x.shape, "bf16") for x in (p, v)]
    rhs, sums = type_of((heads, keys, size), "bf16"), type_of((heads, tokens, size), "f32")
    wide, narrow = (type_of((1, heads, tokens, size), e) for e in ("f32", "bf16"))
    back, result = type_of((1, tokens, heads, size), "bf16"), type_of((tokens, heads * size), "bf16")
    text = f"""func.func @NAME(%lhs: {kinds[0]}, %v: {kinds[1]}) -> {result} {{
{copies("%rhs", "%v", keys, heads, sharing, size)}
{matmul(kinds[0], rhs, sums)}
  %w = tensor.expand_shape %y [[0, 1], [2], [3]] output_shape [1, {heads}, {tokens}, {size}]
    : {sums} into {wide}
  %n = arith.truncf %w : {wide} to {narrow}
  %be = tensor.empty() : {back}
  %b = linalg.transpose ins(%n : {narrow}) outs(%be : {back}) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %b [[0, 1], [2, 3]] : {back} into {result}
  return %r : {result}
}}"""
    want = expect_product(p, split(v, heads, sharing, size), "bf16",
                          lambda x: x.swapaxes(0, 1).reshape(tokens, -1))
    suite.add(f"context {shape}", text, [p, v], [want])


def rotate(x, cosine, sine):
    """Rotary embedding with a rounding to bf16 after each operation."""
    def times(a, b):
        return (a.astype(np.float32) * b.astype(np.float32)).astype(BF16)
    half = x.shape[-1] // 2
    turned = np.concatenate([-x[..., half:], x[..., :half]], axis=-1)
    a, b = times(x, cosine), times(turned, sine)
    return (a.astype(np.float32) + b.astype(np.float32)).astype(BF16)


def add_rotary(suite, tokens, heads, size):
    generator = np.random.default_rng(len(suite.cases))
    x = normal(generator, tokens, heads * size)
    c, s = normal(generator, tokens, size), normal(generator, tokens, size)
    x[0, 0], x[1, 1], x[2, :] = np.nan, np.inf, 0
    flat, table = type_of(x.shape, "bf16"), type_of(c.shape, "bf16")
    first = type_of((heads, tokens, size), "bf16")
    half = type_of((heads, tokens, size // 2), "bf16")

    def generic(inputs, body):
        maps = ", ".join(["affine_map<(a, b, c) -> (%s)>" % each for _, _, each in inputs]
                         + ["affine_map<(a, b, c) -> (a, b, c)>"])
        names = ", ".join(name for name, _, _ in inputs)
        kinds = ", ".join(kind for _, kind, _ in inputs)
        return f"""linalg.generic {{indexing_maps = [{maps}],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins({names} : {kinds}) outs(%e : {first}) {{
  ^bb0(%a: bf16, %b: bf16, %out: bf16):
    %r = {body} %a, %b : bf16
    linalg.yield %r : bf16
  }} -> {first}"""

    text = f"""func.func @NAME(%f: {flat}, %c: {table}, %s: {table}) -> {first} {{
{copies("%x", "%f", tokens, heads, 1, size)}
  %low = tensor.extract_slice %x[0, 0, 0] [{heads}, {tokens}, {size // 2}] [1, 1, 1]
    : {first} to {half}
  %high = tensor.extract_slice %x[0, 0, {size // 2}] [{heads}, {tokens}, {size // 2}] [1, 1, 1]
    : {first} to {half}
  %minus = arith.negf %high : {half}
  %turned = tensor.concat dim(2) %minus, %low : ({half}, {half}) -> {first}
  %e = tensor.empty() : {first}
  %xc = {generic([("%x", first, "a, b, c"), ("%c", table, "b, c")], "arith.mulf")}
  %ts = {generic([("%turned", first, "a, b, c"), ("%s", table, "b, c")], "arith.mulf")}
  %y = {generic([("%xc", first, "a, b, c"), ("%ts", first, "a, b, c")], "arith.addf")}
  return %y : {first}
}}"""
    with np.errstate(all="ignore"):
        want = rotate(split(x, heads, 1, size), c, s)
    suite.add(f"rotary {tokens} {heads} {size}", text, [x, c, s], [expect_bits(want)])


def add_concat(suite, shape, parts, dim, after):
    """A concat of arguments, alone or with an operation after it."""
    generator = np.random.default_rng(len(suite.cases))
    inputs = [normal(generator, *shape) for _ in range(parts)]
    part = type_of(shape, "bf16")
    joined = np.concatenate(inputs, axis=dim)
    whole = type_of(joined.shape, "bf16")
    arguments = ", ".join(f"%p{i}: {part}" for i in range(parts))
    names = ", ".join(f"%p{i}" for i in range(parts))
    body = f"  %c = tensor.concat dim({dim}) {names} : ({', '.join([part] * parts)}) -> {whole}\n"
    if after:
        body += f"  %y = arith.negf %c : {whole}\n"
        joined = -joined
    suite.add(f"concat {shape} {parts} {dim} {after}",
              f"func.func @NAME({arguments}) -> {whole} {{\n{body}"
              f"  return {'%y' if after else '%c'} : {whole}\n}}", inputs, [expect_bits(joined)])


def main():
    suite = Suite()
    for shape in SHAPES:
        add_scores(suite, shape)
        add_context(suite, shape)
    for tokens, heads, size in [(64, 4, 64), (33, 3, 16), (7, 2, 128), (5, 1, 6)]:
        add_rotary(suite, tokens, heads, size)
    for shape, dim, after in itertools.product([(8, 16), (3, 5), (2, 4, 64)], [0, 1], [False, True]):
        add_concat(suite, shape, 2 + dim, dim, after)
    suite.run()


if __name__ == "__main__":
    main()
