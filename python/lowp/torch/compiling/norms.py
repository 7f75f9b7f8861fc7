"""Norms that save="memory" computes again are taken apart, where torch's graph has them whole.

Others stay: torch's kernel rounds otherwise than their parts, and keeps nothing in f32.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch._decomp import get_decompositions
from torch.fx.experimental.proxy_tensor import make_fx

from lowp.torch.compiling.emitted import emit
from lowp.torch.compiling.recomputed import activation_of, is_elementwise
from lowp.torch.compiling.walks import base_of, reach

Node = torch.fx.Node
aten = torch.ops.aten
NORM = aten.native_layer_norm.default


@functools.cache
def _parts_of() -> Callable[..., Any]:
    return get_decompositions([NORM])[NORM]


def _norms_of(activation: Node) -> set[Node]:
    """The norms that an activation is computed of element by element."""
    nodes = reach(
        [base_of(activation)],
        lambda node: map(base_of, node.all_input_nodes if is_elementwise(node) else ()),
    )
    return {node for node in nodes if node.target is NORM}


def _take_apart(graph: torch.fx.Graph, norm: Node) -> None:
    """Writes the parts in place of a norm. Readers take them of a tuple no more."""
    tensors = norm.all_input_nodes

    def compute(*values: torch.Tensor) -> Any:
        given: dict[Any, Any] = dict(zip(tensors, values))
        return tuple(_parts_of()(*(given.get(each, each) for each in norm.args)))

    values = [each.meta["val"] for each in tensors]
    traced = make_fx(compute, get_decompositions([aten._to_copy.default]))(*values).graph
    copies = dict(zip(traced.find_nodes(op="placeholder"), tensors))
    with graph.inserting_before(norm):
        for node in traced.nodes:
            if node.op == "call_function":
                given = torch.fx.map_arg((node.args, node.kwargs), copies.__getitem__)
                copies[node] = emit(graph, node.target, *given[0], of=norm, **given[1])
    results = traced.output_node().args[0]
    for reader in list(norm.users):
        reader.replace_all_uses_with(copies[results[reader.args[1]]])
        graph.erase_node(reader)
    graph.erase_node(norm)


def take_norms_apart(graph: torch.fx.Graph) -> None:
    """Takes apart the norms of activations that gradients of weights read."""
    activations = filter(None, map(activation_of, graph.nodes))
    norms = set().union(*map(_norms_of, activations))
    for node in [each for each in graph.nodes if each in norms]:
        if not any(isinstance(size, Node) for size in node.args[1]):
            _take_apart(graph, node)
