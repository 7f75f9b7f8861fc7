"""A quantize of any tensor that is there, under every recipe, and what is made of it."""

import numpy as np

from oracle.formats import DTYPES
from oracle.quantize import TRANSPOSED_RECIPE

from . import blocks
from .program import needed, statements
from .sizes import known, sizes_of, type_from
from .value import Value


def can_be_quantized(x):
    """What is not exact has to be finite, and no number of it unknown."""
    if x.is_exact:
        return True
    return x.is_tame(1e4) and bool(np.all(np.isfinite(x.bound)))


def meets_fold(b, x, scaling):
    """Whether `x` comes from a dequantize of such blocks: the quantize of what is one, as
    others may find it to be, is what was dequantized, whatever the numerics say."""
    kept, _ = needed(statements(b.lines), {x.name.split("#")[0]})
    recipes = scaling.recipe, TRANSPOSED_RECIPE[scaling.recipe]
    return any(
        each.lstrip().split(" = ", 1)[-1].startswith("lowp.dequantize")
        and f"x{scaling.element}, {recipe}>" in each
        for each in kept
        for recipe in recipes
    )


def start(b):
    x = b.find(
        lambda value: value.element in ("f32", "bf16", "f16")
        and 2 <= len(value.shape) <= 3
        and value.want.size
        and can_be_quantized(value),
        last=(2, 3),
    )
    return x or b.any_argument((int(b.choose([16, 48])), int(b.choose([32, 130]))), "bf16")


def quantized(b):
    """Quantizes, maybe one matrix by several blocks, and returns data and scales, or what both
    stand for."""
    x = start(b)
    if not b.chance(1, 4):
        return quantized_in(b, x, blocks.draw(b))
    made = [quantized_in(b, x, blocks.draw_whole(b)) for _ in range(2)]
    return made[1] or made[0]


def quantized_in(b, x, scaling):
    kind = scaling.type([size.text for size in sizes_of(x)])
    if meets_fold(b, x, scaling):
        return None
    q = b.fresh("q")
    b.line(f"{q} = lowp.quantize {x.name} numerics <{scaling.preset}> : {x.type} -> {kind}")
    is_split = (
        x.is_exact
        and len(x.shape) == 2
        and not x.unknown
        and scaling.element in blocks.FP8
        and b.chance(1, 3)
    )
    if is_split:
        return split(b, q, kind, scaling, blocks.parts(x, scaling)[0])
    result = type_from(sizes_of(x), "f32")
    return b.define(
        f"lowp.dequantize {q} : {kind} -> {result}", (result, "f32"), *blocks.behind(x, scaling)
    )


def split(b, q, kind, scaling, made):
    names = [b.fresh("d"), b.fresh("s")]
    b.line(f"{', '.join(names)} = lowp.split_scaled {q} : {kind}")
    for name, part, element in zip(names, made, (scaling.element, scaling.stored)):
        b.add(
            Value(
                name, type_from(known(part.shape), element), element, part.astype(DTYPES[element])
            )
        )
