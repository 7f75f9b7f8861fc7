"""The recipe of the gradient of experts' weights, a product for each group of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from lowp._linear.grouped_gradients import recipe_of_sums
from lowp.torch.programs import ELEMENTS, chip_of


def choose_of_sums(
    sizes: Sequence[Any], weight: torch.Tensor, recipe: str | None, is_spelled: bool
) -> tuple[str | None, str]:
    """What the gradient has of `recipe`, as in eager mode, and why it is not that. sizes: of
    the weights, G x N x K. weight: of their type, where they are. is_spelled: whether the
    recipe is compared with nothing."""
    if recipe is None:
        return None, "no recipe for this role"
    element = ELEMENTS.get(weight.dtype)
    if element is None or not all(isinstance(size, int) for size in sizes):
        return None, f"groups of K with a result of {'x'.join(map(str, sizes))}"
    groups, n, k = sizes
    chip = None if is_spelled or weight.device.type != "cuda" else chip_of(weight.device)
    result = recipe_of_sums((groups, n, k), element, recipe, chip)
    reason = "" if result else "groups of K cannot have its scales, or are no faster with them"
    return result, reason
