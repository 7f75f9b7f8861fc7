"""Weights that a graph gathers are weights; what is put together of several is not one."""

import pytest
import torch

from lowp.torch.compiling.collectives import has_collectives
from lowp.torch.compiling.joint import _becomes, _trace

aten, collectives = torch.ops.aten, torch.ops._c10d_functional


def gather(graph, shard):
    """A shard of fewer rows than the others, filled up, gathered and cut."""
    padded = graph.call_function(aten.constant_pad_nd.default, (shard, [0, 0, 0, 1], 0.0))
    sent = graph.call_function(collectives.all_gather_into_tensor.default, (padded, 3, "0"))
    arrived = graph.call_function(collectives.wait_tensor.default, (sent,))
    return graph.call_function(aten.slice.Tensor, (arrived, 0, 0, 512))


def cut(graph, shard):
    return graph.call_function(aten.slice.Tensor, (shard, 0, 0, 16))


def join(graph, shard):
    return graph.call_function(aten.cat.default, ([shard, shard],))


@pytest.mark.parametrize("make, is_weight", [(gather, True), (cut, True), (join, False)])
def test_weight(make, is_weight):
    graph = torch.fx.Graph()
    shard = graph.placeholder("shard")
    weight = graph.call_function(aten.permute.default, (make(graph, shard), [1, 0]))
    assert _trace(weight, {shard}) is (shard if is_weight else None)


@pytest.mark.parametrize("is_shared", [True, False])
def test_gradient(is_shared):
    graph = torch.fx.Graph()
    gradient = graph.call_function(aten.mm.default, tuple(map(graph.placeholder, "gx")))
    parts = graph.call_function(aten.split_with_sizes.default, (gradient, [171, 171, 170]))
    result = graph.call_function(aten.cat.default, ([parts],))
    if is_shared:
        sent = graph.call_function(
            collectives.reduce_scatter_tensor.default, (result, "sum", 3, "0")
        )
        result = graph.call_function(collectives.wait_tensor.default, (sent,))
    assert _becomes(gradient, {result}, has_collectives(graph)) is is_shared
