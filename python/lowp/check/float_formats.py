"""Floats of 8 and 16 bits in numpy, which has no names for most of them."""

from __future__ import annotations

import functools

from lowp.check import plain_formats


@functools.cache
def _values(type: str):
    """What the 256 codes of a type stand for; NaN for those that are not finite."""
    import numpy

    return numpy.array(plain_formats.values(type))


@functools.cache
def _borders(type: str):
    """Between neighbours of 0 and above."""
    known = _values(type)[: plain_formats.greatest_code(type) + 1]
    return (known[1:] + known[:-1]) / 2


def encode(x, type: str):
    """The codes of the nearest values; what is beyond the greatest becomes that."""
    import numpy

    codes = numpy.searchsorted(_borders(type), numpy.abs(x)).astype(numpy.uint8)
    return codes | (numpy.signbit(x).astype(numpy.uint8) << 7)


def decode(codes, type: str):
    """Values in f64 of finite codes."""
    return _values(type)[codes]


def decode_result(bits, type: str):
    """A result's bits, as unsigned integers, in f64."""
    import numpy

    if type == "bf16":
        return (bits.astype(numpy.uint32) << 16).view(numpy.float32).astype(float)
    return bits.view({"f16": numpy.float16, "f32": numpy.float32}[type]).astype(float)
