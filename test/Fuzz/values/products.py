"""Matmuls of every form: named, generic, batched, of vectors, with recipes."""

import numpy as np

from oracle.formats import DTYPES
from oracle.presets import operand_values

from .builder import FLOATS
from .contractions import lost
from .value import epsilon, lost_to, rounded, type_of

NAMED = {
    "matmul": ("mk", "kn", "mn"),
    "batch_matmul": ("bmk", "bkn", "bmn"),
    "matvec": ("mk", "k", "m"),
    "vecmat": ("k", "kn", "n"),
    "dot": ("k", "k", ""),
}
GENERIC = [
    ("mk", "nk", "mn"),
    ("km", "kn", "mn"),
    ("mk", "kn", "nm"),
    ("bmk", "nk", "bmn"),
    ("bmk", "bnk", "bmn"),
    ("mhk", "nhk", "hmn"),
    ("m", "n", "mn"),
    ("mkj", "nkj", "mn"),
]
RECIPES = ["tensorwise", "rowwise", "block_1x128_128x128", "mxfp8", "nvfp4"]


def sizes_of(b, letters):
    return {letter: int(b.choose([1, 3, 8, 16, 24, 33, 64, 72])) for letter in sorted(set(letters))}


def onto(b, kind, shape, element):
    """What the product is added to: zeros, or an argument."""
    if b.chance(1, 2):
        init = b.argument(shape, element, wild=False)
        return init.name, init.wide()
    return b.zeros(kind, element), np.zeros(shape)


def bound_of(want, magnitude, terms, element, of_product="f32"):
    """`of_product`: what products are rounded to before they are added."""
    with np.errstate(all="ignore"):
        error = (terms + 3) * epsilon("f32") * magnitude + lost_to(of_product, magnitude, terms)
        return rounded(want, error, element)


def multiplied(letters, x, y, init, sizes, element):
    equation = f"{letters[0]},{letters[1]}->{letters[2]}"
    want = np.einsum(equation, x, y) + init
    magnitude = np.einsum(equation, np.abs(x), np.abs(y)) + np.abs(init)
    summed = [size for letter, size in sizes.items() if letter not in letters[2]]
    # What is no sum computes as it is written, each operation in its own type.
    of_product = "f32" if summed else element
    return want, bound_of(want, magnitude, np.prod(summed), element, of_product)


def operands(b, letters):
    sizes = sizes_of(b, "".join(letters))
    element = b.choose(FLOATS)
    result = b.choose([element, "f32"])
    x, y = (b.argument([sizes[c] for c in side], element, wild=False) for side in letters[:2])
    shape = [sizes[c] for c in letters[2]]
    kind = type_of(shape, result) if shape else f"tensor<{result}>"
    init, added = onto(b, kind, shape, result)
    want, bound = multiplied(letters, x.wide(), y.wide(), added, sizes, result)
    return x, y, kind, init, result, want, bound, sizes


def named(b):
    name = b.choose(list(NAMED))
    x, y, kind, init, result, want, bound, _ = operands(b, NAMED[name])
    b.define(
        f"linalg.{name} ins({x.name}, {y.name} : {x.type}, {y.type}) outs({init} : {kind}) "
        f"-> {kind}",
        (kind, result),
        want,
        bound,
    )


def map_of(loops, letters):
    return f"affine_map<({', '.join(loops)}) -> ({', '.join(letters)})>"


def generic(b):
    letters = b.choose(GENERIC)
    x, y, kind, init, result, want, bound, sizes = operands(b, letters)
    loops = "".join(sizes)
    kinds = ", ".join('"parallel"' if c in letters[2] else '"reduction"' for c in loops)
    maps = ", ".join(map_of(loops, each) for each in letters)
    name = b.fresh()
    b.line(
        f"{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
        f"ins({x.name}, {y.name} : {x.type}, {y.type}) outs({init} : {kind}) {{"
    )
    b.line(f"^bb0(%x: {x.element}, %y: {x.element}, %z: {result}):")
    left, right = "%x", "%y"
    if result != x.element:
        for side in (left, right):
            b.line(f"  {side}w = arith.extf {side} : {x.element} to {result}")
        left, right = "%xw", "%yw"
    b.line(f"  %p = arith.mulf {left}, {right} : {result}")
    b.line(f"  %s = arith.addf %z, %p : {result}")
    b.line(f"  linalg.yield %s : {result}")
    b.define_again(name, f"}} -> {kind}", (kind, result), want, bound)


def scaled(b):
    """x . w^T under a recipe: operands to the bit, sums within a bound."""
    m, n, k = (int(b.choose(each)) for each in ([1, 5, 16, 40], [8, 16, 40, 64], [128, 256, 384]))
    element, recipe = b.choose(["bf16", "f32"]), b.choose(RECIPES)
    x, w = (b.argument((rows, k), element, wild=False) for rows in (m, n))
    preset = b.mix.preset(recipe)
    values = [
        operand_values(operand, each.want, element, preset.hadamard, None, False)
        for operand, each in ((preset.lhs, x), (preset.rhs, w))
    ]
    kind = type_of((m, n), element)
    init = b.zeros(kind, element)
    want, magnitude = values[0] @ values[1].T, np.abs(values[0]) @ np.abs(values[1]).T
    # Sums of blocks are scaled and added, each with a rounding.
    bound = bound_of(want, magnitude, k + 3 * k // 16, element)
    bound = bound + lost(b.mix, False, magnitude)
    maps = ", ".join(map_of("mnk", each) for each in ("mk", "nk", "mn"))
    b.define(
        f"linalg.matmul indexing_maps = [{maps}] {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}} "
        f"ins({x.name}, {w.name} : {x.type}, {w.type}) outs({init} : {kind}) -> {kind}",
        (kind, element),
        want,
        bound,
    )


def of_nothing(b):
    """K = 0: what the product is added to."""
    m, n, element = b.size(), b.size(), b.choose(FLOATS)
    x, y = b.argument((m, 0), element), b.argument((0, n), element)
    kind = type_of((m, n), element)
    init, added = onto(b, kind, (m, n), element)
    b.define(
        f"linalg.matmul ins({x.name}, {y.name} : {x.type}, {y.type}) outs({init} : {kind}) "
        f"-> {kind}",
        (kind, element),
        added.astype(DTYPES[element]),
    )
