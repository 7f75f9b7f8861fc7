"""Quantization: amax, scales and data of every recipe and numerics mode."""

from dataclasses import dataclass

import numpy as np

from .formats import DTYPES, LARGEST

WHOLE = 0

# Rows and columns that share a scale; WHOLE reaches over the dimension.
BLOCKS = {
    "#lowp.tensorwise": (WHOLE, WHOLE),
    "#lowp.rowwise": (1, WHOLE),
    "#lowp.rowwise<axis = 0>": (WHOLE, 1),
    "#lowp.block_1x128": (1, 128),
    "#lowp.block_128x1": (128, 1),
    "#lowp.block_128x128": (128, 128),
}


@dataclass(frozen=True)
class Numerics:
    eps: float = 0.0
    division: str = "f32"
    power_of_two: bool = False
    degenerate: str = "propagate"
    saturation: str = "saturate"


PRESETS = {
    "torchao": Numerics(eps=1e-12, division="f64"),
    "torchao_rowwise": Numerics(eps=1e-12, division="f64", power_of_two=True),
    "transformer_engine": Numerics(degenerate="unit"),
}


def block_slices(size, extent):
    """The ranges of a dimension that share a scale; the last may be short."""
    if extent == WHOLE:
        return [slice(0, size)]
    return [slice(i, min(i + extent, size)) for i in range(0, size, extent)]


def block_amax(x, block):
    """Largest magnitude of each block: NaN wins, an empty block has 0."""
    rows = block_slices(x.shape[0], block[0])
    columns = block_slices(x.shape[1], block[1])
    amax = np.zeros((len(rows), len(columns)), np.float32)
    for i, r in enumerate(rows):
        for j, c in enumerate(columns):
            values = np.abs(x[r, c].astype(np.float32))
            amax[i, j] = np.max(values) if values.size else 0.0
    return amax


def round_down_to_power_of_two(scale):
    """2^floor(log2 s); zero, infinity and NaN stay."""
    mantissa, exponent = np.frexp(scale)
    powers = np.ldexp(np.float32(0.5), exponent).astype(np.float32)
    keep = ~np.isfinite(scale) | (scale == 0)
    return np.where(keep, scale, powers).astype(np.float32)


def encode_factor(amax, largest, numerics):
    """The f32 factor of each block."""
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
    if numerics.power_of_two:
        scale = round_down_to_power_of_two(scale)
    return scale.astype(np.float32)


def spread(matrix, block, shape):
    """Repeats one entry per block over the elements of the block."""
    for axis in (0, 1):
        count = shape[axis] if block[axis] == WHOLE else block[axis]
        matrix = np.repeat(matrix, count, axis=axis)
    return matrix[: shape[0], : shape[1]]


def cast(values, name, saturation):
    """f32 to a small format, to nearest even."""
    if saturation == "saturate":
        values = np.clip(values, -LARGEST[name], LARGEST[name])
    return values.astype(np.float32).astype(DTYPES[name])


def quantize(x, element, recipe, numerics, convention="decode"):
    """Data and scale matrix, both in the order of the mathematics."""
    with np.errstate(all="ignore"):
        block = BLOCKS[recipe]
        encode = encode_factor(block_amax(x, block), LARGEST[element], numerics)
        scaled = x.astype(np.float32) * spread(encode, block, x.shape)
        stored = encode if convention == "encode" else np.float32(1) / encode
        return cast(scaled, element, numerics.saturation), stored


def dequantize(data, scales, recipe, convention="decode", dtype=np.float32):
    """The values that data and scales stand for, computed in `dtype`."""
    with np.errstate(all="ignore"):
        factor = scales if convention == "decode" else np.float32(1) / scales
        spread_factor = spread(factor, BLOCKS[recipe], data.shape)
        return data.astype(dtype) * spread_factor.astype(dtype)
