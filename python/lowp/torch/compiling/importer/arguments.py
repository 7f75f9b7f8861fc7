"""Arguments of operators as their schemas have them: by place, by name or by default."""

from __future__ import annotations

from typing import Any

import torch


def arguments_of(node: torch.fx.Node) -> dict[str, Any]:
    """All arguments of a node's operator by their names, in their order."""
    target: Any = node.target
    arguments = target._schema.arguments
    given = dict(zip((each.name for each in arguments), node.args)) | node.kwargs
    return {each.name: given.get(each.name, each.default_value) for each in arguments}


def argument_of(node: torch.fx.Node, name: str) -> Any:
    return arguments_of(node)[name]
