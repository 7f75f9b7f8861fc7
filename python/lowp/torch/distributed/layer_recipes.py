"""The recipes of layers that ranks share, which all of them have to have alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from lowp.torch.distributed.agreement import describe_difference, gather_values
from lowp.torch.distributed.fsdp import parameters_of
from lowp.torch.module_weights import is_shared

# The name of a parameter, and the recipe of its layer.
_Layer = tuple[str, str | None]


def _shared(model: torch.nn.Module) -> Iterator[tuple[torch.nn.Module, str, Any]]:
    """Parameters that ranks share, whether fully_shard has gathered them or not, by their modules
    and names."""
    managed = set()
    for each in parameters_of(model):
        info = each._module_info
        managed.add((id(info.module), info.param_name))
        yield info.module, info.param_name, each.sharded_param
    for module in model.modules():
        for name, parameter in module._parameters.items():
            if is_shared(parameter) and (id(module), name) not in managed:
                yield module, name, parameter


def _by_group(model: torch.nn.Module) -> dict[Any, list[_Layer]]:
    names = {id(module): name for name, module in model.named_modules()}
    found: dict[Any, list[_Layer]] = {}
    for module, key, parameter in _shared(model):
        recipe = getattr(module, "recipe", None)
        name = f"{names[id(module)]}.{key}".lstrip(".")
        for group in parameter.device_mesh.get_all_groups():
            if group.size() > 1:
                found.setdefault(group, []).append(
                    (name, recipe if isinstance(recipe, str) else None)
                )
    return found


def _conflict(found: Sequence[list[_Layer]]) -> str | None:
    for rank, others in enumerate(found):
        for one, other in itertools.zip_longest(found[0], others):
            if one != other:
                return describe_difference(one, other, rank)
    return None


def expect_alike_recipes(model: torch.nn.Module, what: str) -> None:
    """Raises ValueError on all ranks of all groups that share parameters of a model where one has
    other recipes. Nothing that depends on recipes may raise before."""
    groups = _by_group(model)
    said = None
    for group, layers in groups.items():
        # All groups are asked, though one has differed: others wait in them.
        said = _conflict(gather_values(layers, group)) or said
    for group in groups:
        said = next(filter(None, gather_values(said, group)), None)
    if said is not None:
        raise ValueError(
            f"{what}: expected ranks with the same recipes, got {said}; convert alike on all ranks"
        )
