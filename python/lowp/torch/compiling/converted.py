"""Layers that lowp.torch.convert has converted, and those of experts, as a graph has them: one
operation for the forward matmul, one for those of the backward pass, with the layer's recipe."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from lowp._linear.recipes import resolve
from lowp.torch import grouped_of_scaled, grouped_ops, ops  # noqa: F401, define the operators
from lowp.torch.compiling.expert_sums import choose_of_sums
from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.linears import Linear, linear_of, module_path
from lowp.torch.grouped_recipes import is_auto
from lowp.torch.grouped_recipes import resolve as resolve_auto

LINEAR = torch.ops.lowp.linear.default
LINEAR_BACKWARD = torch.ops.lowp.linear_backward.default
GROUPED_LINEAR = torch.ops.lowp.grouped_linear.default
GROUPED_LINEAR_BACKWARD = torch.ops.lowp.grouped_linear_backward.default
# What saved_experts.py makes of gradients of rows.
GROUPED_LINEAR_OF_SCALED = torch.ops.lowp.grouped_linear_of_scaled.default
_BACKWARD = (LINEAR_BACKWARD, GROUPED_LINEAR_BACKWARD)
_CONVERTED = (LINEAR, GROUPED_LINEAR, *_BACKWARD)


def is_experts(node: torch.fx.Node) -> bool:
    """Whether a node is of a layer of experts."""
    return node.target in (GROUPED_LINEAR, GROUPED_LINEAR_BACKWARD, GROUPED_LINEAR_OF_SCALED)


def is_backward(node: torch.fx.Node) -> bool:
    """Whether a node is the backward pass of such a layer; its weight is argument 2."""
    return node.target in _BACKWARD


def _weight_of(node: torch.fx.Node) -> torch.Tensor:
    return argument_of(node, "w").meta["val"]


def recipe_of(node: torch.fx.Node) -> str:
    """The recipe of the layer that a node is of: what "auto" is for experts."""
    recipe = str(argument_of(node, "recipe"))
    if not is_experts(node) or not is_auto(recipe):
        return recipe
    weight = _weight_of(node)
    if not all(isinstance(size, int) for size in weight.shape):
        return "none"
    return resolve_auto(recipe, tuple(weight.shape), weight.dtype, weight.device)


def _describe(node: torch.fx.Node, role: str, recipe: str) -> Linear:
    attribute = resolve(recipe).get(role)
    reason = "" if attribute else f"{recipe} has no recipe for this role"
    if attribute and role == "wgrad" and is_experts(node):
        weight = _weight_of(node)
        attribute, reason = choose_of_sums(weight.shape, weight, attribute, recipe.startswith("#"))
    return Linear(module_path(node), role, attribute, reason, False)


def _sums_of(node: torch.fx.Node) -> Linear:
    """The product with ones that is the gradient of the bias of experts."""
    return Linear(module_path(node), "wgrad", None, "sums of gradients keep their type", False)


def linears_of(node: torch.fx.Node) -> list[Linear]:
    """What is known of the matmuls of a node: several of the backward pass of a converted
    layer, in the order of roles, otherwise one or none."""
    if not is_converted(node):
        linear = linear_of(node)
        return [] if linear is None else [linear]
    recipe = recipe_of(node)
    if node.target not in _BACKWARD:
        return [_describe(node, "forward", recipe)]
    needed = argument_of(node, "needed")
    roles = zip(("dgrad", "wgrad"), needed)
    result = [_describe(node, role, recipe) for role, is_needed in roles if is_needed]
    return [*result, _sums_of(node)] if is_experts(node) and needed[2] else result


def layers_of(nodes: Iterable[torch.fx.Node]) -> str:
    """The layers whose matmuls are among nodes, for people."""
    names = [linear.name for node in nodes for linear in linears_of(node)]
    return ", ".join(dict.fromkeys(names)) or "matmuls"


def is_converted(node: torch.fx.Node) -> bool:
    return node.target in _CONVERTED


def reason_of_seed(node: torch.fx.Node) -> str | None:
    """Why the backward pass of a layer that rounds gradients at random is in no region:
    the seed is read when it runs."""
    is_seeded = node.target is LINEAR_BACKWARD and argument_of(node, "seed") is not None
    return f"{argument_of(node, 'recipe')} rounds gradients by a seed" if is_seeded else None
