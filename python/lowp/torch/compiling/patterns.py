"""Patterns of the options allow and deny that no layer has a name for.

A pattern is judged where a graph ends that no break of dynamo has cut off: layers of the
graphs before such a break count as well.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import torch

from lowp.torch.compiling.linears import module_path
from lowp.torch.compiling.settings import Settings

_Patterns = tuple[tuple[str, ...], tuple[str, ...]]
# The layers of graphs that a break has cut off, by the patterns that they wait for.
_WAITING: dict[_Patterns, list[str]] = {}
# What was said: a graph that is compiled again says nothing.
_SAID: set[str] = set()


def _is_weight(node: torch.fx.Node) -> bool:
    value = node.meta.get("example_value")
    return isinstance(value, torch.nn.Parameter) and value.dim() > 1


def _holds_graph(node: torch.fx.Node, module: torch.fx.GraphModule) -> bool:
    """Whether a node runs a graph of its own, as a checkpoint does."""
    return any(
        each.op == "get_attr"
        and hasattr(module, str(each.target))
        and isinstance(getattr(module, str(each.target)), torch.fx.GraphModule)
        for each in node.all_input_nodes
    )


def _layers(module: torch.fx.GraphModule) -> Iterator[str]:
    """The paths of modules that read a matrix of parameters, in their order."""
    for each in module.modules():
        if not isinstance(each, torch.fx.GraphModule):
            continue
        for node in each.graph.nodes:
            if any(map(_is_weight, node.all_input_nodes)) and not _holds_graph(node, each):
                yield module_path(node)


def _goes_on(module: torch.fx.GraphModule) -> bool:
    """Whether a break of dynamo ends the graph."""
    reason = getattr(module, "compile_subgraph_reason", None)
    return reason is not None and reason.graph_break


def warn_of_unmatched(module: torch.fx.GraphModule, settings: Settings) -> None:
    """Warns, once, of patterns of allow and deny that match no layer of a graph of
    dynamo, nor of those before."""
    patterns = settings.allow, settings.deny
    if not any(patterns):
        return
    layers = [*_WAITING.pop(patterns, ()), *_layers(module)]
    if _goes_on(module):
        _WAITING[patterns] = layers
        return
    if not layers:
        return
    for each in settings.recipe_options().unmatched(layers):
        message = f"torch.compile with lowp: {each}"
        if message not in _SAID:
            _SAID.add(message)
            warnings.warn(message, stacklevel=2)
