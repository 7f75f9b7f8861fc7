"""What is known of a matmul: the layer that it is of, its role and its recipe.

The joint pass writes it on nodes, where the matmuls of a layer stand together, and
the importer reads it after the graph was divided into forward and backward.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import torch

_KEY = "lowp_linear"


def pattern_of(path: str) -> str:
    """The name that equal layers share: numbers are stars."""
    return ".".join("*" if part.isdigit() else part for part in path.split("."))


# Marks a placeholder: a weight that lowp.torch.hold may hold, by the calls between two writes.
HELD = "lowp_held"


@dataclasses.dataclass(frozen=True)
class Linear:
    """name: the module's path. role: forward, dgrad or wgrad. recipe: the text of the
    attribute; None keeps the type, or leaves it to "auto". reason: why it has none.
    is_swapped: whether the activation, or the gradient, is the right operand."""

    name: str
    role: str
    recipe: str | None
    reason: str
    is_swapped: bool

    @property
    def pattern(self) -> str:
        return pattern_of(self.name)


def linear_of(node: torch.fx.Node) -> Linear | None:
    return node.meta.get(_KEY)


def set_linear(node: torch.fx.Node, linear: Linear) -> None:
    node.meta[_KEY] = linear


def clean_path(path: str) -> str:
    """The path of a module as named_modules() gives it."""
    path = re.sub(r"^[LG]\['[^']*'\]", "", path)
    path = re.sub(r"\._modules\['([^']*)'\]", r".\1", path)
    path = re.sub(r"\[(?:'([^']*)'|\"([^\"]*)\"|(\d+))\]", r".\1\2\3", path)
    return re.sub(r"[^\w.]", "_", path.strip("."))


def module_path(node: torch.fx.Node) -> str:
    """The path of the module whose forward the node is of, backward nodes included."""
    stack: dict[str, Any] = (
        node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack") or {}
    )
    if not stack:
        return ""
    path, _kind = list(stack.values())[-1]
    return clean_path(path)
