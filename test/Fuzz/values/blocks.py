"""What a matrix, or a batch of them, is after a quantize: to the bit, or, where the matrix
itself is known within a bound, within one."""

from dataclasses import dataclass

import numpy as np

from oracle.amax import block_amax, spread
from oracle.formats import LARGEST, MANTISSA
from oracle.numerics import PRESETS
from oracle.quantize import BLOCKS, FP8_BLOCKS, MX_BLOCKS, NVFP4_BLOCKS, dequantize, quantize

FP8 = ["f8E4M3FN", "f8E5M2"]
# Recipes, presets of numerics that they take, and formats.
FAMILIES = [
    (FP8_BLOCKS, ["torchao", "torchao_rowwise", "transformer_engine", "deep_gemm"], FP8),
    (
        MX_BLOCKS,
        [
            "mx_floor",
            "mx_ceil",
            "mx_even",
            "mx_rceil",
            "torchao_mx_floor",
            "torchao_mx_rceil",
            "deep_gemm_ue8m0",
        ],
        list(LARGEST),
    ),
    (NVFP4_BLOCKS, ["transformer_engine", "torchao_nvfp4"], ["f4E2M1FN"]),
]


# Blocks that no tile holds: what finds scales of one of them may find those of others.
WHOLE = ["#lowp.rowwise", "#lowp.rowwise<axis = 0>", "#lowp.tensorwise"]


@dataclass(frozen=True)
class Scaling:
    recipe: str
    preset: str
    element: str

    @property
    def numerics(self):
        return PRESETS[self.preset]

    def type(self, sizes):
        return f"!lowp.scaled<{'x'.join([*sizes, self.element])}, {self.recipe}>"

    @property
    def stored(self):
        """The type of scales."""
        if self.recipe in NVFP4_BLOCKS:
            return "f8E4M3FN"
        return "f8E8M0FNU" if self.recipe in MX_BLOCKS else "f32"


def draw_whole(b):
    """Rows, columns, or a matrix."""
    _, presets, elements = FAMILIES[0]
    return Scaling(b.choose(WHOLE), b.choose(presets), b.choose(elements))


def draw(b):
    """Blocks of any family; those of scales in f32 more often."""
    blocks, presets, elements = FAMILIES[int(b.choose([0, 0, 0, 1, 1, 2]))]
    return Scaling(b.choose(list(blocks)), b.choose(presets), b.choose(elements))


def matrices(array):
    return array.reshape(-1, *array.shape[-2:])


def parts(x, scaling):
    """Data and scales of each matrix of an exact value."""
    return [
        quantize(matrix, scaling.element, scaling.recipe, scaling.numerics)
        for matrix in matrices(x.want)
    ]


def values_of(made, scaling, shape, dtype=np.float32):
    """What parts stand for."""
    whole = [
        dequantize(
            data, scales, scaling.recipe, dtype=dtype, global_scale=rest[0] if rest else None
        )
        for data, scales, *rest in made
    ]
    return np.stack(whole).reshape(shape)


def step_of(matrix, error, scaling):
    """How far neighbours are apart in the format, scaled, at most: of scales that are
    powers of two, or e4m3, and might be the next ones."""
    block = BLOCKS[scaling.recipe]
    most = block_amax(np.abs(matrix) + error, block)
    bits, smallest = MANTISSA[scaling.element]
    largest = LARGEST[scaling.element]
    unit = spread(most, block, matrix.shape) / largest
    size = np.maximum((np.abs(matrix) + error) / np.where(unit > 0, unit, 1), 2.0**smallest)
    factor = 2.0 if scaling.recipe in FP8_BLOCKS and not scaling.numerics.power_of_two else 4.0
    step = factor * unit * 2.0 ** (np.floor(np.log2(size)) - bits)
    # What saturates under a scale that was rounded down.
    slack = 0.0 if scaling.recipe in FP8_BLOCKS else 0.5 * unit * largest
    near_top = np.abs(matrix) + error > 0.4 * unit * largest
    return step + np.where(near_top, slack, 0.0)


def about(x, scaling):
    """The matrix that was quantized, and how far what is left of it may be away."""
    error = np.broadcast_to(x.error(), x.shape)
    steps = [
        step_of(matrix.astype(np.float64), off, scaling)
        for matrix, off in zip(matrices(x.wide()), matrices(error))
    ]
    eps = scaling.numerics.eps * 2
    return x.wide(), error + np.stack(steps).reshape(x.shape) + eps


def behind(x, scaling, dtype=np.float32):
    """The value and bound of `x` after a quantize."""
    if x.is_exact:
        return values_of(parts(x, scaling), scaling, x.shape, dtype), None
    return about(x, scaling)
