"""What graphs call in place of the operator lowp::run.

torch's way to an operator in Python, and back, copies the string of the region, whose hash is lost
with it: 5 to 60 us of each call. Code of a graph has the string once, and calls what computes the
region itself, where nothing looks at operators.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any

import torch

from lowp._tracing import trace_state
from lowp.arrays import torch_kinds
from lowp.torch.compiling.collectives import WAITED
from lowp.torch.compiling.lowered_order import ordered
from lowp.torch.compiling.programs import RUN, RUN_ONE, call_region

# What inductor's code calls: an attribute of what it has a name for.
_NAME = f"torch.ops.{RUN}.call_at_once"

_may_trace = trace_state(torch).may_trace
_is_negated = operator.methodcaller("is_neg")
_count_function_modes = torch._C._len_torch_function_stack


def call_at_once(
    program: str, arguments: Sequence[torch.Tensor], stage: int = 0, label: str = ""
) -> Sequence[torch.Tensor]:
    """As lowp::run, which it is where modes or transforms look at operators, or tensors are more
    than their memory."""
    is_plain = torch_kinds.issuperset(map(type, arguments)) and True not in map(
        _is_negated, arguments
    )
    if not is_plain or _may_trace() or _count_function_modes():
        return RUN(program, list(arguments), stage, label)
    return call_region(program, arguments, stage, label)


setattr(RUN, "call_at_once", call_at_once)


def call_regions_at_once(module: torch.fx.GraphModule) -> torch.fx.GraphModule:
    """A module that runs the same graph, which stays as it is, and calls regions at once."""
    graph = torch.fx.Graph()
    graph.output(graph.graph_copy(module.graph, {}))
    for node in graph.find_nodes(op="call_function", target=RUN):
        node.target = call_at_once
    return torch.fx.GraphModule(module, graph)


@functools.cache
def teach_inductor() -> None:
    """Lets the code that inductor writes call regions at once, and keep them between sums of
    devices and the waits for these."""
    from torch._inductor import lowering
    from torch._inductor.virtualized import V

    for target in (RUN, RUN_ONE):
        lowering.make_fallback(target, warn=False)
    lower, lower_one = lowering.lowerings[RUN], lowering.lowerings[RUN_ONE]

    @functools.wraps(lower)
    def lower_region(*arguments: Any, **named: Any) -> Any:
        # Code in C++ knows operators alone.
        if V.graph.cpp_wrapper and len(V.graph.current_node.meta["val"]) == 1:
            return [lower_one(*arguments, **named)]
        results = lower(*arguments, **named)
        if results and not V.graph.cpp_wrapper:
            _kernel_of(results[0]).python_kernel_name = _NAME
        return results

    lowering.lowerings[RUN] = ordered(lower_region)
    for target in WAITED & lowering.lowerings.keys():
        lowering.lowerings[target] = ordered(lowering.lowerings[target])


def _kernel_of(result: Any) -> Any:
    """The call that a result is a part of."""
    part = result
    while not hasattr(part, "inputs"):
        part = part.data
    return part.inputs[0]
