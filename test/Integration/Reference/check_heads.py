# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
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
# Sequences, tokens of queries, tokens of keys, heads, heads that share one of keys, size of a
# head.
SHAPES = [
    (1, 64, 64, 4, 2, 64),
    (1, 65, 72, 4, 4, 16),
    (1, 130, 40, 6, 3, 128),
    (1, 8, 200, 3, 1, 8),
    (2, 64, 64, 4, 2, 64),
    (3, 65, 72, 4, 4, 16),
    (5, 33, 40, 6, 3, 128),
    (2, 8, 200, 3, 1, 8),
    (3, 16, 16, 1, 1, 64),
]


def copies(name, source, sequences, tokens, heads, sharing, size):
    """`name` of (sequences * heads) x tokens x size from `source` of (sequences * tokens) x
    (heads / sharing * size)."""
    own = heads // sharing
    flat = type_of((sequences * tokens, own * size), "bf16")
    split = type_of((sequences, tokens, own, size), "bf16")
    heads_first = type_of((sequences, own, tokens, size), "bf16")
    repeated = type_of((sequences, own, sharing, tokens, size), "bf16")
    result = type_of((sequences * heads, tokens, size), "bf16")
    return f"""
  {name}_s = tensor.expand_shape {source} [[0, 1], [2, 3]]
    output_shape [{sequences}, {tokens}, {own}, {size}] : {flat} into {split}
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


def split(x, sequences, heads, sharing, size):
    """The same in numpy."""
    own = x.reshape(sequences, -1, heads // sharing, size).swapaxes(1, 2)
    repeated = own.repeat(sharing, axis=1)
    return repeated.reshape(sequences * heads, -1, size)


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
    return expect_sum(arrange(exact), arrange(size), rhs.shape[-2], result)


def normal(generator, *shape):
    return generator.standard_normal(shape).astype(BF16)


def add_scores(suite, shape):
    """Queries by keys, which are transposed once more."""
    sequences, tokens, keys, heads, sharing, size = shape
    generator = np.random.default_rng(len(suite.cases))
    q = normal(generator, sequences * tokens, heads * size)
    k = normal(generator, sequences * keys, heads // sharing * size)
    kinds = [type_of(x.shape, "bf16") for x in (q, k)]
    batch = sequences * heads
    lhs = type_of((batch, tokens, size), "bf16")
    k_type, rhs = (type_of((batch, *s), "bf16") for s in ((keys, size), (size, keys)))
    result = type_of((batch, tokens, keys), "f32")
    text = f"""func.func @NAME(%q: {kinds[0]}, %k: {kinds[1]}) -> {result} {{
{copies("%lhs", "%q", sequences, tokens, heads, 1, size)}
{copies("%keys", "%k", sequences, keys, heads, sharing, size)}
  %rhs_e = tensor.empty() : {rhs}
  %rhs = linalg.transpose ins(%keys : {k_type}) outs(%rhs_e : {rhs}) permutation = [0, 2, 1]
{matmul(lhs, rhs, result)}
  return %y : {result}
}}"""
    want = expect_product(
        split(q, sequences, heads, 1, size),
        split(k, sequences, heads, sharing, size).swapaxes(1, 2),
        "f32",
    )
    suite.add(f"scores {shape}", text, [q, k], [want])


def add_context(suite, shape):
    """Probabilities by values; heads then lie within tokens again, rounded."""
    sequences, tokens, keys, heads, sharing, size = shape
    generator = np.random.default_rng(len(suite.cases))
    batch = sequences * heads
    p = normal(generator, batch, tokens, keys)
    v = normal(generator, sequences * keys, heads // sharing * size)
    kinds = [type_of(x.shape, "bf16") for x in (p, v)]
    rhs, sums = type_of((batch, keys, size), "bf16"), type_of((batch, tokens, size), "f32")
    wide, narrow = (type_of((sequences, heads, tokens, size), e) for e in ("f32", "bf16"))
    back = type_of((sequences, tokens, heads, size), "bf16")
    result = type_of((sequences * tokens, heads * size), "bf16")
    text = f"""func.func @NAME(%lhs: {kinds[0]}, %v: {kinds[1]}) -> {result} {{
{copies("%rhs", "%v", sequences, keys, heads, sharing, size)}
{matmul(kinds[0], rhs, sums)}
  %w = tensor.expand_shape %y [[0, 1], [2], [3]] output_shape [{sequences}, {heads}, {tokens}, {size}]
    : {sums} into {wide}
  %n = arith.truncf %w : {wide} to {narrow}
  %be = tensor.empty() : {back}
  %b = linalg.transpose ins(%n : {narrow}) outs(%be : {back}) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %b [[0, 1], [2, 3]] : {back} into {result}
  return %r : {result}
}}"""

    def arrange(x):
        own = x.reshape(sequences, heads, tokens, size).swapaxes(1, 2)
        return own.reshape(sequences * tokens, -1)

    want = expect_product(p, split(v, sequences, heads, sharing, size), "bf16", arrange)
    suite.add(f"context {shape}", text, [p, v], [want])


def add_einsum(suite, shape, is_dynamic):
    """Two dimensions of a batch in one operation, both operands and the result in an order
    of their own; `is_dynamic`: the number of sequences is unknown."""
    sequences, tokens, keys, heads, _, size = shape
    generator = np.random.default_rng(len(suite.cases))
    q = normal(generator, sequences, tokens, heads, size)
    k = normal(generator, heads, sequences, keys, size)
    first = "?" if is_dynamic else sequences
    kinds = [
        f"tensor<{first}x{tokens}x{heads}x{size}xbf16>",
        f"tensor<{heads}x{first}x{keys}x{size}xbf16>",
        f"tensor<{first}x{heads}x{tokens}x{keys}xf32>",
    ]
    head = (
        f"""
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : {kinds[0]}"""
        if is_dynamic
        else ""
    )
    text = f"""func.func @NAME(%q: {kinds[0]}, %k: {kinds[1]}) -> {kinds[2]} {{{head}
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty({"%n" if is_dynamic else ""}) : {kinds[2]}
  %init = linalg.fill ins(%zero : f32) outs(%e : {kinds[2]}) -> {kinds[2]}
  %y = linalg.generic {{
      indexing_maps = [affine_map<(b, h, m, n, k) -> (b, m, h, k)>,
                       affine_map<(b, h, m, n, k) -> (h, b, n, k)>,
                       affine_map<(b, h, m, n, k) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}}
      ins(%q, %k : {kinds[0]}, {kinds[1]}) outs(%init : {kinds[2]}) {{
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }} -> {kinds[2]}
  return %y : {kinds[2]}
}}"""
    want = expect_product(q.swapaxes(1, 2), k.transpose(1, 0, 3, 2), "f32")
    suite.add(f"einsum {shape} {is_dynamic}", text, [q, k], [want])


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
        maps = ", ".join(
            ["affine_map<(a, b, c) -> (%s)>" % each for _, _, each in inputs]
            + ["affine_map<(a, b, c) -> (a, b, c)>"]
        )
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
{copies("%x", "%f", 1, tokens, heads, 1, size)}
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
        want = rotate(split(x, 1, heads, 1, size), c, s)
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
    suite.add(
        f"concat {shape} {parts} {dim} {after}",
        f"func.func @NAME({arguments}) -> {whole} {{\n{body}"
        f"  return {'%y' if after else '%c'} : {whole}\n}}",
        inputs,
        [expect_bits(joined)],
    )


def main():
    suite = Suite()
    for shape in SHAPES:
        add_scores(suite, shape)
        add_context(suite, shape)
        for is_dynamic in (False, True):
            add_einsum(suite, shape, is_dynamic)
    for tokens, heads, size in [(64, 4, 64), (33, 3, 16), (7, 2, 128), (5, 1, 6)]:
        add_rotary(suite, tokens, heads, size)
    for shape, dim, after in itertools.product(
        [(8, 16), (3, 5), (2, 4, 64)], [0, 1], [False, True]
    ):
        add_concat(suite, shape, 2 + dim, dim, after)
    suite.run()


if __name__ == "__main__":
    main()
