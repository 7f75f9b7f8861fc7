"""The random Hadamard transform of a few neighbours."""

import numpy as np

from .formats import DTYPES


def sylvester(size):
    matrix = np.ones((1, 1))
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def transform(x, axis, signs, element, size=16):
    """Sums in f64, terms in ascending order, factor, one rounding."""
    rows = np.moveaxis(x.astype(np.float64), axis, 1)
    whole = rows.shape[1] // size * size
    groups = rows[:, :whole].reshape(len(rows), whole // size, size)
    flips = np.array([-1.0 if signs >> k & 1 else 1.0 for k in range(size)])
    matrix = flips[:, None] * sylvester(size)
    with np.errstate(all="ignore"):
        total = groups[..., :1] * matrix[0]
        for k in range(1, size):
            total = total + groups[..., k : k + 1] * matrix[k]
        total = total * (1.0 / np.sqrt(np.float64(size)))
    result = rows.copy()
    result[:, :whole] = total.reshape(len(rows), whole)
    return round_from_f64(np.moveaxis(result, 1, axis), element)


def round_from_f64(values, element):
    """One rounding, also to f16 and bf16: by way of f32 rounded to odd."""
    with np.errstate(all="ignore"):
        near = values.astype(np.float32)
        if element == "f32":
            return near
        inexact = (near != values) & np.isfinite(near)
        down = np.where(np.abs(near) > np.abs(values), np.nextafter(near, np.float32(0)), near)
        odd = (down.view(np.uint32) | inexact).astype(np.uint32).view(np.float32)
        return odd.astype(DTYPES[element])
