"""What freezes layers of experts, and thaws them."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import Error
from lowp.torch import grouped_recipes, programs
from lowp.torch.grouped import FrozenGroupedLinear, GroupedLinear
from lowp.torch.module_weights import local_part
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import Freezing, prepare, thaw_state


def recipe_to_freeze(recipe: str, weight: torch.Tensor, freezing: Freezing) -> str:
    """The recipe of weights of E x N x K where they are prepared. Raises LaunchError for a
    device that computes nothing."""
    weight = local_part(weight)
    device = freezing.place_of(weight)
    programs.chip_of(device)
    return grouped_recipes.resolve(recipe, weight.shape, weight.dtype, device, prepared=True)


def _prepare(
    layer: GroupedLinear, weight: torch.Tensor, device: torch.device
) -> tuple[PreparedProgram, Any]:
    recipe = grouped_recipes.resolve(
        layer.recipe, weight.shape, weight.dtype, device, prepared=True
    )
    about = PreparedProgram.of(weight, layer.bias is not None, recipe, device, layer.clears)
    return about, prepare(about.find(device), weight)


def freeze_experts(layer: Any, name: str, freezing: Freezing) -> None:
    """Makes a FrozenGroupedLinear of a GroupedLinear, a FrozenExpertsPart of one whose weight
    devices share. name: of the layer in the model."""
    weight: Any = layer.weight
    local = local_part(weight)
    try:
        about, prepared = _prepare(layer, local, freezing.place_of(local))
    except Error as error:
        error.args = (f"layer '{name}': {error}",)
        raise
    if local is weight:
        freezing.apply(layer, FrozenGroupedLinear, name, str(about), prepared)
        return
    from lowp.torch.distributed.frozen_experts import FrozenExpertsPart
    from lowp.torch.distributed.frozen_parts import mark

    freezing.apply(layer, FrozenExpertsPart, name, str(about), prepared)
    mark(layer, weight)


def thaw_experts(layer: Any) -> None:
    """Makes a GroupedLinear again of a FrozenGroupedLinear that has its weight."""
    for name in ("lowp_part", "lowp_said"):
        layer.__dict__.pop(name, None)
    thaw_state(layer, GroupedLinear)
