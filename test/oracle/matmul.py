"""The product of two scaled matrices, and how far a reference may be off."""

import numpy as np

from .formats import spacing


def matmul(lhs, rhs, accumulator=None):
    """lhs . rhs^T in f64, and the sum of the magnitudes of its terms."""
    with np.errstate(all="ignore"):
        result = lhs @ rhs.T
        magnitude = np.abs(lhs) @ np.abs(rhs).T
        if accumulator is not None:
            result = result + accumulator.astype(np.float64)
            magnitude = magnitude + np.abs(accumulator.astype(np.float64))
        return result, magnitude


def reference_bound(result, magnitude, k, name):
    """Half a unit in the last place, plus what f64 sums lose on either side."""
    sums = 2.0 * (k + 2) * 2.0**-53 * magnitude
    return 0.5 * spacing(np.abs(result) + sums, name) + sums
