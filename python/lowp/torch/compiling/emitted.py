"""New nodes of a graph, with what they compute of fake tensors."""

from __future__ import annotations

from typing import Any

import torch

# What a node says of its own result alone, and of the layer that it is of.
_OWN = frozenset({"val", "tensor_meta", "desc"})
LAYER = ("nn_module_stack", "fwd_nn_module_stack")


def value_of(node: torch.fx.Node) -> Any:
    """What a node gives of the fake tensors that it reads."""
    args, kwargs = torch.fx.map_arg((node.args, node.kwargs), lambda each: each.meta["val"])
    return node.target(*args, **kwargs)  # type: ignore[operator]


def emit(
    graph: torch.fx.Graph,
    target: Any,
    *arguments: Any,
    of: torch.fx.Node,
    keys: Any = None,
    **options: Any,
) -> torch.fx.Node:
    """A call, where the graph inserts. of: the node in whose place it computes, whose
    layer and half of a joint graph it belongs to. keys: what it has of that one's meta; all
    without, but for what is of a result."""
    node = graph.call_function(target, arguments, options)
    kept = of.meta.keys() - _OWN if keys is None else keys
    node.meta = {key: value for key, value in of.meta.items() if key in kept}
    node.meta["val"] = value_of(node)
    return node
