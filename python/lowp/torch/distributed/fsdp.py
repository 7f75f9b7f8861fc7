"""The parameters that fully_shard manages, which torch keeps in private attributes."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import torch


def gathers_of(model: torch.nn.Module) -> Iterator[list[Any]]:
    """What fully_shard has of the parameters that one all-gather takes: FSDPParam of torch."""
    yield from _gathers_in(model.modules())


def _gathers_in(modules: Iterable[torch.nn.Module]) -> Iterator[list[Any]]:
    fsdp = sys.modules.get("torch.distributed.fsdp")
    if fsdp is None:
        return
    for module in modules:
        if not isinstance(module, fsdp.FSDPModule):
            continue
        state: Any = module._get_fsdp_state()
        # Several of a module in torch 2.13.
        groups = getattr(state, "_fsdp_param_groups", None) or [state._fsdp_param_group]
        for group in filter(None, groups):
            yield group.fsdp_params


def parameters_of(model: torch.nn.Module) -> Iterator[Any]:
    """The same for each parameter."""
    return itertools.chain.from_iterable(gathers_of(model))


def gathers_by_layer(model: torch.nn.Module) -> dict[int, Any]:
    """What quantize_gathers has said of the weights of layers, by the ids of layers."""
    return {
        id(layer): each.lowp_gather
        for each in parameters_of(model)
        if each._module_info.param_name == "weight" and hasattr(each, "lowp_gather")
        for layer in (each._module_info.module, *each._module_info.shared_modules)
    }


def is_gathered(parameter: Any) -> bool:
    """Whether fully_shard manages a parameter. Modules of all models are asked: a layer does not
    know which one above it is sharded."""
    states = sys.modules.get("torch.distributed._composable_state")
    modules = list(getattr(states, "_module_state_mapping", ()))
    gathers = itertools.chain.from_iterable(_gathers_in(modules))
    return any(each.sharded_param is parameter for each in gathers)
