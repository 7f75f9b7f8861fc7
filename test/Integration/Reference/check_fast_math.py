# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Functions and divisions under math = fast, within the bounds of the specification.

The GPU approximates them; the CPU is exact, and so within the bounds too. What a
quantize computes is the same bit for bit in both modes.
"""

import math

import numpy as np

from harness import DTYPES, Suite, expect_bits, scaled_type, tensor_type
from inputs import with_special
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, quantize

RNG = np.random.default_rng(23)
SHAPE = (64, 384)
SMALLEST_NORMAL = 2.0**-126
LARGEST = float(np.finfo(np.float32).max)
SPECIAL = [
    0.0,
    -0.0,
    np.nan,
    np.inf,
    -np.inf,
    1.0,
    -1.0,
    LARGEST,
    -LARGEST,
    2.0**127,
    2.0**126,
    SMALLEST_NORMAL,
    -SMALLEST_NORMAL,
    2.0**-127,
    -(2.0**-127),
    2.0**-149,
    88.7,
    -87.3,
]
# Half of the last place of what functions of 16 bits are rounded to, the largest number
# of a type, and what a result may be taken for 0 by.
LIMITS = {
    "f32": (0.0, LARGEST, SMALLEST_NORMAL),
    "bf16": (2.0**-8, 2.0**128 - 2.0**120, SMALLEST_NORMAL),
    "f16": (2.0**-11, 65504.0, 2.0**-25),
}


def relative(bound):
    return lambda x, want: bound * np.abs(want)


# Function in MLIR, in numpy, and how far results may lie from it.
FUNCTIONS = [
    ("exp", np.exp, lambda x, want: (2.0**-21 + np.abs(x) * 2.0**-23) * want),
    ("exp2", np.exp2, relative(2.0**-21)),
    ("log", np.log, lambda x, want: 2.0**-21 * np.maximum(np.abs(want), 1)),
    ("log2", np.log2, lambda x, want: 2.0**-21 * np.maximum(np.abs(want), 1)),
    ("log10", np.log10, lambda x, want: 2.0**-21 * np.maximum(np.abs(want), 1)),
    ("sqrt", np.sqrt, relative(2.0**-21)),
    ("rsqrt", lambda x: 1 / np.sqrt(x), relative(2.0**-21)),
    ("erf", np.vectorize(math.erf, otypes=[np.float64]), lambda x, want: 2.0**-20),
    ("tanh", np.tanh, relative(2.0**-10)),
]


def flush(values):
    """Subnormal numbers become zeros of their sign."""
    with np.errstate(all="ignore"):
        return np.where(np.abs(values) < SMALLEST_NORMAL, np.copysign(0.0, values), values)


def lies_within(got, want, bound, element):
    """The same NaN or infinity, or a number that is close. Numbers whose bound holds
    one that is too large may be infinite."""
    rounding, largest, smallest = LIMITS[element]
    bound = bound + rounding * np.abs(want)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    close = np.isfinite(want) & (np.abs(got - want) <= bound + smallest)
    overflow = np.isinf(got) & (np.sign(got) == np.sign(want)) & (np.abs(want) + bound >= largest)
    return same | close | overflow


def expect_function(function, bound, inputs, element="f32"):
    """An output near `function` of the inputs, or of them without subnormal ones."""
    with np.errstate(all="ignore"):
        wide = [array.astype(np.float64) for array in inputs]

    def check(got):
        result = np.zeros(got.shape, bool)
        with np.errstate(all="ignore"):
            for values in (wide, [flush(array) for array in wide]):
                want = function(*values)
                result |= lies_within(got.astype(np.float64), want, bound(values[0], want), element)
        return result

    return inputs[0].shape, DTYPES[element], check


def values(seed, element="f32"):
    """Special values, bits at random, and numbers of every size that functions like."""
    rng = np.random.default_rng(seed)
    count = SHAPE[0] * SHAPE[1]
    parts = [
        np.array(SPECIAL, np.float32),
        rng.integers(0, 2**32, count // 4, np.uint64).astype(np.uint32).view(np.float32),
        rng.uniform(-104, 90, count // 4).astype(np.float32),
        rng.uniform(0.4, 2.1, count // 8).astype(np.float32),
    ]
    parts.append(rng.standard_normal(count - sum(map(len, parts))).astype(np.float32))
    with np.errstate(all="ignore"):
        return rng.permutation(np.concatenate(parts)).reshape(SHAPE).astype(DTYPES[element])


def add_functions(suite):
    for element in ("f32", "bf16", "f16"):
        matrix = tensor_type(SHAPE, element)
        for seed, (name, function, bound) in enumerate(FUNCTIONS):
            x = values(seed, element)
            suite.add(
                f"{name} of {element}",
                f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
  %y = math.{name} %x : {matrix}
  return %y : {matrix}
}}""",
                [x],
                [expect_function(function, bound, [x], element)],
            )


def add_divisions(suite):
    for element in ("f32", "bf16", "f16"):
        matrix = tensor_type(SHAPE, element)
        x, y = values(40, element), values(41, element)
        # Special values meet each other.
        count = len(SPECIAL)
        with np.errstate(all="ignore"):
            x[:count, :count] = np.array(SPECIAL, np.float32)
            y[:count, :count] = np.array(SPECIAL, np.float32)[:, None]
        suite.add(
            f"quotients of {element}",
            f"""
func.func @NAME(%x: {matrix}, %y: {matrix}) -> {matrix} {{
  %z = arith.divf %x, %y : {matrix}
  return %z : {matrix}
}}""",
            [x, y],
            [expect_function(np.divide, relative(2.0**-21), [x, y], element)],
        )
        suite.add(
            f"reciprocals of {element}",
            f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
  %one = arith.constant dense<1.0> : {matrix}
  %z = arith.divf %one, %x : {matrix}
  return %z : {matrix}
}}""",
            [x],
            [expect_function(np.reciprocal, relative(2.0**-21), [x], element)],
        )
        for divisor in (3.0, 7168.0):
            suite.add(
                f"quotients of {element} by {divisor}",
                f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
  %c = arith.constant dense<{divisor:e}> : {matrix}
  %z = arith.divf %x, %c : {matrix}
  return %z : {matrix}
}}""",
                [x],
                [expect_function(lambda a, d=divisor: a / d, relative(2.0**-21), [x], element)],
            )


def body(text, inputs, shape=SHAPE):
    """An elementwise linalg.generic in f32; the result of `text` is %z."""
    maps = ", ".join(["affine_map<(i, j) -> (i, j)>"] * (len(inputs) + 1))
    matrix = tensor_type(shape, "f32")
    arguments = ", ".join(f"%a{n}: f32" for n in range(len(inputs)))
    return f"""  %empty = tensor.empty() : {matrix}
  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}
      ins({", ".join(inputs)} : {", ".join([matrix] * len(inputs))}) outs(%empty : {matrix}) {{
  ^bb0({arguments}, %old: f32):
{text}
    linalg.yield %z : f32
  }} -> {matrix}"""


SIGMOID = """    %one = arith.constant 1.0 : f32
    %minus = arith.negf %a0 : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %z = arith.divf %one, %d : f32"""


def add_compositions(suite):
    matrix = tensor_type(SHAPE, "f32")
    x = values(50)
    # Errors of exp and of the division, and a rounding of the sum.
    suite.add(
        "sigmoid",
        f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
{body(SIGMOID, ["%x"])}
  return %y : {matrix}
}}""",
        [x],
        [
            expect_function(
                lambda a: 1 / (1 + np.exp(-a)),
                lambda a, want: (2.0**-19 + np.minimum(np.abs(a), 104) * 2.0**-23) * want,
                [x],
            )
        ],
    )

    x = RNG.standard_normal(SHAPE).astype(np.float32) * 8
    wide = x.astype(np.float64)
    e = np.exp(wide - wide.max(1, keepdims=True))
    want = e / e.sum(1, keepdims=True)
    # The differences are below 100, and the sum has an error of its own.
    suite.add(
        "softmax",
        f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
  %empty = tensor.empty() : {matrix}
  %y = linalg.softmax dimension(1) ins(%x : {matrix}) outs(%empty : {matrix}) -> {matrix}
  return %y : {matrix}
}}""",
        [x],
        [
            (
                SHAPE,
                DTYPES["f32"],
                lambda got: np.abs(got - want) <= 2.0**-15 * want + SMALLEST_NORMAL,
            )
        ],
    )


def add_quantizes(suite):
    """A producer that is exact in both modes, and a quantize that divides."""
    for element, recipe, layout, numerics in [
        ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.mn_major", "torchao"),
        ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.compact", "transformer_engine"),
        ("f8E4M3FN", "#lowp.block<128x128>", "#lowp.compact", "deep_gemm"),
        ("f8E4M3FN", "#lowp.rowwise", "#lowp.compact", "torchao_rowwise"),
        ("f8E4M3FN", "#lowp.mx<1x32>", "#lowp.swizzled", "mx_rceil"),
    ]:
        shape = (256, 384)
        x = with_special(shape, "f32", int(RNG.integers(1000)))
        with np.errstate(all="ignore"):
            y = x / np.float32(4)
        data, scales = quantize(y, element, recipe, PRESETS[numerics])
        data, scales = store_data(data, (0, 1)), store_scales(scales, layout)
        kind = scaled_type(shape, element, recipe, (0, 1), layout)
        name = next(n for n in DTYPES if DTYPES[n] == scales.dtype)
        results = [tensor_type(shape, element), tensor_type(scales.shape, name)]
        quarter = "    %four = arith.constant 4.0 : f32\n    %z = arith.divf %a0, %four : f32"
        suite.add(
            f"quantize {recipe} {numerics}",
            f"""
func.func @NAME(%x: {tensor_type(shape, "f32")}) -> ({", ".join(results)}) {{
{body(quarter, ["%x"], shape)}
  %q = lowp.quantize %y numerics <{numerics}> : {tensor_type(shape, "f32")} -> {kind}
  %d, %s = lowp.split_scaled %q : {kind}
  return %d, %s : {", ".join(results)}
}}""",
            [x],
            [expect_bits(data), expect_bits(scales)],
        )


def main():
    suite = Suite(options={"math": "fast"})
    add_functions(suite)
    add_divisions(suite)
    add_compositions(suite)
    add_quantizes(suite)
    suite.run()


if __name__ == "__main__":
    main()
