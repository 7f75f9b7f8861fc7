"""How the operators of layers read held weights."""

from __future__ import annotations

import functools
from typing import NamedTuple

import torch

from lowp._linear import recipes
from lowp._prepared import Prepared
from lowp.program import Function
from lowp.torch import held_weights, programs
from lowp.torch.held_weights import HeldWeight, Order
from lowp.torch.prepared_reads import Reader

_ROLES = ("forward", "dgrad")


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


@functools.cache
def _reader_of(function: Function, dtype: torch.dtype) -> Reader:
    def store(weight: torch.Tensor, _index: int) -> torch.Tensor:
        return weight.detach().to(dtype).contiguous()

    return Reader(function, store)


def _types_of(fingerprint: str) -> list[str]:
    """Hashes of the types of what is prepared, one for each."""
    return fingerprint.partition("values=")[2].partition(";")[0].split(",")


class LayerOrders(NamedTuple):
    """Orders of a layer with a weight of `sizes`, N x K or G x N x K, for inputs of
    `dtype`, which forward and dgrad quantize."""

    sizes: tuple[int, ...]
    dtype: torch.dtype
    recipe: str
    device: torch.device

    def reader(self, fingerprints: list[str]) -> Reader | None:
        """None where the types of what is computed at once are others: one order may stand
        for both then."""
        both = programs.both_orders(self.sizes, self.dtype, self.recipe, self.device)
        expected = [each for text in fingerprints for each in _types_of(text)]
        found = _types_of(both.fingerprint or "")
        return _reader_of(both, self.dtype) if found == expected else None


def read(
    held: HeldWeight,
    weight: torch.Tensor,
    function: Function,
    role: str,
    recipe: str,
    dtype: torch.dtype,
) -> Prepared:
    """What `function`, the matmul of `role`, reads in place of the weight. dtype: of its
    other operand, which the weight is cast to."""

    def order() -> Order:
        orders = LayerOrders(tuple(weight.shape), dtype, recipe, weight.device)
        return Order(_ROLES.index(role), orders)

    return held.copies.read(_reader_of(function, dtype), [held], [weight], order)
