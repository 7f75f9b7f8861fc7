# REQUIRES: numpy, torchao
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""What lowp computes against torchao itself, bit by bit.

Where the two differ is known: a `Difference` says why, each comparison where. One
that hides nothing any more is an error.
"""

import itertools
from dataclasses import dataclass

import numpy as np

import in_torchao
from harness import DTYPES, Suite, as_dtype, sample_size, same_bits, scaled_type, tensor_type
from inputs import KINDS, wide_range
from oracle.amax import block_amax, spread
from oracle.formats import LARGEST
from oracle.quantize import BLOCKS

SHAPE = (128, 256)
MX_MODES = ["floor", "ceil", "even", "rceil"]


@dataclass(eq=False)
class Difference:
    reason: str
    hidden: int = 0


ROWWISE_LOG = Difference(
    "torchao takes the logarithm of a factor in f32: just below a "
    "power of two it is that of the power"
)
RCEIL_LOG = Difference(
    "torchao takes the logarithm of a ratio in f32: just above a power "
    "of two it is that of the power"
)
RHS_EPS = Difference("torchao rounds eps to the type of the input for blocks of columns")
NO_NAN = Difference("torchao makes 1.5 of a NaN in a format that has none, lowp the largest value")
MX_INFINITE = Difference("the presets mx_* have the code of NaN for an infinite amax")
MX_NAN = Difference("with mx_floor, mx_ceil and mx_even all data are NaN beside a NaN")
MX_ZERO = Difference("the presets mx_* multiply data of the code 0 with 2^127")
NVFP4_TINY = Difference(
    "torchao makes NaN of 0 where the reciprocal of the scale of the "
    "matrix is infinite, lowp has the largest f32 for it"
)
DIFFERENCES = [value for value in globals().values() if isinstance(value, Difference)]


def expect_except(want, places):
    """`want` bit by bit, but for `places`: pairs of a difference and a mask."""
    want = np.ascontiguousarray(want)

    def check(got):
        same = same_bits(got, want)
        right = same.copy()
        for difference, mask in places:
            mask = np.broadcast_to(mask, want.shape)
            difference.hidden += int((mask & ~same).sum())
            right |= mask
        return right

    return want.shape, want.dtype, check


def complaints():
    """Differences that are no more, if all functions run."""
    for difference in DIFFERENCES:
        print(f"{difference.hidden} known: {difference.reason}")
    return [
        f"nothing differs any more: {difference.reason}"
        for difference in DIFFERENCES
        if not difference.hidden and not suite.sample
    ]


def add_case(
    suite, x, element, recipe, numerics, wants, convention="decode", blocks=(), elements=()
):
    """Data and scales of lowp.quantize; `blocks` are differences of blocks, in
    their scales and data, `elements` those of single data."""
    source = next(name for name in ["f32", "bf16"] if DTYPES[name] == x.dtype)
    tensor = tensor_type(x.shape, source)
    scaled = scaled_type(x.shape, element, recipe, convention=convention)
    function = f"""
func.func @NAME(%x: {tensor}) -> {scaled} {{
  %q = lowp.quantize %x numerics <{numerics}> : {tensor} -> {scaled}
  return %q : {scaled}
}}"""
    data, scales, *rest = wants
    places = [(why, spread(mask, BLOCKS[recipe], x.shape)) for why, mask in blocks]
    outputs = [expect_except(data, [*places, *elements]), expect_except(scales, blocks)]
    outputs += [expect_except(want, []) for want in rest]
    suite.add(f"{source} -> {scaled} {numerics}", function, [x], outputs)


def amax_of(x, recipe):
    with np.errstate(all="ignore"):
        return block_amax(x, BLOCKS[recipe])


def near_powers(shape, source):
    """A row for each binade, whose blocks have the largest magnitude that is a
    power of two times 448, 6 and so on, or its neighbours."""
    largest = np.array(list(LARGEST.values()))
    exponents = np.round(np.linspace(-120, 100, shape[0]))
    x = np.random.default_rng(6).uniform(-1, 1, shape) * np.exp2(exponents)[:, None]
    x = x.astype(np.float32)
    for column in range(0, shape[1], 16):
        block = column // 16
        bound = (largest[block % 5] * np.exp2(exponents)).astype(np.float32)
        bits = bound.view(np.int32) + (block // 5 - 1)
        x[:, column : column + 16] = np.minimum(x[:, column : column + 16], bound[:, None])
        x[:, column] = bits.view(np.float32)
    return as_dtype(x, source)


def matrices():
    """Everything that KINDS has, in both types; values by the thousands."""
    kinds = {**KINDS, "near_powers": near_powers}
    for kind, source in itertools.product(kinds, ["f32", "bf16"]):
        yield kinds[kind](SHAPE, source)
    rows = -(-sample_size(50000) // 256 // 128) * 128
    yield wide_range((rows, 256), "f32", seed=13)


def is_just_below_power(factor):
    """One f32 or a few below a power of two."""
    mantissa, _ = np.frexp(factor)
    return (mantissa < 1) & (mantissa > 1 - 2.0**-20)


def add_float8(suite, x):
    for element in in_torchao.FLOAT8:
        data, scale = in_torchao.float8(x, element)
        for convention, stored in [("encode", scale), ("decode", scale.reciprocal())]:
            add_case(
                suite, x, element, "#lowp.tensorwise", "torchao", [data, stored.numpy()], convention
            )
        for recipe, dim in [("#lowp.rowwise", 1), ("#lowp.rowwise<axis = 0>", 0)]:
            data, scale = in_torchao.float8(x, element, dim)
            with np.errstate(all="ignore"):
                raised = np.maximum(amax_of(x, recipe).astype(np.float64), 1e-12)
                factor = (LARGEST[element] / raised).astype(np.float32)
            add_case(
                suite,
                x,
                element,
                recipe,
                "torchao_rowwise",
                [data, scale.numpy()],
                "encode",
                [(ROWWISE_LOG, is_just_below_power(factor))],
            )


def add_float8_blocks(suite, x):
    for recipe in in_torchao.BLOCKWISE:
        wants = in_torchao.float8_blocks(x, recipe)
        raised = amax_of(x, recipe) <= np.float32(1.01e-12)
        places = [(RHS_EPS, raised)] if recipe == "#lowp.block<128x1>" else []
        add_case(suite, x, "f8E4M3FN", recipe, "torchao", wants, blocks=places)


def add_mx(suite, x):
    amax, recipe = amax_of(x, "#lowp.mx<1x32>"), "#lowp.mx<1x32>"
    for element, mode in itertools.product(LARGEST, MX_MODES):
        data, scales = in_torchao.mx(x, element, mode)
        blocks, elements = [], []
        if mode == "rceil":
            with np.errstate(all="ignore"):
                ratio = amax.astype(np.float64) / LARGEST[element]
            mantissa, _ = np.frexp(ratio)
            blocks.append((RCEIL_LOG, (mantissa > 0.5) & (mantissa < 0.5 + 2.0**-20)))
        if element not in in_torchao.FLOAT8:
            nan = np.isnan(x.astype(np.float32))
            if mode == "rceil":
                nan = spread(np.isnan(amax), (1, 32), x.shape)
            elements.append((NO_NAN, nan))
        add_case(
            suite,
            x,
            element,
            recipe,
            f"torchao_mx_{mode}",
            [data, scales],
            blocks=blocks,
            elements=elements,
        )
        codes = scales.view(np.uint8)
        elements = [*elements, (MX_ZERO, spread(codes == 0, (1, 32), x.shape))]
        if mode != "rceil":
            elements.append((MX_NAN, spread(codes == 255, (1, 32), x.shape)))
        add_case(
            suite,
            x,
            element,
            recipe,
            f"mx_{mode}",
            [data, scales],
            blocks=[*blocks, (MX_INFINITE, np.isinf(amax))],
            elements=elements,
        )


def add_nvfp4(suite, x):
    recipe = "#lowp.nvfp4<1x16>"
    amax = amax_of(x, recipe)
    nan = [(NO_NAN, spread(np.isnan(amax), (1, 16), x.shape))]
    add_case(
        suite,
        x,
        "f4E2M1FN",
        recipe,
        "torchao_nvfp4",
        in_torchao.nvfp4(x, two_levels=False),
        elements=nan,
    )
    wants = in_torchao.nvfp4(x, two_levels=True)
    broken = np.isnan(wants[1].astype(np.float32))
    nan = [(NO_NAN, spread(broken, (1, 16), x.shape))]
    with np.errstate(all="ignore"):
        overflows = np.isinf(np.float32(1) / wants[2]) & np.isfinite(amax)
    add_case(
        suite,
        x,
        "f4E2M1FN",
        recipe,
        "torchao_nvfp4, matrix_scale = amax",
        wants,
        elements=[*nan, (NVFP4_TINY, spread(overflows & ~broken, (1, 16), x.shape))],
    )


suite = Suite()
for x in matrices():
    add_float8(suite, x)
    add_float8_blocks(suite, x)
    add_mx(suite, x)
    add_nvfp4(suite, x)
suite.run(complaints)
