"""The parameters that fully_shard manages, which torch keeps in private attributes."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import torch


def gathers_of(model: torch.nn.Module) -> Iterator[list[Any]]:
    """What fully_shard has of the parameters that one all-gather takes: FSDPParam of torch."""
    fsdp = sys.modules.get("torch.distributed.fsdp")
    if fsdp is None:
        return
    for module in model.modules():
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
