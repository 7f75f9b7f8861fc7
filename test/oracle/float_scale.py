"""Scales of f32: the factor that data are multiplied with, and its reciprocal."""

import numpy as np

from .formats import DTYPES

SMALLEST_NORMAL = np.float32(2.0**-126)


def largest_of(name):
    """The largest finite value of f32, bf16 or f16."""
    largest = {"f32": np.finfo(np.float32).max, "bf16": 2.0**128 - 2.0**120, "f16": 65504.0}[name]
    assert DTYPES[name].type(largest) == largest
    return np.float32(largest)


def round_power_of_two(factor, up):
    """2^floor(log2 s), or ceil; zero, infinity and NaN stay. There are no powers
    of two below the smallest normal number."""
    mantissa, exponent = np.frexp(factor)
    step = (mantissa > 0.5) & up
    powers = np.ldexp(np.float32(0.5), exponent + step).astype(np.float32)
    keep = ~np.isfinite(factor) | (factor == 0)
    if up:
        powers = np.maximum(powers, SMALLEST_NORMAL)
    return np.where(keep, factor, powers).astype(np.float32)


def divide(dividend, divisor, division):
    """In f64 and rounded once, in f32, or with the reciprocal in f32."""
    wide = np.float64 if division == "f64" else np.float32
    dividend, divisor = np.asarray(dividend, wide), np.asarray(divisor, wide)
    if division == "reciprocal":
        return dividend * (np.float32(1) / divisor)
    return (dividend / divisor).astype(np.float32)


def raise_amax(amax, numerics):
    if numerics.eps == 0:
        return amax
    wide = np.float64 if numerics.division == "f64" else np.float32
    return np.maximum(amax.astype(wide), wide(numerics.eps))


def factors(amax, largest, numerics):
    """Encode and decode factor of each amax; `largest_factor` is no `input`."""
    raised = raise_amax(amax, numerics)
    decode_first = numerics.quotient == "decode"
    operands = (raised, largest) if decode_first else (largest, raised)
    factor = divide(*operands, numerics.division)
    limit, unit = largest_of(numerics.largest_factor), numerics.degenerate == "unit"
    if unit:
        if not decode_first:
            factor = np.where(np.isposinf(factor), limit, factor)
        ordinary = np.isfinite(raised) & (raised > 0)
        factor = np.where(ordinary, factor, np.float32(1)).astype(np.float32)
    if numerics.power_of_two:
        factor = round_power_of_two(factor, up=decode_first)
    inverse = np.float32(1) / factor
    if not decode_first:
        return factor, inverse
    if unit:
        inverse = np.where(np.isposinf(inverse), limit, inverse)
    return inverse, factor
