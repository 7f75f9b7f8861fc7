"""What each preset of a matmul must compute, by name.

Written from what the libraries document of their recipes, not from lowp's
table: of each operand the format, the block that shares a scale and the
numerics; whether sums may stay in the tensor core; and the signs of the random
Hadamard transform, where there is one.
"""

from dataclasses import dataclass, replace
from typing import Optional

import numpy as np

from .hadamard import transform
from .quantize import PRESETS, TRANSPOSED_RECIPE, dequantize, quantize


@dataclass(frozen=True)
class Operand:
    element: str
    recipe: str
    numerics: str


@dataclass(frozen=True)
class Preset:
    lhs: Operand
    rhs: Operand
    fast_accumulation: bool = False
    hadamard: Optional[int] = None


def both(*operand):
    return Operand(*operand), Operand(*operand)


def tensorwise(element):
    return Operand(element, "#lowp.tensorwise", "torchao")


def mx(element):
    return Operand(element, "#lowp.mx<1x32>", "mx_rceil")


# torchao rounds scales per row down to powers of two, also that of the whole
# weight where it meets rows.
ROWS = Operand("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise")
WHOLE_WEIGHT = Operand("f8E4M3FN", "#lowp.tensorwise", "torchao_rowwise")
# Activations and gradients of NVFP4 in rows of 16, weights in tiles.
GRADIENT = Operand("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine_stochastic")
ACTIVATION = Operand("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine")
WEIGHT = Operand("f4E2M1FN", "#lowp.nvfp4<16x16>", "transformer_engine")

MATMULS = {
    "tensorwise": Preset(tensorwise("f8E4M3FN"), tensorwise("f8E4M3FN"), True),
    "tensorwise_grad": Preset(tensorwise("f8E5M2"), tensorwise("f8E4M3FN")),
    "rowwise": Preset(ROWS, ROWS, True),
    "rowwise_grad": Preset(ROWS, ROWS),
    "rowwise_with_gw_hp_dgrad": Preset(ROWS, WHOLE_WEIGHT),
    "block_1x128_128x128": Preset(
        Operand("f8E4M3FN", "#lowp.block<1x128>", "torchao"),
        Operand("f8E4M3FN", "#lowp.block<128x128>", "torchao"),
    ),
    "block_1x128_1x128": Preset(*both("f8E4M3FN", "#lowp.block<1x128>", "torchao")),
    "block_1x256_1x256": Preset(*both("f8E4M3FN", "#lowp.block<1x256>", "torchao")),
    "mxfp8": Preset(mx("f8E4M3FN"), mx("f8E4M3FN")),
    "mxfp8_e5m2": Preset(mx("f8E5M2"), mx("f8E5M2")),
    "mxfp8_grad": Preset(mx("f8E5M2"), mx("f8E4M3FN")),
    "mxfp6": Preset(mx("f6E2M3FN"), mx("f6E2M3FN")),
    "mxfp6_e3m2": Preset(mx("f6E3M2FN"), mx("f6E3M2FN")),
    "mxfp4": Preset(mx("f4E2M1FN"), mx("f4E2M1FN")),
    "mxfp8_mxfp6": Preset(mx("f8E4M3FN"), mx("f6E2M3FN")),
    "mxfp8_mxfp6_e3m2": Preset(mx("f8E4M3FN"), mx("f6E3M2FN")),
    "mxfp8_mxfp4": Preset(mx("f8E4M3FN"), mx("f4E2M1FN")),
    "nvfp4": Preset(ACTIVATION, WEIGHT),
    "nvfp4_dgrad": Preset(GRADIENT, WEIGHT),
    "nvfp4_wgrad": Preset(GRADIENT, ACTIVATION, hadamard=0xD7E8),
}


def with_powers_of_two(preset):
    """The preset on a chip whose products take scales of its blocks: those of f32 that change along
    K are powers of two there."""
    return replace(preset, lhs=_in_powers_of_two(preset.lhs), rhs=_in_powers_of_two(preset.rhs))


def _in_powers_of_two(operand):
    family, block = operand.recipe.removeprefix("#lowp.").rstrip(">").partition("<")[::2]
    return (
        Operand(operand.element, f"#lowp.mx<{block}>", "mx_rceil") if family == "block" else operand
    )


def is_stochastic(operand):
    return PRESETS[operand.numerics].rounding == "stochastic"


def operand_values(operand, x, source, hadamard, seed, transposed):
    """The values, in f64, that rows x of an operand stand for. Random words
    count rows and columns of the matrix as it was handed over: `transposed`."""
    if hadamard is not None:
        x = transform(x, 1, hadamard, source)
    recipe = TRANSPOSED_RECIPE[operand.recipe] if transposed else operand.recipe
    data, scales, *rest = quantize(
        x.T if transposed else x,
        operand.element,
        recipe,
        PRESETS[operand.numerics],
        seed=seed if is_stochastic(operand) else None,
    )
    values = dequantize(
        data, scales, recipe, dtype=np.float64, global_scale=rest[0] if rest else None
    )
    return values.T if transposed else values
