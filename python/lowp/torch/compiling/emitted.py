"""New nodes of a graph, with what they compute of fake tensors."""

from __future__ import annotations

from typing import Any

import torch

# What a node says of its own result alone.
_OWN = frozenset({"val", "tensor_meta", "desc"})


def emit(
    graph: torch.fx.Graph, target: Any, *arguments: Any, of: torch.fx.Node, **options: Any
) -> torch.fx.Node:
    """A call, where the graph inserts. of: the node in whose place it computes, whose
    layer and half of a joint graph it belongs to."""
    node = graph.call_function(target, arguments, options)
    values = torch.utils._pytree.tree_map_only(
        torch.fx.Node, lambda each: each.meta["val"], (arguments, options)
    )
    node.meta = {key: value for key, value in of.meta.items() if key not in _OWN}
    node.meta["val"] = target(*values[0], **values[1])
    return node
