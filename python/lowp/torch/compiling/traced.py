"""What torch remembers of the tensors that it has traced.

It refers to them weakly, and swaps no tensor that something refers to so
(torch.utils.swap_tensors, which modules that move may use). It forgets those of backends
that it knows by name; a backend that is passed as a function does so itself.
"""

from __future__ import annotations

from typing import Any

import torch
from torch._guards import TracingContext
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode


def _modes_of(module: torch.fx.GraphModule) -> set[FakeTensorMode]:
    """The modes in which torch traced a graph: that of dynamo, and its own."""
    examples = (node.meta.get("example_value") for node in module.graph.nodes)
    result = {each.fake_mode for each in examples if isinstance(each, FakeTensor)}
    context = TracingContext.try_get()
    if context is not None and context.fake_mode is not None:
        result.add(context.fake_mode)
    return result


def forget_traced(module: torch.fx.GraphModule) -> None:
    """Forgets the tensors that a graph was traced with; it is compiled."""
    context: Any = TracingContext.try_get()
    if context is not None:
        context.tensor_to_context.clear()
    for mode in _modes_of(module):
        describer = mode.fake_tensor_converter.meta_converter.describer
        describer.lookup_tensor.clear()
        describer.lookup_storage.clear()
