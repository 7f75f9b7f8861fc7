"""The operator lowp::with_order: a weight and one of its quantized orders, as the forward pass of
a graph keeps that for the backward pass."""

from __future__ import annotations

import torch

from lowp.torch import ops, scaled


def _with_order(w: torch.Tensor, is_turned: bool, recipe: str) -> list[torch.Tensor]:
    return [w.clone(), *ops.quantize(w.mT if is_turned else w, recipe, "rhs")]


def _with_order_fake(w: torch.Tensor, is_turned: bool, recipe: str) -> list[torch.Tensor]:
    shape = (w.mT if is_turned else w).shape
    parts = scaled.kind_of(recipe, "rhs").parts(tuple(shape))
    return [
        torch.empty_like(w, memory_format=torch.contiguous_format),
        *(w.new_empty(shape, dtype=dtype) for shape, dtype in parts),
    ]


# The weight as it is, so that what reads it follows the operator; then data and scales of it, or
# of its transpose, as the right operand of the recipe. Weights of experts are E x N x K.
ops._define(
    "with_order(Tensor w, bool is_turned, str recipe) -> Tensor[]",
    _with_order,
    _with_order_fake,
    refuses=ops.NO_ROUNDING,
)
