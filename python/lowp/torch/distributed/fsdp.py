"""The parameters that fully_shard manages, which torch keeps in private attributes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import torch


def parameters_of(model: torch.nn.Module) -> Iterator[Any]:
    """What fully_shard has of each parameter that it gathers: FSDPParam of torch."""
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
            yield from group.fsdp_params
