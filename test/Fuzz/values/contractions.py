"""Products of tensors that are there, of any rank, under a recipe or none."""

import numpy as np

from . import blocks, sums
from .generic import map_text
from .permutations import moved
from .quantizes import meets_fold
from .sizes import MOST_ELEMENTS, filled, sizes_of, type_from
from .value import Value, lost_to

# Operands and results: batches, rows, columns and the contracted dimension.
EQUATIONS = [
    ("mk", "nk", "mn"),
    ("mk", "kn", "mn"),
    ("km", "kn", "mn"),
    ("km", "nk", "nm"),
    ("bmk", "bnk", "bmn"),
    ("bmk", "bkn", "bmn"),
    ("mbk", "bnk", "bmn"),
    ("mbk", "nbk", "bmn"),
    ("bmk", "nk", "bmn"),
    ("bmk", "bnk", "mbn"),
    ("bkm", "bkn", "bmn"),
    ("kbm", "bnk", "bmn"),
    ("bhmk", "bhnk", "bhmn"),
    ("bmhk", "bnhk", "bhmn"),
    ("bmhk", "hnk", "bmhn"),
    ("mkj", "nkj", "mn"),
    ("mkj", "njk", "mn"),
    ("kmj", "nkj", "mn"),
    ("kjm", "knj", "mn"),
    ("bmk", "bmk", "bm"),
    ("bmk", "k", "bm"),
]
RECIPES = ["tensorwise", "rowwise", "block_1x128_128x128", "block_1x128_1x128", "mxfp8", "nvfp4"]
UNDER_RECIPES = [
    ("mk", "nk", "mn"),
    ("mk", "kn", "mn"),
    ("km", "nk", "mn"),
    ("bmk", "bnk", "bmn"),
    ("bmk", "bnk", "bmn"),
    ("bmk", "bkn", "bmn"),
    ("mbk", "bnk", "bmn"),
    ("kbm", "bkn", "bmn"),
]


def is_operand(value):
    return bool(value.is_tame(100.0) and np.all(np.isfinite(value.error())))


def right_operand(b, letters, x, sizes, columns):
    """A tensor that fits, or an argument; sizes of its own are drawn."""
    shape = [sizes.setdefault(c, int(b.choose(columns))) for c in letters[1]]
    found = b.find(
        lambda value: value.element == x.element
        and list(value.shape) == shape
        and is_operand(value)
    )
    return found or b.any_argument(shape, x.element, wild=False)


# Kernels of recipes take columns by eights.
COLUMNS, COLUMNS_UNDER_RECIPES = [1, 4, 8, 16, 24, 33], [8, 16, 24, 40]


def operands(b, equations, columns):
    x = b.tensor(is_operand, wild=False)
    fitting = [each for each in equations if len(each[0]) == len(x.shape)]
    if not fitting:
        x = b.tensor(is_operand, rank=2, wild=False)
        fitting = [each for each in equations if len(each[0]) == 2]
    letters = b.choose(fitting)
    sizes = dict(zip(letters[0], x.shape))
    y = right_operand(b, letters, x, sizes, columns)
    if np.prod([sizes[c] for c in letters[2]]) > MOST_ELEMENTS:
        return operands(b, [("mk", "nk", "mn")], columns)
    return letters, x, y, sizes


def quantized(scaling, value, letters):
    """An operand as a recipe has it: matrices of rows and of the contracted dimension, one for
    each of a batch, each quantized on its own."""
    order = [letters.index(c) for c in "bmnk" if c in letters]
    back = np.argsort(order)
    matrices = Value(
        "", "", value.element, *(moved(each, order) for each in (value.want, value.bound))
    )
    return Value(
        "", "", "f64", *(moved(each, back) for each in blocks.behind(matrices, scaling, np.float64))
    )


def lost(mix, is_plain, magnitude):
    """What tensor cores may lose of a sum, beyond what f32 does."""
    if not mix.tensor_cores:
        return 0.0
    return (2.0**-20 if is_plain else 2.0**-10) * magnitude


def multiplied(mix, letters, x, y, terms, element, is_plain):
    """The value and bound of the product of `x` and `y`."""
    equation = f"{letters[0]},{letters[1]}->{letters[2]}"
    a, c, da, dc = x.wide(), y.wide(), x.error(), y.error()
    want, magnitude = np.einsum(equation, a, c), np.einsum(equation, np.abs(a), np.abs(c))
    error = (
        np.einsum(equation, np.abs(a), dc)
        + np.einsum(equation, da, np.abs(c))
        + np.einsum(equation, da, dc)
    ) + lost(mix, is_plain, magnitude)
    # A sum with one row of each operand is no matmul: products of the program's type may be
    # rounded to it.
    if "n" not in "".join(letters) and element == x.element:
        error = error + lost_to(element, magnitude, terms)
    if is_plain:
        unit = sums.unit_of(a) * sums.unit_of(c)
        return sums.finish(
            want, magnitude, unit, terms, error, element, sums.MOST_UNITS_OF_PRODUCTS
        )
    # Sums of blocks are scaled and added, each with a rounding.
    terms = terms + 3 * terms // 16 + 3
    return sums.finish(want, magnitude, 0.0, terms, error, element)


def write(b, letters, x, y, result, sources, recipe):
    """The text of a contraction into zeros."""
    attribute = f"attrs = {recipe} " if recipe else ""
    loops = list(dict.fromkeys("".join(letters)))
    kind = type_from(sources, result)
    init = filled(b, sources, result)
    maps = ", ".join(map_text(len(loops), [loops.index(c) for c in each]) for each in letters)
    kinds = ", ".join('"parallel"' if c in letters[2] else '"reduction"' for c in loops)
    name = b.fresh()
    b.line(
        f"{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]"
        f"}} ins({x.name}, {y.name} : {x.type}, {y.type}) outs({init} : {kind}) {attribute}{{"
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
    return name, kind, f"}} -> {kind}"


def write_batch(b, letters, x, y, result, sources, recipe):
    """The text of a batch of matmuls into zeros, as the named operation."""
    kind, init, name = type_from(sources, result), filled(b, sources, result), b.fresh()
    maps = ", ".join(map_text(4, ["bmnk".index(c) for c in each]) for each in letters)
    line = (
        f"{name} = linalg.batch_matmul indexing_maps = [{maps}] {recipe} ins({x.name}, "
        f"{y.name} : {x.type}, {y.type}) outs({init} : {kind}) -> {kind}"
    )
    return name, kind, line


def source_of(letters, x, y):
    """Sizes of the result, from those of the operands."""
    found = {}
    for each, value in zip(letters[1::-1], (y, x)):
        for c, size in zip(each, sizes_of(value)):
            if c not in found or size.source is None:
                found[c] = size
    return [found[c] for c in letters[2]]


def scalings_of(preset):
    return [
        blocks.Scaling(each.recipe, each.numerics, each.element)
        for each in (preset.lhs, preset.rhs)
    ]


def contraction(b, recipe=None):
    letters, x, y, sizes = (
        operands(b, UNDER_RECIPES, COLUMNS_UNDER_RECIPES)
        if recipe
        else operands(b, EQUATIONS, COLUMNS)
    )
    scalings = scalings_of(b.mix.preset(recipe)) if recipe else []
    terms = int(np.prod([size for c, size in sizes.items() if c not in letters[2]]))
    if any(meets_fold(b, value, each) for value, each in zip((x, y), scalings)):
        recipe = None
    result = x.element if recipe else b.choose([x.element, "f32"])
    left, right, attribute = x, y, ""
    if recipe:
        left, right = (
            quantized(each, value, own) for each, value, own in zip(scalings, (x, y), letters)
        )
        attribute = f"{{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}"
    want, bound = multiplied(b.mix, letters, left, right, terms, result, not recipe)
    is_named = recipe and letters[2] == "bmn" and letters[0][0] == "b" and b.choose([True, False])
    name, kind, last = (write_batch if is_named else write)(
        b, letters, x, y, result, source_of(letters, x, y), attribute
    )
    return b.define_again(name, last, (kind, result), want, bound)


def plain(b):
    return contraction(b)


def under_recipe(b):
    return contraction(b, b.choose(RECIPES))
