"""Quantization: amax, scales and data of every recipe and numerics mode."""

from dataclasses import replace

import numpy as np

from . import float_scale, mx, nvfp4
from .amax import WHOLE, block_amax, spread
from .formats import DTYPES, LARGEST, round_to_format
from .numerics import PRESETS, Numerics
from .stochastic import random_words, stochastic_cast


def parametric(family, *blocks):
    """Recipes of a family by their blocks."""
    return {f"#lowp.{family}<{rows}x{columns}>": (rows, columns) for rows, columns in blocks}


# Rows and columns that share a scale; WHOLE reaches over the dimension. After
# the blocks that are in use: some that nobody has.
FP8_BLOCKS = {
    "#lowp.tensorwise": (WHOLE, WHOLE),
    "#lowp.rowwise": (1, WHOLE),
    "#lowp.rowwise<axis = 0>": (WHOLE, 1),
    **parametric(
        "block",
        (1, 32),
        (32, 1),
        (1, 128),
        (128, 1),
        (128, 128),
        (1, 256),
        (256, 1),
        (128, 256),
        (256, 128),
        (1, 64),
        (64, 1),
        (64, 2),
        (2, 64),
    ),
}
MX_BLOCKS = parametric(
    "mx", (1, 32), (32, 1), (32, 32), (1, 128), (128, 1), (128, 128), (1, 16), (16, 1)
)
NVFP4_BLOCKS = parametric("nvfp4", (1, 16), (16, 1), (16, 16), (4, 8), (8, 4))
BLOCKS = {**FP8_BLOCKS, **MX_BLOCKS, **NVFP4_BLOCKS}


def transposed(recipe, family):
    """The recipe of the family whose block is that of `recipe` transposed."""
    return next(other for other in family if family[other] == family[recipe][::-1])


# The same blocks seen on the transposed matrix.
TRANSPOSED_RECIPE = {
    recipe: transposed(recipe, family)
    for family in (FP8_BLOCKS, MX_BLOCKS, NVFP4_BLOCKS)
    for recipe in family
}


def cast(values, name, saturation, words=None):
    """f32 to a small format, to nearest even or with random `words`."""
    if saturation == "saturate":
        values = np.clip(values, -LARGEST[name], LARGEST[name])
    if words is None:
        return round_to_format(values, name)
    return stochastic_cast(values, words, name)


def for_input(numerics, dtype, recipe):
    """Numerics with the type that `largest_factor` means: f32 for the scale of a
    whole matrix."""
    if numerics.largest_factor != "input":
        return numerics
    whole = recipe in NVFP4_BLOCKS or BLOCKS[recipe] == (WHOLE, WHOLE)
    name = "f32" if whole else next(n for n in DTYPES if DTYPES[n] == dtype)
    return replace(numerics, largest_factor=name)


def scales_of(amax, total, element, recipe, numerics, convention):
    """Encode factors, and the stored scales: of blocks and of the matrix, from the
    amax of blocks and that of the matrix, one entry; `largest_factor` is no
    `input`."""
    if recipe in MX_BLOCKS:
        factors, codes = mx.scales(amax, element, numerics, convention)
        return factors, (codes,)
    if recipe in NVFP4_BLOCKS:
        encode, decode = nvfp4.matrix_factors(total, LARGEST[element], numerics)
        factors, blocks = nvfp4.scales(amax, encode, decode, LARGEST[element], numerics)
        return factors, (blocks, encode if convention == "encode" else decode)
    encode, decode = float_scale.factors(amax, LARGEST[element], numerics)
    return encode, (encode if convention == "encode" else decode,)


def block_scales(x, element, recipe, numerics, convention):
    """Encode factors, and the stored scales: of blocks and of the matrix."""
    return scales_of(
        block_amax(x, BLOCKS[recipe]),
        block_amax(x, (WHOLE, WHOLE))[0],
        element,
        recipe,
        for_input(numerics, x.dtype, recipe),
        convention,
    )


def quantize_by(factors, x, element, recipe, numerics, seed=None):
    """Data under the encode factors of blocks."""
    with np.errstate(all="ignore"):
        scaled = x.astype(np.float32) * spread(factors, BLOCKS[recipe], x.shape)
        words = None if seed is None else random_words(seed, x.shape)
        return cast(scaled, element, numerics.saturation, words)


def quantize(x, element, recipe, numerics, convention="decode", seed=None):
    """Data, scale matrix and, for NVFP4, the scale of the matrix, in the order
    of the mathematics."""
    with np.errstate(all="ignore"):
        factors, stored = block_scales(x, element, recipe, numerics, convention)
    return (quantize_by(factors, x, element, recipe, numerics, seed), *stored)


def decode_factors(scales, recipe, convention, global_scale):
    """The f32 factor of each block from what is stored."""
    if recipe in MX_BLOCKS:
        return mx.decode(scales, convention)
    if recipe in NVFP4_BLOCKS:
        if convention == "encode":
            global_scale = np.float32(1) / global_scale
        return scales.astype(np.float32) * global_scale
    return scales if convention == "decode" else np.float32(1) / scales


def dequantize(data, scales, recipe, convention="decode", dtype=np.float32, global_scale=None):
    """The values that data and scales stand for, computed in `dtype`."""
    with np.errstate(all="ignore"):
        factor = decode_factors(scales, recipe, convention, global_scale)
        spread_factor = spread(factor, BLOCKS[recipe], data.shape)
        return data.astype(dtype) * spread_factor.astype(dtype)
