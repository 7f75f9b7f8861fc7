"""Quantization: amax, scales and data of every recipe and numerics mode."""

from dataclasses import dataclass

import numpy as np

from . import mx, nvfp4
from .amax import WHOLE, block_amax, spread
from .formats import LARGEST, round_to_format
from .stochastic import random_words, stochastic_cast

# Rows and columns that share a scale; WHOLE reaches over the dimension.
FP8_BLOCKS = {
    "#lowp.tensorwise": (WHOLE, WHOLE),
    "#lowp.rowwise": (1, WHOLE),
    "#lowp.rowwise<axis = 0>": (WHOLE, 1),
    "#lowp.block_1x32": (1, 32),
    "#lowp.block_32x1": (32, 1),
    "#lowp.block_1x128": (1, 128),
    "#lowp.block_128x1": (128, 1),
    "#lowp.block_128x128": (128, 128),
    "#lowp.block_1x256": (1, 256),
    "#lowp.block_256x1": (256, 1),
    "#lowp.block_128x256": (128, 256),
    "#lowp.block_256x128": (256, 128),
}
MX_BLOCKS = {
    "#lowp.mx_1x32": (1, 32),
    "#lowp.mx_32x1": (32, 1),
    "#lowp.mx_32x32": (32, 32),
}
NVFP4_BLOCKS = {
    "#lowp.nvfp4_1x16": (1, 16),
    "#lowp.nvfp4_16x1": (16, 1),
    "#lowp.nvfp4_16x16": (16, 16),
}
BLOCKS = {**FP8_BLOCKS, **MX_BLOCKS, **NVFP4_BLOCKS}
# The same blocks seen on the transposed matrix.
TRANSPOSED_RECIPE = {
    "#lowp.tensorwise": "#lowp.tensorwise",
    "#lowp.rowwise": "#lowp.rowwise<axis = 0>",
    "#lowp.rowwise<axis = 0>": "#lowp.rowwise",
    "#lowp.block_1x32": "#lowp.block_32x1",
    "#lowp.block_32x1": "#lowp.block_1x32",
    "#lowp.block_1x128": "#lowp.block_128x1",
    "#lowp.block_128x1": "#lowp.block_1x128",
    "#lowp.block_128x128": "#lowp.block_128x128",
    "#lowp.block_1x256": "#lowp.block_256x1",
    "#lowp.block_256x1": "#lowp.block_1x256",
    "#lowp.block_128x256": "#lowp.block_256x128",
    "#lowp.block_256x128": "#lowp.block_128x256",
    "#lowp.mx_1x32": "#lowp.mx_32x1",
    "#lowp.mx_32x1": "#lowp.mx_1x32",
    "#lowp.mx_32x32": "#lowp.mx_32x32",
    "#lowp.nvfp4_1x16": "#lowp.nvfp4_16x1",
    "#lowp.nvfp4_16x1": "#lowp.nvfp4_1x16",
    "#lowp.nvfp4_16x16": "#lowp.nvfp4_16x16",
}


@dataclass(frozen=True)
class Numerics:
    eps: float = 0.0
    division: str = "f32"
    power_of_two: bool = False
    degenerate: str = "propagate"
    saturation: str = "saturate"
    scale_rounding: str = "none"
    rounding: str = "nearest"


PRESETS = {
    "torchao": Numerics(eps=1e-12, division="f64"),
    "torchao_rowwise": Numerics(eps=1e-12, division="f64", power_of_two=True),
    "transformer_engine": Numerics(degenerate="unit"),
    "transformer_engine_stochastic": Numerics(degenerate="unit", rounding="stochastic"),
    "mx_floor": Numerics(power_of_two=True, scale_rounding="floor"),
    "mx_ceil": Numerics(power_of_two=True, scale_rounding="ceil"),
    "mx_even": Numerics(power_of_two=True, scale_rounding="even"),
    "mx_rceil": Numerics(power_of_two=True, scale_rounding="rceil"),
}


def round_down_to_power_of_two(scale):
    """2^floor(log2 s); zero, infinity and NaN stay."""
    mantissa, exponent = np.frexp(scale)
    powers = np.ldexp(np.float32(0.5), exponent).astype(np.float32)
    keep = ~np.isfinite(scale) | (scale == 0)
    return np.where(keep, scale, powers).astype(np.float32)


def unrounded_factor(amax, largest, numerics):
    """The f32 factor that brings each amax to the largest value."""
    if numerics.division == "f64":
        raised = amax.astype(np.float64)
        if numerics.eps > 0:
            raised = np.maximum(raised, numerics.eps)
        scale = (np.float64(largest) / raised).astype(np.float32)
    else:
        raised = amax
        if numerics.eps > 0:
            raised = np.maximum(amax, np.float32(numerics.eps))
        scale = np.float32(largest) / raised
    if numerics.degenerate == "unit":
        scale = np.where(np.isposinf(scale), np.finfo(np.float32).max, scale)
        ordinary = np.isfinite(amax) & (amax > 0)
        scale = np.where(ordinary, scale, np.float32(1))
    return scale.astype(np.float32)


def encode_factor(amax, largest, numerics):
    """The f32 factor of each block, for recipes with f32 scales."""
    scale = unrounded_factor(amax, largest, numerics)
    return round_down_to_power_of_two(scale) if numerics.power_of_two else scale


def cast(values, name, saturation, words=None):
    """f32 to a small format, to nearest even or with random `words`."""
    if saturation == "saturate":
        values = np.clip(values, -LARGEST[name], LARGEST[name])
    if words is None:
        return round_to_format(values, name)
    return stochastic_cast(values, words, name)


def block_scales(x, element, recipe, numerics, convention):
    """Encode factors, and the stored scales: of blocks and of the matrix."""
    amax = block_amax(x, BLOCKS[recipe])
    if recipe in MX_BLOCKS:
        factors, codes = mx.scales(amax, element, numerics, convention)
        return factors, (codes,)
    if recipe in NVFP4_BLOCKS:
        total = block_amax(x, (WHOLE, WHOLE))[0, 0]
        largest = 448.0 * LARGEST[element]
        encode = unrounded_factor(np.array([total]), largest, numerics)
        factors, blocks = nvfp4.scales(amax, encode[0], LARGEST[element])
        stored = encode if convention == "encode" else np.float32(1) / encode
        return factors, (blocks, stored)
    factors = encode_factor(amax, LARGEST[element], numerics)
    return factors, (factors if convention == "encode" else np.float32(1) / factors,)


def quantize(x, element, recipe, numerics, convention="decode", seed=None):
    """Data, scale matrix and, for NVFP4, the scale of the matrix, in the order
    of the mathematics."""
    with np.errstate(all="ignore"):
        factors, stored = block_scales(x, element, recipe, numerics, convention)
        scaled = x.astype(np.float32) * spread(factors, BLOCKS[recipe], x.shape)
        words = None if seed is None else random_words(seed, x.shape)
        return (cast(scaled, element, numerics.saturation, words), *stored)


def decode_factors(scales, recipe, convention, global_scale):
    """The f32 factor of each block from what is stored."""
    if recipe in MX_BLOCKS:
        return mx.decode(scales, convention)
    if recipe in NVFP4_BLOCKS:
        if convention == "encode":
            global_scale = np.float32(1) / global_scale
        return scales.astype(np.float32) * global_scale
    return scales if convention == "decode" else np.float32(1) / scales


def dequantize(data, scales, recipe, convention="decode", dtype=np.float32,
               global_scale=None):
    """The values that data and scales stand for, computed in `dtype`."""
    with np.errstate(all="ignore"):
        factor = decode_factors(scales, recipe, convention, global_scale)
        spread_factor = spread(factor, BLOCKS[recipe], data.shape)
        return data.astype(dtype) * spread_factor.astype(dtype)
