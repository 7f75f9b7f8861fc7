"""What freezes linear layers, and thaws them."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import LaunchError
from lowp._prepared import Prepared
from lowp.torch.bound_calls import BoundCalls
from lowp.torch.distributed.fsdp import is_gathered
from lowp.torch.frozen import FrozenLinear
from lowp.torch.grouped import GroupedLinear
from lowp.torch.linear import Linear, name_layer
from lowp.torch.module_weights import is_shared, local_part
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import Freezing, prepare, thaw_state


def _prepare(layer: Any, weight: torch.Tensor, device: torch.device) -> tuple[str, Prepared]:
    """The program of linear_prepared for a layer on `device`, and its weight for it."""
    about = PreparedProgram.of(weight, layer.bias is not None, layer.recipe, device)
    return str(about), prepare(about.find(device), weight)


def freeze_layer(layer: Any, freezing: Freezing) -> None:
    """Makes a FrozenLinear of a lowp.torch.Linear, a FrozenPart of one whose weight devices
    share."""
    weight: Any = layer.weight
    local = local_part(weight)
    try:
        program, prepared = _prepare(layer, local, freezing.place_of(local))
    except Exception as error:
        raise name_layer(error, layer.lowp_decision)
    about = layer.lowp_decision.name, program, prepared
    if local is weight:
        freezing.apply(layer, FrozenLinear, *about)
        layer.lowp_calls = BoundCalls()
        return
    from lowp.torch.distributed.frozen_parts import FrozenPart, mark

    freezing.apply(layer, FrozenPart, *about)
    mark(layer, weight)


def parts_to_keep(model: torch.nn.Module) -> dict[str, str]:
    """Names of converted layers whose parts on devices are not frozen, and why, which their
    decisions say; all ranks find the same. Raises LaunchError for weights that fully_shard gathers and frees."""
    found = [
        (name, layer)
        for name, layer in model.named_modules()
        if type(layer) in (Linear, GroupedLinear) and is_shared(layer.weight)
    ]
    for name, layer in found:
        if is_gathered(layer.weight):
            raise LaunchError(
                f"'{name}': expected a weight that stays on this device, got one that fully_shard "
                "gathers for each call and frees; freeze before fully_shard, or after "
                "model.unshard()"
            )
    if not found:
        return {}
    from lowp.torch.distributed import frozen_experts, frozen_parts

    kept = {}
    for name, layer in found:
        kind = frozen_experts if isinstance(layer, GroupedLinear) else frozen_parts
        reason = kind.reason_to_keep(layer)
        if reason is not None:
            kept[name] = reason
            frozen_parts.say(layer, f"not frozen: {reason}")
    return kept


def thaw_layer(layer: Any) -> None:
    """Makes a lowp.torch.Linear again of a FrozenLinear that has its weight."""
    for name in ("lowp_calls", "lowp_part"):
        layer.__dict__.pop(name, None)
    thaw_state(layer, Linear)
