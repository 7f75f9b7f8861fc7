"""Experts that devices share: each computes those that it has, of rows that were sent to it."""

from __future__ import annotations

from typing import Any

import torch
from torch.distributed.tensor import DTensor, Shard

from lowp._errors import LaunchError
from lowp.torch.checks import describe


def is_by_expert(parameter: Any) -> bool:
    """Whether each device has some experts whole."""
    return isinstance(parameter, DTensor) and all(
        type(each) is Shard and each.dim == 0 for each in parameter.placements
    )


def own_experts(
    weight: Any, bias: Any, input: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Weights and biases of the experts of this device, whose gradients are parts of
    theirs. input: rows of this device. Raises LaunchError for weights that are divided
    otherwise."""
    for name, each in (("weight", weight), ("bias", bias)):
        if each is not None and not is_by_expert(each):
            lies = getattr(each, "placements", "whole")
            raise LaunchError(
                f"lowp.torch.GroupedLinear: expected the {name} as parts by expert, Shard(0), for "
                f"rows of this device, {describe(input)}, got it {lies}; pass a DTensor "
                "(DTensor.from_local), or distribute experts along dimension 0"
            )
    return weight.to_local(), None if bias is None else bias.to_local()


def multiply_none(
    input: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None
) -> torch.Tensor:
    """What a device computes that has no expert: 0 for each row, whose gradients are 0, and no
    weights have some. weight: 0 x N x K."""
    y = input @ weight.sum(0).t()
    return y if bias is None else y + bias.sum(0)
