# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""The backward pass of layers of experts, as lowp.torch runs it: the gradients of rows, of
the experts' matrices and of their biases, of what is needed, with any number of rows.

What lies after the last group is NaN in both inputs, and 0 in the gradient of rows.
"""

import numpy as np

from chip import preset_of
from grouped_gemms import Plain, Scaled
from harness import Suite, as_dtype, expect_within
from module_text import as_function
from oracle.formats import DTYPES
from oracle.grouped import grouped_k, grouped_m

RNG = np.random.default_rng(44)
GROUPS, N, K = 4, 144, 48
# The rows, and the ends of groups.
DRAWS = [(150, [33, 33, 97, 120]), (70, [0, 0, 0, 70]), (9, [0, 0, 0, 0]), (0, [0, 0, 0, 0])]
# Recipes of the gradient of rows.
BLOCKS, ROWS = "block_1x128_128x128", "rowwise"


def draw(*shape):
    return as_dtype(RNG.standard_normal(shape), "bf16")


def wide(x):
    return x.astype(np.float64)


def near(want, magnitude, element):
    """Sums in f32, those of scaled products fast where a recipe says so, rounded once."""
    digits = {"bf16": 8, "f16": 11}[element]
    bound = 2.0**-digits * np.abs(want) + 2.0**-12 * magnitude
    return expect_within(want, bound, DTYPES[element])


def expect_rows(g, w, ends, recipe, element):
    """dx: the product with the transposed matrix of each group."""
    turned = np.ascontiguousarray(w.transpose(0, 2, 1))
    if recipe:
        preset = preset_of(recipe)
        lhs, rhs = (
            Scaled(each.astype(np.float32), kind.element, kind.recipe, kind.numerics)
            for each, kind in ((g, preset.lhs), (turned, preset.rhs))
        )
    else:
        lhs, rhs = Plain(g, element), Plain(turned, element)
    want, magnitude = grouped_m(lhs.values, rhs.values, ends)
    return near(want, np.where(np.isfinite(magnitude), magnitude, 0), element)


def add(suite, rows, ends, recipe=None, needed=(True, True, True), element="bf16"):
    from lowp._linear.texts import linear_backward

    g, x, w = (
        as_dtype(each, element) for each in (draw(rows, N), draw(rows, K), draw(GROUPS, N, K))
    )
    last, expected = ends[-1], []
    g[last:], x[last:] = 0, 0
    if needed[0]:
        expected.append(expect_rows(g, w, ends, recipe, element))
    for right, n in ((wide(x).T, needed[1]), (np.ones((1, rows)), needed[2])):
        if n:
            want, magnitude = grouped_k(wide(g).T, right, ends)
            shape = want.shape if right.shape[0] > 1 else want.shape[:2]
            expected.append(near(want.reshape(shape), magnitude.reshape(shape), element))
    g[last:], x[last:] = np.nan, np.nan
    inputs = [g, *([x] if needed[1] else []), *([w] if needed[0] else []), np.array(ends, np.int32)]
    dgrad = recipe and f"#lowp.matmul_recipe<{recipe}>"
    text = linear_backward((GROUPS, N, K), element, needed, {"dgrad": dgrad})
    suite.add(
        f"{rows} {ends} {dgrad} {needed} {element}",
        as_function(text, "grouped_linear_backward"),
        inputs,
        expected,
    )


def main():
    suite = Suite()
    for recipe in (None, BLOCKS, ROWS):
        add(suite, *DRAWS[0], recipe)
    for (rows, ends), recipe in zip(DRAWS[1:], (ROWS, BLOCKS, BLOCKS)):
        add(suite, rows, ends, recipe)
    for number in range(3):
        add(suite, *DRAWS[0], BLOCKS, tuple(number == each for each in range(3)))
    add(suite, *DRAWS[0], BLOCKS, element="f16")
    suite.run()


if __name__ == "__main__":
    main()
