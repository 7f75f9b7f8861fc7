# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls that start from a bias, a constant, a residual or what they are given, with a
recipe and without, in f32 and in 16 bits: the sum is rounded once.

Elements are small whole numbers, which powers of two scale exactly, and so are sums.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, tensor_type

SHAPES = [(24, 64, 128), (65, 72, 208), (3, 8, 16)]
RECIPES = ["", "rowwise"]
STARTS = ["bias", "ones", "residual", "rows", "sum"]
BATCHES = [(3, 24, 64, 128)]


def whole(generator, shape, element, most=3):
    return generator.integers(-most, most + 1, shape).astype(DTYPES[element])


def started(generator, shape, element):
    """Numbers whose sums with whole ones are ties, and special ones."""
    numbers = (whole(generator, shape, element, 300) * 64 + 0.5).astype(DTYPES[element])
    special = [np.nan, np.inf, -np.inf, -0.0, 1e-40, 3.3e38, -2.0]
    flat = numbers.reshape(-1)
    for place, value in zip(range(0, flat.size, max(1, flat.size // 11)), special):
        flat[place] = value
    return numbers


def start(kind, m, n, element):
    """The text that computes %i of m x n, and the shape of its argument %b."""
    whole_type = tensor_type((m, n), element)
    empty = f"  %e = tensor.empty() : {whole_type}\n"
    if kind == "ones":
        return f"  %i = arith.constant dense<1.0> : {whole_type}\n", None
    if kind in ("bias", "rows"):
        size, dim = (n, 0) if kind == "bias" else (m, 1)
        given = tensor_type((size,), element)
        return (
            f"{empty}  %i = linalg.broadcast ins(%b : {given}) outs(%e : {whole_type}) "
            f"dimensions = [{dim}]\n",
            (size,),
        )
    if kind == "sum":
        return f"  %i = arith.addf %b, %b : {whole_type}\n", (m, n)
    return "", (m, n)


def expand(kind, given, shape):
    """What the matmul starts from."""
    if kind == "ones":
        return np.ones(shape, np.float64)
    wide = given.astype(np.float64)
    if kind == "sum":
        return (given + given).astype(np.float64)
    return np.broadcast_to(wide[:, None] if kind == "rows" else wide, shape)


def add_matmul(suite, sizes, element, recipe, kind):
    m, n, k = sizes
    generator = np.random.default_rng(len(suite.cases))
    x, w = whole(generator, (m, k), "bf16"), whole(generator, (n, k), "bf16")
    x[0] = 0
    text, shape = start(kind, m, n, element)
    given = [] if shape is None else [started(generator, shape, element)]
    argument = f", %b: {tensor_type(shape, element)}" if given else ""
    attribute = f"{{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    init = "%i" if text else "%b"
    types = [tensor_type((m, k), "bf16"), tensor_type((n, k), "bf16"), tensor_type((m, n), element)]
    function = f"""func.func @NAME(%x: {types[0]}, %w: {types[1]}{argument}) -> {types[2]} {{
{text}  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {attribute}
      ins(%x, %w : {types[0]}, {types[1]}) outs({init} : {types[2]}) -> {types[2]}
  return %y : {types[2]}
}}"""
    with np.errstate(all="ignore"):
        want = expand(kind, given[0] if given else None, (m, n)) + (
            x.astype(np.float64) @ w.astype(np.float64).T
        )
        want = want.astype(np.float32).astype(DTYPES[element])
    suite.add(
        f"{kind} {element} {recipe or 'as it is'} {sizes}",
        function,
        [x, w, *given],
        [expect_bits(want)],
    )


def add_batch(suite, sizes, element, recipe):
    """A residual of a batch of products with one weight each."""
    g, m, n, k = sizes
    generator = np.random.default_rng(len(suite.cases))
    x, w = whole(generator, (g, m, k), "bf16"), whole(generator, (g, n, k), "bf16")
    residual = started(generator, (g, m, n), element)
    attribute = f"attrs = {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}" if recipe else ""
    types = [tensor_type(array.shape, "bf16") for array in (x, w)]
    result = tensor_type((g, m, n), element)
    function = f"""func.func @NAME(%x: {types[0]}, %w: {types[1]}, %b: {result}) -> {result} {{
  %y = linalg.generic {{indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
        affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%x, %w : {types[0]}, {types[1]}) outs(%b : {result}) {attribute} {{
  ^bb0(%p: bf16, %q: bf16, %o: {element}):
    %0 = arith.mulf %p, %q : bf16
    WIDEN
    %2 = arith.addf %o, %1 : {element}
    linalg.yield %2 : {element}
  }} -> {result}
  return %y : {result}
}}"""
    if element == "f32":
        function = function.replace(
            "%0 = arith.mulf %p, %q : bf16",
            "%p1 = arith.extf %p : bf16 to f32\n    %q1 = arith.extf %q : bf16 to f32",
        )
        function = function.replace("WIDEN", "%1 = arith.mulf %p1, %q1 : f32")
    else:
        function = function.replace("%0 = arith.mulf", "%1 = arith.mulf").replace("WIDEN", "")
    with np.errstate(all="ignore"):
        want = residual.astype(np.float64) + np.einsum(
            "bmk,bnk->bmn", x.astype(np.float64), w.astype(np.float64)
        )
        want = want.astype(np.float32).astype(DTYPES[element])
    suite.add(
        f"batch {element} {recipe or 'as it is'} {sizes}",
        function,
        [x, w, residual],
        [expect_bits(want)],
    )


def main():
    suite = Suite()
    for number, (element, recipe, kind) in enumerate(
        itertools.product(["bf16", "f32"], RECIPES, STARTS)
    ):
        add_matmul(suite, SHAPES[number % len(SHAPES)], element, recipe, kind)
    for sizes, element, recipe in itertools.product(BATCHES, ["bf16", "f32"], RECIPES):
        add_batch(suite, sizes, element, recipe)
    suite.run()


main()
