"""Layers whose gradients are added to main_grad, which autograd knows nothing of: the operators of
their backward passes stay in graphs, and add them up in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from lowp.torch import accumulation
from lowp.torch.compiling.converted import is_backward
from lowp.torch.compiling.joint import find_parameters
from lowp.torch.compiling.walks import base_of

_KEY = "lowp_own_sums"


def note_sums(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> None:
    """Writes on a graph of dynamo which of its arguments have such gradients."""
    places = [accumulation.place_of(x) if isinstance(x, torch.Tensor) else None for x in inputs]
    module.meta[_KEY] = [place is not None and place[1] == "main_grad" for place in places]


def flags_of_sums(module: torch.fx.GraphModule) -> list[bool]:
    return module.meta.get(_KEY, [])


def mark_sums(graph: torch.fx.Graph, flags: list[bool]) -> None:
    """Marks the backward passes of the layers whose weights `flags` names."""
    weights = find_parameters(graph, flags) if any(flags) else set()
    for node in graph.nodes if weights else ():
        if is_backward(node) and base_of(node.args[2]) in weights:
            node.meta[_KEY] = True


def has_own_sum(node: torch.fx.Node) -> bool:
    return _KEY in node.meta
