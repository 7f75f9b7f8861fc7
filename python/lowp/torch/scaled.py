"""Types and shapes of operands as data and scales: what lowp::quantize returns, and what
checkpoints have."""

from __future__ import annotations

import functools
from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp._linear.scaled_texts import Scaled
from lowp.torch.checks import describe, with_shape

# By element. Packed ones have two elements a byte, the first in the low half.
TYPES = {
    "f8E4M3FN": (torch.float8_e4m3fn,),
    "f8E5M2": (torch.float8_e5m2,),
    "f4E2M1FN": (torch.uint8, torch.float4_e2m1fn_x2, torch.int8),
    "f8E8M0FNU": (torch.float8_e8m0fnu, torch.uint8),
    "f32": (torch.float32, torch.bfloat16, torch.float16),
}


def as_type(tensor: torch.Tensor, element: str) -> torch.Tensor | None:
    """A tensor as one of `element`, none of whose values change: small types by their bits.
    None for others."""
    kinds = TYPES[element]
    if tensor.dtype not in kinds:
        return None
    return tensor.float() if element == "f32" else tensor.view(kinds[0])


def has_sizes(found, expected) -> bool:
    """Whether sizes are those expected but for sizes of 1: a reshape moves nothing then."""
    return [size for size in found if size != 1] == [size for size in expected if size != 1]


class Kind(NamedTuple):
    """One operand as the operators take it."""

    kept: Scaled

    @property
    def data(self) -> torch.dtype:
        return TYPES[self.kept.element][0]

    @property
    def scales(self) -> torch.dtype:
        return TYPES[self.kept.scales][0]

    @property
    def block(self) -> tuple[int, int]:
        return self.kept.block

    def matrix_shape(self, data: torch.Tensor) -> tuple:
        """Returns ... x K of data; K is even where they are packed."""
        return *data.shape[:-1], data.shape[-1] * (2 if self.kept.is_packed else 1)

    def scales_shape(self, shape) -> tuple:
        """Returns the shape of the scales of a ... x K matrix: leading dimensions stay where
        scales are of rows."""
        rows, columns = self.block
        across = 1 if columns == 0 else -(-shape[-1] // columns)
        if rows == 1:
            return *shape[:-1], across
        total = 1
        for size in shape[:-1]:
            total = total * size
        return (1 if rows == 0 else -(-total // rows)), across

    def parts(self, shape) -> list[tuple[tuple, torch.dtype]]:
        """Returns shapes and types of data, scales and, of formats with two levels, the scale
        of the whole of a ... x K matrix."""
        whole = [((1,), torch.float32)] if self.kept.has_global else []
        scales = self.scales_shape(shape), self.scales
        return [(tuple(self.kept.data_shape(*shape)), self.data), scales, *whole]

    def results(self, shape, parts) -> list[torch.Tensor]:
        """Returns what a program has made of a ... x K matrix, in the shapes of `parts`."""
        pairs = zip(parts, self.parts(shape))
        return [with_shape(part.view(dtype), sizes) for part, (sizes, dtype) in pairs]

    def read(
        self,
        parts: tuple[torch.Tensor, torch.Tensor, torch.Tensor | None],
        what: str,
        name: str,
    ) -> list[torch.Tensor]:
        """Data, scales and, of formats with two levels, the scale of the whole, as programs
        take them. Scales may be `[1]` or of no dimension for a tensor, `[N]` for rows, of
        bfloat16, and bytes for float8_e8m0fnu. Raises LaunchError for what does not fit."""
        data, scales, whole = parts
        result = as_type(data, self.kept.element)
        if result is None or data.dim() == 0:
            raise LaunchError(
                f"{what}: expected {name} to be a matrix of {self.data}, got {describe(data)}"
            )
        if (whole is not None) != self.kept.has_global:
            raise LaunchError(
                f"{what}: expected {name}_global, a scale of the whole matrix, for nvfp4 and "
                f"no other format, got {'none' if whole is None else 'one'} for "
                f"{self.kept.family}"
            )
        shape = self.scales_shape(self.matrix_shape(data))
        read = [result, _as_scales(scales, self.kept.scales, shape, what, f"scales of {name}")]
        if whole is not None:
            read.append(_as_scales(whole, "f32", (1,), what, f"{name}_global"))
        _check_device(read, what, name)
        return read


def _as_scales(
    scales: torch.Tensor, element: str, expected: tuple, what: str, name: str
) -> torch.Tensor:
    result = as_type(scales, element)
    if result is None or not has_sizes(scales.shape, expected):
        sizes = "x".join(str(size) for size in expected)
        raise LaunchError(
            f"{what}: expected {name} to be {sizes} of {TYPES[element][0]}, got "
            f"{describe(scales)}; pass what lowp::quantize returned"
        )
    return result.reshape(expected)


def _check_device(parts: list[torch.Tensor], what: str, name: str) -> None:
    data, *scales = parts
    for each in scales:
        if each.device != data.device:
            raise LaunchError(
                f"{what}: expected scales of {name} on {data.device}, got them on {each.device}"
            )


def check_operand(operand: str) -> None:
    if operand not in ("lhs", "rhs"):
        raise ValueError(f"lowp::quantize: expected operand to be 'lhs' or 'rhs', got {operand!r}")


@functools.cache
def kind_of(recipe: str, operand: str) -> Kind:
    """What the recipe makes of an operand. Raises LaunchError for formats that torch has no
    type for."""
    matmul = recipes.forward_matmul(recipe)
    result = matmul.operands[operand == "rhs"]
    if result.element not in TYPES or matmul.is_transformed:
        raise LaunchError(
            "expected a recipe of fp8 or fp4 data that are not transformed, got "
            f"{recipe!r}, whose {operand} is {result.element} with {result.kind} scales"
        )
    return Kind(Scaled(result.element, result.kind, result.block, f"numerics {result.numerics}"))
