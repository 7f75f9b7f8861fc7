"""Two levels of scales: e4m3 of blocks, f32 of the matrix."""

import numpy as np

from . import float_scale
from .formats import DTYPES

LARGEST_SCALE, SMALLEST_NORMAL_SCALE = np.float32(448), np.float32(2.0**-6)


def matrix_factors(total, largest, numerics):
    """Encode and decode factor of the matrix, one entry each."""
    if numerics.matrix_scale == "unit":
        return np.ones(1, np.float32), np.ones(1, np.float32)
    return float_scale.factors(total, 448.0 * largest, numerics)


def scales(amax, encode, decode, largest, numerics):
    """The f32 factor of each block, and the stored e4m3 scales."""
    ratio, divides = amax / np.float32(largest), numerics.quotient == "decode"
    wanted = ratio / decode if divides else ratio * encode
    if numerics.small_scales == "normal":
        wanted = np.maximum(wanted, SMALLEST_NORMAL_SCALE)
    stored = np.minimum(wanted, LARGEST_SCALE).astype(DTYPES["f8E4M3FN"])
    block = stored.astype(np.float32)
    if divides:
        factor = (np.float32(1) / decode) / block
    else:
        factor = np.float32(1) / (block * (np.float32(1) / encode))
    return np.minimum(factor, np.finfo(np.float32).max), stored
