"""Scaled values and casts to small formats."""

import numpy as np

from oracle.arithmetic import round_to
from oracle.formats import DTYPES, LARGEST, WIDTH
from oracle.quantize import BLOCKS, FP8_BLOCKS, PRESETS, dequantize, quantize

from .value import Value, type_of

FP8 = ["f8E4M3FN", "f8E5M2"]
KINDS = [("#lowp.tensorwise", "torchao"), ("#lowp.rowwise", "torchao_rowwise"),
         ("#lowp.rowwise<axis = 0>", "torchao"), ("#lowp.block<1x128>", "torchao"),
         ("#lowp.block<128x128>", "torchao"), ("#lowp.mx<1x32>", "mx_rceil")]
SMALL = list(LARGEST)
# NaN, infinities, ties, what is beyond, subnormals.
SPECIAL = [0.0, -0.0, np.nan, np.inf, -np.inf, 448.0, 464.0, -480.0, 6.0, 7.0, -7.5, 28.0, 30.0,
           2.0**-10, -(2.0**-9), 57344.0, 65536.0, 1.0, 0.25, 5.0]


def blocks_of(recipe, shape):
    rows, columns = BLOCKS[recipe]
    count = [1 if size is None or size > extent else -(-extent // size)
             for size, extent in zip((rows, columns), shape)]
    return count


def quantized(b):
    """Quantizes, and returns data, scales and what both stand for."""
    x = b.matrix(lambda value: value.is_exact and value.is_tame(1e4) and "?" not in value.type,
                 wild=False)
    if "?" in x.type or not x.is_exact:
        return
    recipe, preset = b.choose(KINDS)
    element = "f8E4M3FN" if recipe.startswith("#lowp.mx") else b.choose(FP8)
    kind = f"!lowp.scaled<{x.shape[0]}x{x.shape[1]}x{element}, {recipe}>"
    # The quantize of a dequantize is the latter's input, by its fold.
    before, *parts = b.dequantized.get(x.name, [None])
    data, scales = parts if before == kind else quantize(x.want, element, recipe,
                                                         PRESETS[preset])
    q = b.fresh("q")
    b.line(f"{q} = lowp.quantize {x.name} numerics <{preset}> : {x.type} -> {kind}")
    if b.chance(1, 2):
        names = b.fresh("d"), b.fresh("s")
        b.line(f"{names[0]}, {names[1]} = lowp.split_scaled {q} : {kind}")
        stored = "f8E8M0FNU" if recipe not in FP8_BLOCKS else "f32"
        for name, part, format in zip(names, (data, scales), (element, stored)):
            b.add(Value(name, type_of(part.shape, format), format, part.astype(DTYPES[format])))
        return
    want = dequantize(data, scales, recipe)
    result = type_of(x.shape, "f32")
    made = b.define(f"lowp.dequantize {q} : {kind} -> {result}", (result, "f32"), want)
    b.dequantized[made.name] = kind, data, scales


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
    array = np.where(b.rng.random(shape) < 0.5, b.rng.choice(SPECIAL, shape),
                     b.numbers(shape, "f32"))
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
    x = b.define(f"arith.constant dense<{bits_of(number)}> : {kind}", (kind, "f32"),
                 np.full(shape, number))
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
