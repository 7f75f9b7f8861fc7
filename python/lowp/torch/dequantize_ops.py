"""The operator lowp::dequantize: values of data and scales, as graphs read what they gather."""

from __future__ import annotations

import torch

from lowp.torch import ops, scaled


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


ops._define(
    "dequantize(Tensor data, Tensor scales, str recipe, str operand, ScalarType dtype) -> Tensor",
    _dequantize,
    _dequantize_fake,
    refuses=ops.NO_QUANTIZED,
)
