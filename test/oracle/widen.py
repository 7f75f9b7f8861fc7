"""The same values in a wider format with f32 scales."""

import numpy as np

from .formats import DTYPES
from .quantize import BLOCKS, decode_factors


def factors_of_elements(scales, recipe, shape, convention, global_scale):
    """The f32 decode factor of each element."""
    with np.errstate(all="ignore"):
        factors = decode_factors(scales, recipe, convention, global_scale)
    rows, columns = BLOCKS[recipe]
    i, j = np.indices(shape)
    return factors[i // rows, j // columns].astype(np.float32)


def widen(data, scales, recipe, element, block, taken=None, convention="decode", global_scale=None):
    """Data as `element` and their scales, one per `block` columns; `taken`
    columns of the input to a block, or None for columns that stay."""
    factors = factors_of_elements(scales, recipe, data.shape, convention, global_scale)
    values = data.astype(np.float32).astype(DTYPES[element])
    factors = factors[:, :: taken or block]
    if taken is None:
        return values, factors
    rows, columns = data.shape
    spread = np.zeros((rows, -(-columns // taken) * block), DTYPES[element])
    j = np.arange(columns)
    spread[:, j // taken * block + j % taken] = values
    return spread, factors
