"""The operators of graphs whose gathers carry quantized data: lowp::pack_scaled,
lowp::unpack_scaled and lowp::dequantize."""

from __future__ import annotations

import torch

from lowp.torch import ops, scaled


def _pack(data, scales):
    """Data before scales, as bytes."""
    return torch.cat([part.contiguous().view(torch.uint8).flatten() for part in (data, scales)])


def _pack_fake(data, scales):
    return data.new_empty(data.nbytes + scales.nbytes, dtype=torch.uint8)


def _shapes(ranks: int, rows: int, columns: int, recipe: str, operand: str) -> list[tuple]:
    """Sizes and types of data and scales of all ranks."""
    parts = scaled.kind_of(recipe, operand).parts((rows, columns))
    return [((ranks * sizes[0], *sizes[1:]), dtype) for sizes, dtype in parts]


def _unpack(packed, ranks, rows, columns, recipe, operand):
    """Data and scales of ranks, which have packed as many rows each."""
    made = _unpack_fake(packed, ranks, rows, columns, recipe, operand)
    out = [part.view(torch.uint8).view(ranks, -1) for part in made]
    sizes = [part.shape[1] for part in out]
    torch.split_with_sizes_copy(packed.view(ranks, -1), sizes, 1, out=out)
    return made


def _unpack_fake(packed, ranks, rows, columns, recipe, operand):
    shapes = _shapes(ranks, rows, columns, recipe, operand)
    return [packed.new_empty(shape, dtype=dtype) for shape, dtype in shapes]


def widen(
    data: torch.Tensor, scales: torch.Tensor, block: tuple[int, int], dtype: torch.dtype
) -> torch.Tensor:
    """The values of data whose scales are of blocks, of which the last may be cut."""
    scales = scales.float()
    for dim, size in zip((-2, -1), block):
        if size > 1:
            scales = scales.repeat_interleave(size, dim).narrow(dim, 0, data.shape[dim])
    return (data.float() * scales).to(dtype)


def _dequantize(data, scales, recipe, operand, dtype):
    return widen(data, scales, scaled.kind_of(recipe, operand).block, dtype)


def _dequantize_fake(data, scales, recipe, operand, dtype):
    return torch.empty_like(data, dtype=dtype)


ops._define("pack_scaled(Tensor data, Tensor scales) -> Tensor", _pack, _pack_fake)
ops._define(
    "unpack_scaled(Tensor packed, int ranks, int rows, int columns, str recipe, str operand) "
    "-> Tensor[]",
    _unpack,
    _unpack_fake,
)
ops._define(
    "dequantize(Tensor data, Tensor scales, str recipe, str operand, ScalarType dtype) -> Tensor",
    _dequantize,
    _dequantize_fake,
)
for _name in ("pack_scaled", "unpack_scaled", "dequantize"):
    ops._refuse_derivative(_name, "quantized data have no gradient; use lowp::linear")
