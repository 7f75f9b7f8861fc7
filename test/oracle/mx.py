"""e8m0 scales, from logarithms rather than from bits."""

import numpy as np

from .formats import DTYPES, LARGEST, MANTISSA

NAN_CODE, LARGEST_CODE, UNIT_CODE = 255, 254, 127


def floor_log2(values):
    return np.frexp(values)[1] - 1


def ceil_log2(values):
    mantissa, exponent = np.frexp(values)
    return np.where(mantissa == 0.5, exponent - 1, exponent)


def round_half_up(values, bits):
    """To `bits` mantissa bits, halves away from zero."""
    mantissa, exponent = np.frexp(values)
    steps = np.floor(mantissa * 2.0 ** (bits + 1) + 0.5)
    return np.ldexp(steps, exponent - bits - 1)


def exponents(amax, element, rounding):
    """The exponent of each finite amax before clamping."""
    largest = LARGEST[element]
    largest_power = floor_log2(np.float64(largest))
    if rounding == "rceil":
        ratio = (amax * np.float32(1.0 / largest)).astype(np.float64)
        # An amax so small that the ratio is 0 has the smallest scale.
        return np.where(ratio == 0, -127, ceil_log2(ratio))
    exact = amax.astype(np.float64)
    if rounding == "even":
        exact = round_half_up(exact, MANTISSA[element][0])
    log = ceil_log2(exact) if rounding == "ceil" else floor_log2(exact)
    return log - largest_power


def code_of_infinity(element, numerics):
    """That of 2^128, or the largest where the division would not bring it back."""
    if numerics.degenerate == "propagate":
        return NAN_CODE
    if numerics.scale_rounding == "rceil":
        return LARGEST_CODE
    return 255 - int(floor_log2(np.float64(LARGEST[element])))


def block_codes(amax, element, numerics):
    finite = np.isfinite(amax)
    power = exponents(np.where(finite, amax, 1), element, numerics.scale_rounding)
    codes = np.where(amax == 0, 0, np.clip(power, -127, 127) + 127)
    codes = np.where(finite, codes, code_of_infinity(element, numerics))
    codes = np.where(np.isnan(amax), NAN_CODE, codes)
    if numerics.degenerate == "unit":
        codes = np.where(finite & (amax > 0), codes, UNIT_CODE)
    return codes


def encode_factors(codes, small_scales):
    """What data are multiplied with; the codes at both ends are read in three
    ways."""
    factors = value_of(invert(codes))
    if small_scales == "unit":
        return np.where(codes == 0, np.float32(1), factors)
    if small_scales == "normal":
        factors = np.where(codes == 0, np.float32(2.0**126), factors)
        return np.where(codes == NAN_CODE, np.float32(0), factors)
    return factors


def scales(amax, element, numerics, convention):
    """The f32 factor of each block, and the stored codes."""
    raised = np.maximum(amax, np.float32(numerics.eps)) if numerics.eps else amax
    codes = block_codes(raised, element, numerics)
    stored = invert(codes) if convention == "encode" else codes
    return (
        encode_factors(codes, numerics.small_scales),
        stored.astype(np.uint8).view(DTYPES["f8E8M0FNU"]),
    )


def invert(codes):
    return np.where(codes == NAN_CODE, NAN_CODE, 254 - codes.astype(np.int64))


def value_of(codes):
    powers = np.ldexp(1.0, codes.astype(np.int64) - 127)
    return np.where(codes == NAN_CODE, np.nan, powers).astype(np.float32)


def decode(stored, convention):
    codes = stored.view(np.uint8).astype(np.int64)
    return value_of(invert(codes) if convention == "encode" else codes)
