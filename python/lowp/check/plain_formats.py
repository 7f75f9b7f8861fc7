"""Floats of 8 to 32 bits by the standard library alone."""

from __future__ import annotations

import functools
import math
import struct
from array import array

# Bits of mantissa, bias, greatest code of a finite positive number.
_FORMATS = {"e4m3": (3, 7, 0x7E), "e5m2": (2, 15, 0x7B)}


def _value(code: int, mantissa_bits: int, bias: int) -> float:
    exponent = code >> mantissa_bits
    fraction = (code & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    if exponent == 0:
        return math.ldexp(fraction, 1 - bias)
    return math.ldexp(1 + fraction, exponent - bias)


@functools.cache
def values(type: str) -> list[float]:
    """What the 256 codes of a type stand for; NaN for those that are not finite."""
    mantissa_bits, bias, last = _FORMATS[type]
    positive = [_value(code, mantissa_bits, bias) for code in range(last + 1)]
    positive += [math.nan] * (127 - last)
    return positive + [-value for value in positive]


def greatest_code(type: str) -> int:
    """That of the greatest finite value."""
    return _FORMATS[type][2]


def maximum(type: str) -> float:
    """The greatest finite value."""
    return values(type)[greatest_code(type)]


def nearest_code(x: float, type: str) -> int:
    """The code of the finite value that is nearest to `x`."""
    code = min(range(greatest_code(type) + 1), key=lambda one: abs(values(type)[one] - abs(x)))
    return code | (0x80 if x < 0 else 0)


def to_f32(numbers) -> array:
    """Rounded to f32."""
    return array("f", numbers)


def decode_result(content: bytes, type: str) -> list[float]:
    """The numbers of a result. type: bf16, f16 or f32."""
    if type == "f16":
        return list(struct.unpack(f"<{len(content) // 2}e", content))
    if type == "bf16":
        content = array("I", (bits << 16 for bits in array("H", content))).tobytes()
    return list(array("f", content))


def encode_bf16(numbers) -> bytes:
    """Cut off after 16 bits: which bf16 come out does not matter, only that they are
    the same everywhere."""
    bits = array("I", array("f", numbers).tobytes())
    return array("H", (one >> 16 for one in bits)).tobytes()


def relative_error(got, expected) -> float:
    """|got - expected| / |expected| in the Euclidean norm; NaN where `got` has one."""
    difference = math.sqrt(sum((x - y) ** 2 for x, y in zip(got, expected)))
    return difference / max(math.sqrt(sum(y * y for y in expected)), 1e-300)
