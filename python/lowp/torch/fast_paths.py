"""Modules of torch that read weights themselves in inference: their fast paths would
compute in the type of the weights."""

from __future__ import annotations

from typing import Any

import torch

from lowp.torch.frozen import FrozenLinear
from lowp.torch.linear import Linear

# The attribute of each module without which it calls its layers.
_SWITCHES = {
    torch.nn.TransformerEncoderLayer: "activation_relu_or_gelu",
    torch.nn.TransformerEncoder: "use_nested_tensor",
}
_KEPT = "lowp_fast_path"


def _switch_of(module: torch.nn.Module) -> str | None:
    for kind, name in _SWITCHES.items():
        if isinstance(module, kind) and hasattr(module, name):
            return name
    return None


def update_fast_paths(model: torch.nn.Module) -> None:
    """Takes them from modules with layers of ours, and gives them back to others."""
    for module in model.modules():
        name = _switch_of(module)
        if name is None:
            continue
        state: dict[str, Any] = module.__dict__
        is_ours = any(isinstance(each, (Linear, FrozenLinear)) for each in module.modules())
        if is_ours and _KEPT not in state:
            state[_KEPT], state[name] = state[name], 0
        elif not is_ours and _KEPT in state:
            state[name] = state.pop(_KEPT)
