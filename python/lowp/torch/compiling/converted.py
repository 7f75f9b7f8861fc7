"""Layers that lowp.torch.convert has converted, as a graph has them: one operation for
the forward matmul, one for those of the backward pass, with the layer's recipe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from lowp._linear.recipes import resolve
from lowp.torch import ops  # noqa: F401, defines the operators
from lowp.torch.compiling.linears import Linear, linear_of, module_path

LINEAR = torch.ops.lowp.linear.default
LINEAR_BACKWARD = torch.ops.lowp.linear_backward.default


def _describe(node: torch.fx.Node, role: str, recipe: Any) -> Linear:
    attribute = resolve(recipe).get(role)
    reason = "" if attribute else f"{recipe} has no recipe for this role"
    return Linear(module_path(node), role, attribute, reason, False)


def linears_of(node: torch.fx.Node) -> list[Linear]:
    """What is known of the matmuls of a node: several of the backward pass of a converted
    layer, in the order of roles, otherwise one or none."""
    if node.target is LINEAR:
        return [_describe(node, "forward", node.args[3])]
    if node.target is LINEAR_BACKWARD:
        recipe, needed = node.args[3:5]
        roles = zip(("dgrad", "wgrad"), needed)  # type: ignore[arg-type]
        return [_describe(node, role, recipe) for role, is_needed in roles if is_needed]
    linear = linear_of(node)
    return [] if linear is None else [linear]


def layers_of(nodes: Iterable[torch.fx.Node]) -> str:
    """The layers whose matmuls are among nodes, for people."""
    names = [linear.name for node in nodes for linear in linears_of(node)]
    return ", ".join(dict.fromkeys(names)) or "matmuls"


def is_converted(node: torch.fx.Node) -> bool:
    return node.target in (LINEAR, LINEAR_BACKWARD)


def reason_of_seed(node: torch.fx.Node) -> str | None:
    """Why the backward pass of a layer that rounds gradients at random is in no region:
    the seed is read when it runs."""
    is_seeded = node.target is LINEAR_BACKWARD and len(node.args) > 5 and node.args[5] is not None
    return f"{node.args[3]} rounds gradients by a seed" if is_seeded else None
