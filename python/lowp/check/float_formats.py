"""Floats of 8 and 16 bits in numpy, which has no names for most of them."""

from __future__ import annotations

import functools

# Bits of exponent and mantissa, bias, greatest code of a finite positive number.
_FORMATS = {"e4m3": (3, 7, 0x7E), "e5m2": (2, 15, 0x7B)}


@functools.cache
def values(type: str):
    """The finite values of 0 and above by code, ascending."""
    import numpy

    mantissa_bits, bias, last = _FORMATS[type]
    codes = numpy.arange(last + 1)
    exponents = codes >> mantissa_bits
    fractions = (codes & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    normal = numpy.ldexp(1 + fractions, exponents - bias)
    return numpy.where(exponents > 0, normal, numpy.ldexp(fractions, 1 - bias))


def maximum(type: str) -> float:
    """The greatest finite value."""
    return float(values(type)[-1])


@functools.cache
def _borders(type: str):
    """Between neighbours."""
    known = values(type)
    return (known[1:] + known[:-1]) / 2


def encode(x, type: str):
    """The codes of the nearest values; what is beyond the greatest becomes that."""
    import numpy

    codes = numpy.searchsorted(_borders(type), numpy.abs(x)).astype(numpy.uint8)
    return codes | (numpy.signbit(x).astype(numpy.uint8) << 7)


def decode(codes, type: str):
    """Values in f64 of finite codes."""
    import numpy

    positive = numpy.concatenate([values(type), numpy.zeros(128)])[codes & 0x7F]
    return numpy.where(codes & 0x80, -positive, positive)


def decode_result(bits, type: str):
    """A result's bits, as unsigned integers, in f64."""
    import numpy

    if type == "bf16":
        return (bits.astype(numpy.uint32) << 16).view(numpy.float32).astype(float)
    return bits.view({"f16": numpy.float16, "f32": numpy.float32}[type]).astype(float)
