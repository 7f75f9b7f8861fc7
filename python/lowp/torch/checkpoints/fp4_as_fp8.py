"""Weights of FP4 as FP8 with a scale of f32 for each 128x128, which Hopper multiplies.

A value of MXFP4 is a multiple of 0.5 of at most 6 times a power of two: E4M3 has it where the
powers under one scale are 14 or less apart. One of NVFP4 has up to five bits of mantissa,
two of which E4M3 rounds away."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp.torch.checkpoints.formats import FP8_BLOCK
from lowp.torch.scaled_layers import Format

_BLOCK = 128
_LARGEST = 448.0
_VALUES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


def unpack(data: torch.Tensor) -> torch.Tensor:
    """The values of bytes of two elements, the first in the low half, in f32."""
    table = torch.tensor([*_VALUES, *(-value for value in _VALUES)], device=data.device)
    codes = torch.stack([data & 15, data >> 4], -1).flatten(-2)
    return table[codes.int()]


class Converted(NamedTuple):
    """data, scales: of FP8_BLOCK. exact, blocks: how many of the FP4 blocks kept their
    values, and how many there are. error: what is added, by the Frobenius norm."""

    data: torch.Tensor
    scales: torch.Tensor
    exact: int
    blocks: int
    error: float

    def __str__(self) -> str:
        return f"{self.exact} of {self.blocks} blocks exact, error {self.error:.4f}"


def _convert_rows(values: torch.Tensor, width: int):
    """128 rows or fewer, in f32: data, scales, exact blocks of `width` and two sums of
    squares."""
    rows, k = values.shape
    padded = torch.nn.functional.pad(values, (0, -k % _BLOCK)).unflatten(1, (-1, _BLOCK))
    amax = padded.abs().nan_to_num(0.0, 0.0, 0.0).amax((0, 2))
    power = torch.where(amax > 0, (amax / _LARGEST).log2().ceil(), torch.zeros_like(amax))
    scales = torch.exp2(power.clamp(-126, 127))
    data = (padded / scales[None, :, None]).to(torch.float8_e4m3fn)
    again = (data.float() * scales[None, :, None]).flatten(1)[:, :k]
    differs = (again != values).unflatten(1, (-1, width)).any(-1)
    squares = (again - values).square().sum().item(), values.square().sum().item()
    return data.flatten(1)[:, :k], scales, int((~differs).sum()), squares


def convert(format: Format, weight: list[torch.Tensor], sizes: tuple[int, ...]) -> Converted:
    """weight: as lowp::scaled_linear takes one of `format`. No more than 128 rows are in f32
    at once."""
    data, scales = weight[:2]
    width = format.weight.block[1]
    n, k = sizes
    result = torch.empty(n, k, dtype=torch.float8_e4m3fn, device=data.device)
    kept = torch.empty(-(-n // _BLOCK), -(-k // _BLOCK), device=data.device)
    exact, lost, total = 0, 0.0, 0.0
    for block, first in enumerate(range(0, n, _BLOCK)):
        rows = slice(first, first + _BLOCK)
        values = unpack(data[rows])[:, :k] * scales[rows].float().repeat_interleave(width, 1)[:, :k]
        result[rows], kept[block], same, squares = _convert_rows(values, width)
        exact, lost, total = exact + same, lost + squares[0], total + squares[1]
    # A power of two times the global scale keeps what the values are without it.
    if len(weight) > 2:
        kept *= weight[2].float()
    error = math.sqrt(lost / total) if total else 0.0
    return Converted(result, kept, exact, scales.numel(), error)


def as_fp8(format: Format) -> Format:
    """The format of what `convert` makes."""
    return FP8_BLOCK._replace(
        name=f"{FP8_BLOCK.name} of {format.name}", input=FP8_BLOCK.input if format.input else None
    )


def check(made: Converted, name: str, format: Format, rounds: bool) -> None:
    """Raises LaunchError for blocks that were rounded, unless they may be."""
    if rounds or made.exact == made.blocks:
        return
    raise LaunchError(
        f"'{name}': expected {format.name} that fp8 holds exactly, got {made}; take it by "
        "fp4='rounded', or keep it by fp4='keep'"
    )
