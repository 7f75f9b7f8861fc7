"""Arithmetic on floats of every width: exact, or in f64, and rounded once."""

import math
from fractions import Fraction

import numpy as np

from .formats import DTYPES

# Mantissa bits, exponent of the smallest normal, largest finite value, what is
# beyond it.
_FORMATS = {
    "f16": (10, -14, 65504.0, np.inf),
    "bf16": (7, -126, float.fromhex("0x1.fep127"), np.inf),
    "f8E4M3FN": (3, -6, 448.0, np.nan),
    "f8E5M2": (2, -14, 57344.0, np.inf),
    "f6E2M3FN": (3, 0, 7.5, 7.5),
    "f6E3M2FN": (2, -2, 28.0, 28.0),
    "f4E2M1FN": (1, 0, 6.0, 6.0),
}
SMALL = list(_FORMATS)


def round_to(values, name):
    """f64 to a format, once, to nearest even. (ml_dtypes goes by way of f32.)"""
    if name in ("f64", "f32"):
        return values.astype(DTYPES[name])
    mantissa, smallest, largest, beyond = _FORMATS[name]
    magnitude = np.abs(values)
    exponent = np.floor(np.log2(np.where(magnitude > 0, magnitude, 1.0)))
    # log2 may round up to the next integer just below a power of two.
    exponent = np.where(np.exp2(exponent) > magnitude, exponent - 1, exponent)
    step = np.exp2(np.maximum(exponent, smallest) - mantissa)
    finite = np.isfinite(values)
    rounded = np.where(finite, np.rint(np.where(finite, values, 0) / step) * step, values)
    rounded = np.where(np.abs(rounded) > largest, np.copysign(beyond, values), rounded)
    signed = np.copysign(rounded, values)
    if np.isfinite(beyond):  # No NaN either: the largest positive value.
        signed = np.where(np.isnan(values), largest, signed)
    return signed.astype(DTYPES[name])


def widen(values):
    return values.astype(np.float64)


def maximum(x, y, sign=1.0):
    """IEEE 754-2019: NaN wins, and +0 is more than -0."""
    both_zero = (x == 0) & (y == 0)
    zero = np.where(np.signbit(sign * x) & np.signbit(sign * y), -0.0, 0.0)
    return np.where(both_zero, sign * zero, sign * np.maximum(sign * x, sign * y))


BINARY = {
    "addf": np.add,
    "subf": np.subtract,
    "mulf": np.multiply,
    "divf": np.divide,
    "remf": np.fmod,
    "maximumf": maximum,
    "minimumf": lambda x, y: maximum(x, y, -1.0),
}


def binary(operation, x, y, name):
    """f32 and f64 have their own arithmetic; the rest is exact in f64, or so near
    that the second rounding does no harm."""
    if name in ("f64", "f32"):
        return BINARY[operation](x, y).astype(DTYPES[name])
    return round_to(BINARY[operation](widen(x), widen(y)), name)


def from_integers(integers, name):
    """Integers of 64 bits in one rounding."""
    if name in ("f64", "f32"):
        return integers.astype(DTYPES[name])
    # Round to odd where f64 does not hold all bits.
    lost = integers & 0x7FF
    is_whole = (np.abs(integers.astype(np.float64)) < 2.0**53) | (lost == 0)
    odd = (integers & ~np.array(0x7FF, integers.dtype)) | np.array(0x800, integers.dtype)
    return round_to(np.where(is_whole, integers, odd).astype(np.float64), name)


def fma(x, y, z, name):
    """x * y + z by fractions, rounded once."""
    return round_to(np.array([_fma_to_odd(*map(float, row)) for row in zip(x, y, z)]), name)


def _fma_to_odd(x, y, z):
    """In f64, its last bit set where that is not exact."""
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        return float(np.float64(x) * np.float64(y) + np.float64(z))
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        return x * y + z  # With the sign that IEEE 754 gives it.
    near = float(exact)
    if Fraction(near) == exact or np.float64(near).view(np.int64) & 1:
        return near
    return float(np.nextafter(near, math.inf if exact > Fraction(near) else -math.inf))
