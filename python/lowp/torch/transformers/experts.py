"""Experts of transformers by lowp's grouped matmuls: their implementation "lowp".

transformers keeps the matrices of all experts of a layer as two parameters of three
dimensions, and calls what is registered by the name that a model's config says. Their
classes say whether these are transposed, gated and biased."""

from __future__ import annotations

from typing import Any

import torch

from lowp.torch import accumulation, grouped_ops, ordering  # noqa: F401, define operators
from lowp.torch.checks import with_layer

NAME = "lowp"
# Where a config says the recipe of experts that nobody has converted.
RECIPE = "lowp_experts_recipe"


def is_experts(module: Any) -> bool:
    """Whether transformers asks its registry how to compute a module."""
    asked = ("has_gate", "has_bias", "is_transposed", "num_experts", "_apply_gate")
    config = getattr(module, "config", None)
    return hasattr(config, "_experts_implementation") and all(
        hasattr(module, name) for name in asked
    )


def weight_names(module: Any) -> tuple[str, str]:
    """The parameters of three dimensions, in the order of the computation."""
    return ("gate_up_proj" if module.has_gate else "up_proj"), "down_proj"


def recipe_of(module: Any) -> str:
    """The family of converted experts; otherwise what the config says, or "none"."""
    recipe = module.__dict__.get("lowp_recipe")
    return recipe or getattr(module.config, RECIPE, None) or "none"


def rows_by_columns(module: Any, weight: torch.Tensor) -> torch.Tensor:
    """A weight as E x N x K."""
    return weight.transpose(1, 2) if module.is_transposed else weight


def frozen_name(name: str) -> str:
    """The module that stands for the parameter `name` of frozen experts. transformers
    converts what has the names of parameters when it saves."""
    return f"lowp_{name}"


def parameter_name(name: str) -> str | None:
    """What `frozen_name` was made of; None for other names."""
    return name.removeprefix("lowp_") if name.startswith("lowp_") else None


def _multiply(module: Any, name: str, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    bias = getattr(module, f"{name}_bias") if module.has_bias else None
    frozen = module._modules.get(frozen_name(name))
    if frozen is not None:
        return frozen.add_to(bias, x, ends)
    if torch.compiler.is_compiling():
        accumulation.guard(module)
    weight = rows_by_columns(module, getattr(module, name))
    return torch.ops.lowp.grouped_linear(x, weight, ends, bias, recipe_of(module))


def _project(module: Any, name: str, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
    """The product with the matrices `name`. Errors say whose they are."""
    try:
        return _multiply(module, name, x, ends)
    except Exception as error:
        decision = module.__dict__.get("lowp_expert_decisions", {}).get(name)
        called = decision.name if decision is not None else f"{type(module).__name__}.{name}"
        raise with_layer(error, called)


def compute(
    module: Any,
    hidden_states: torch.Tensor,
    top_k_index: torch.Tensor,
    top_k_weights: torch.Tensor,
) -> torch.Tensor:
    """The sum of each token's experts, weighted, as transformers' own implementations.
    Nothing waits for the device. An index that is no expert's is of another process, and
    adds nothing."""
    chosen = top_k_index.shape[-1]
    rows, places, ends = torch.ops.lowp.order_rows(top_k_index.reshape(-1), module.num_experts)
    first, last = weight_names(module)
    y = _project(module, first, hidden_states[rows // chosen], ends)
    y = module._apply_gate(y) if module.has_gate else module.act_fn(y)
    y = _project(module, last, y, ends)
    if getattr(module, "has_post_expert_norm", False):
        y = module.post_expert_norm(y)
    weighted = y[places].unflatten(0, (-1, chosen)) * top_k_weights.unsqueeze(-1)
    return weighted.sum(1).to(hidden_states.dtype)


def register(library: Any) -> None:
    """library: transformers.integrations.moe."""
    library.ALL_EXPERTS_FUNCTIONS.register(NAME, compute)


def register_fp8(library: Any) -> None:
    """library: transformers.integrations.finegrained_fp8, whose experts have a registry of
    their own."""
    library.ALL_FP8_EXPERTS_FUNCTIONS.register(NAME, compute)
