"""How the operators of layers read held weights."""

from __future__ import annotations

import functools

import torch

from lowp._linear import recipes
from lowp._prepared import Prepared
from lowp.program import Function
from lowp.torch import held_weights, programs
from lowp.torch.held_weights import HeldWeight
from lowp.torch.prepared_reads import Reader


def find(weight: torch.Tensor, recipe: str, role: str) -> HeldWeight | None:
    """The held weight that a tensor is, if the matmul of `role` reads it quantized, and
    equally in each call."""
    held = held_weights.find(weight)
    return held if held is not None and prepares(recipe, role) else None


@functools.cache
def prepares(recipe: str, role: str) -> bool:
    """Whether the matmul of `role` reads the weight quantized, and equally in each call."""
    matmul = recipes.read(recipe).matmuls.get(role)
    return matmul is not None and not matmul.operands[1].is_seeded


def as_read(weight: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """A weight as operators see it beside x: autocast leaves it to held ones to be cast."""
    if weight.dtype is x.dtype or held_weights.find(weight) is None:
        return weight
    return weight.new_empty(1, dtype=x.dtype).expand(weight.shape)


def _store(weight: torch.Tensor, _index: int) -> torch.Tensor:
    return weight.contiguous()


@functools.cache
def _reader_of(function: Function, dtype: torch.dtype, device: torch.device) -> Reader:
    return Reader(function, _store, programs.options_of(device), dtype)


def read(
    held: HeldWeight, weight: torch.Tensor, function: Function, dtype: torch.dtype
) -> Prepared:
    """What `function` reads in place of the weight. dtype: of its other operand, which the
    weight is cast to."""
    reader = _reader_of(function, dtype, weight.device)
    return held.copies.read(reader, [held], [weight])
