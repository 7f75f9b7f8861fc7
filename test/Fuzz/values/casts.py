"""Casts to small formats and from them."""

import numpy as np

from oracle.arithmetic import round_to
from oracle.formats import DTYPES, LARGEST, WIDTH

from .value import type_of

SMALL = list(LARGEST)
# NaN, infinities, ties, what is beyond, subnormals.
SPECIAL = [
    0.0,
    -0.0,
    np.nan,
    np.inf,
    -np.inf,
    448.0,
    464.0,
    -480.0,
    6.0,
    7.0,
    -7.5,
    28.0,
    30.0,
    2.0**-10,
    -(2.0**-9),
    57344.0,
    65536.0,
    1.0,
    0.25,
    5.0,
]


def narrow(b, x, scalar=None):
    """`x` of f32 in a small format and back; `scalar`: its name and value."""
    element = b.choose(SMALL)
    with np.errstate(all="ignore"):
        small = round_to(x.wide(), element)
        want = small.astype(np.float32)
    kind, name = x.type.replace("xf32>", f"x{element}>"), b.fresh("n")
    b.line(f"{name} = arith.truncf {x.name} : {x.type} to {kind}")
    b.define(f"arith.extf {name} : {kind} to {x.type}", (x.type, "f32"), want)


def cast(b):
    """Numbers of run time, special ones among them."""
    shape = (b.size(), b.size())
    array = np.where(
        b.rng.random(shape) < 0.5, b.rng.choice(SPECIAL, shape), b.numbers(shape, "f32")
    )
    narrow(b, b.argument(shape, "f32", array=array.astype(np.float32)))


def bits_of(number):
    return f"0x{np.float32(number).view(np.uint32):08X}"


def cast_of_constant(b):
    numbers = b.rng.choice(SPECIAL, 8).astype(np.float32)
    text = ", ".join(bits_of(number) for number in numbers)
    kind = type_of((1, 8), "f32")
    x = b.define(f"arith.constant dense<[[{text}]]> : {kind}", (kind, "f32"), numbers[None])
    narrow(b, x)


def cast_of_splat(b):
    number, shape = np.float32(b.choose(SPECIAL)), (b.size(), b.size())
    kind = type_of(shape, "f32")
    x = b.define(
        f"arith.constant dense<{bits_of(number)}> : {kind}", (kind, "f32"), np.full(shape, number)
    )
    narrow(b, x)


def widen_constant(b):
    """All codes of a format, as constants."""
    element = b.choose([*SMALL, "f8E8M0FNU"])
    width = WIDTH.get(element, 8)
    codes = b.rng.integers(0, 2**width, 8).astype(np.uint8)
    codes[0], codes[1] = 2**width - 1, 2 ** (width - 1)
    want = codes.view(DTYPES[element]).astype(np.float32)[None]
    digits = -(-width // 4)
    text = ", ".join(f"0x{code:0{digits}X}" for code in codes)
    small, wide = type_of((1, 8), element), type_of((1, 8), "f32")
    name = b.constant(f"dense<[[{text}]]> : {small}")
    b.define(f"arith.extf {name} : {small} to {wide}", (wide, "f32"), want)
