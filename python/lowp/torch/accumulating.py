"""lowp.torch.accumulate."""

from __future__ import annotations

import torch

from lowp.torch import accumulation
from lowp.torch.checks import check_module
from lowp.torch.grouped import GroupedLinear
from lowp.torch.linear import Linear
from lowp.torch.module_weights import weights_of
from lowp.torch.transformers.experts import is_experts

_WHERE = ("grad", "main_grad")


def _is_ours(module: torch.nn.Module, parameter: str) -> bool:
    """Whether lowp's operators compute the gradient of a parameter."""
    if isinstance(module, (Linear, GroupedLinear)):
        return parameter == "weight"
    return "lowp_recipe" in module.__dict__ and is_experts(module)


def accumulate(model: torch.nn.Module, into: str | None = "grad") -> torch.nn.Module:
    """Has the matmuls of gradients of weights add them up in place, where there is a sum:
    the second microbatch of a step then writes no gradient of its own.

    into: "grad", the gradient that a parameter has; "main_grad", an attribute of the
        parameters that the caller makes, in float32 or the type of the gradient: autograd
        gets no gradient of these then; None: ends it. To be called again where weights have
        moved.

    A sum is rounded once, not twice. Converted layers, experts and lowp.torch.GroupedLinear
    do it, in eager mode and under compilers that see their operators; the backend "lowp"
    leaves sums in .grad to torch, and has what main_grad gets computed by operators outside of
    regions; graphs are compiled again where it begins or ends. Hooks on a parameter get the sum.
    torch.autograd.grad returns gradients as ever.

    Returns the model. Raises ValueError for other attributes and for models without such
    layers, and LaunchError, naming the layer, for DTensors and, in the backward pass, for a
    main_grad that is missing or does not fit."""
    what = "lowp.torch.accumulate"
    check_module(model, what)
    if into is not None and into not in _WHERE:
        raise ValueError(f"{what}: expected 'grad', 'main_grad' or None, got {into!r}")
    own = [each for each in weights_of(model, what) if _is_ours(*each[:2])]
    if not own:
        raise ValueError(f"{what}: expected layers that lowp.torch.convert has converted, got none")
    for module, parameter, name in own:
        accumulation.add(module, parameter, name, into)
    return model
