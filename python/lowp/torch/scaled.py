"""Types and shapes of what lowp::quantize returns, by recipe."""

from __future__ import annotations

import functools
from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear import recipes
from lowp.torch.checks import describe

_DATA = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}

_SCALES = {"f32": torch.float32, "f8E8M0FNU": torch.float8_e8m0fnu}


class Kind(NamedTuple):
    """One operand: the types of data and scales, and the block of a scale, by rows and
    columns; 0: all of them."""

    data: torch.dtype
    scales: torch.dtype
    block: tuple[int, int]

    def scales_shape(self, shape) -> tuple:
        """Returns the shape of the scales of ... x K data: leading dimensions stay where scales
        are of rows."""
        rows, columns = self.block
        across = 1 if columns == 0 else -(-shape[-1] // columns)
        if rows == 1:
            return *shape[:-1], across
        total = 1
        for size in shape[:-1]:
            total = total * size
        return (1 if rows == 0 else -(-total // rows)), across

    def check(
        self, data: torch.Tensor, scales: torch.Tensor, what: str, name: str
    ) -> torch.Tensor:
        """The scales as programs take them: also those of `[1]` or no dimension for a
        tensor, of `[N]` for rows, of bfloat16, and bytes for float8_e8m0fnu. Raises
        LaunchError for operands that do not fit."""
        if data.dtype != self.data or data.dim() == 0:
            raise LaunchError(
                f"{what}: expected {name} to be a matrix of {self.data}, got "
                f"{describe(data)}"
            )
        expected = self.scales_shape(data.shape)
        result = self._as_type(scales)
        if result is None or _known_sizes(result.shape) != _known_sizes(expected):
            sizes = "x".join(str(size) for size in expected)
            raise LaunchError(
                f"{what}: expected scales of {name} to be {sizes} of {self.scales}, "
                f"got {describe(scales)}; pass what lowp::quantize returned"
            )
        if data.device != scales.device:
            raise LaunchError(
                f"{what}: expected scales of {name} on {data.device}, got them on "
                f"{scales.device}"
            )
        return result.reshape(expected)

    def _as_type(self, scales: torch.Tensor) -> torch.Tensor | None:
        """Scales in the type of the kind, none of which changes; None of others."""
        if scales.dtype is self.scales:
            return scales
        if self.scales is torch.float32 and scales.dtype in (torch.bfloat16, torch.float16):
            return scales.float()
        is_bytes = self.scales is torch.float8_e8m0fnu and scales.dtype is torch.uint8
        return scales.view(self.scales) if is_bytes else None


def _known_sizes(shape) -> list:
    """Sizes but for those of 1: a reshape between shapes that share them moves nothing."""
    return [size for size in shape if size != 1]


def check_operand(operand: str) -> None:
    if operand not in ("lhs", "rhs"):
        raise ValueError(
            f"lowp::quantize: expected operand to be 'lhs' or 'rhs', got {operand!r}"
        )


@functools.cache
def kind_of(recipe: str, operand: str) -> Kind:
    """What the recipe makes of an operand. Raises LaunchError for formats that are
    not one tensor of fp8 with one of scales."""
    matmul = recipes.forward_matmul(recipe)
    result = matmul.operands[operand == "rhs"]
    if result.element not in _DATA or result.scale not in _SCALES or matmul.is_transformed:
        raise LaunchError(
            "expected a recipe of fp8 data and one tensor of scales, got "
            f"{recipe!r}, whose {operand} is {result.element} with {result.kind} scales"
        )
    return Kind(_DATA[result.element], _SCALES[result.scale], result.block)
