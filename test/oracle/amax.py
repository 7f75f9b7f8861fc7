"""Blocks of a matrix and their largest magnitudes."""

import numpy as np

WHOLE = 0


def block_starts(size, extent):
    """Where the blocks of a dimension begin; the last one may be short."""
    return np.array([0]) if extent == WHOLE else np.arange(0, size, extent)


def reduce_axis(x, axis, extent):
    """Largest entry of each block along one axis; 0 where there is none."""
    starts = block_starts(x.shape[axis], extent)
    if x.shape[axis] == 0:
        shape = list(x.shape)
        shape[axis] = len(starts)
        return np.zeros(shape, x.dtype)
    return np.maximum.reduceat(x, starts, axis=axis)


def block_amax(x, block):
    """Largest magnitude of each block: NaN wins, an empty block has 0."""
    magnitudes = np.abs(x.astype(np.float32))
    return reduce_axis(reduce_axis(magnitudes, 0, block[0]), 1, block[1])


def spread(matrix, block, shape):
    """Repeats one entry per block over the elements of the block."""
    for axis in (0, 1):
        count = shape[axis] if block[axis] == WHOLE else block[axis]
        matrix = np.repeat(matrix, count, axis=axis)
    return matrix[: shape[0], : shape[1]]
