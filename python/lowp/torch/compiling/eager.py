"""rest="eager": torch's own kernels compute what is outside of regions."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._decomp import core_aten_decompositions
from torch._dynamo.utils import counters
from torch._functorch.aot_autograd import aot_module_simplified, make_boxed_func
from torch._functorch.partitioners import min_cut_rematerialization_partition

from lowp.torch.compiling import report
from lowp.torch.compiling.direct import call_regions_at_once
from lowp.torch.compiling.marked import Marks
from lowp.torch.compiling.regions import cut_regions
from lowp.torch.compiling.settings import Settings

aten = torch.ops.aten
# Threads whose first backward passes come at once each compile it, and share its fake tensors,
# which serve one at a time.
_lock = threading.RLock()
# Kept whole: lowp has no use for the parts, nor are factors of 0 those of the parts.
_WHOLE = (
    aten.baddbmm.default,
    aten._grouped_mm.default,
    aten._scaled_grouped_mm.default,
    aten._scaled_grouped_mm_v2.default,
    aten._scaled_mm.default,
    aten.embedding.default,
    aten.embedding_dense_backward.default,
    aten.nll_loss_forward.default,
    aten.nll_loss_backward.default,
)


@functools.cache  # torch looks at all operators for it: 40 ms.
def decompositions() -> dict[Any, Callable[..., Any]]:
    table = dict(core_aten_decompositions())
    for target in list(table):
        if target in _WHOLE or "scaled_dot_product" in str(target):
            del table[target]
    return table


def _let_views_copy(graph: torch.fx.Graph) -> None:
    """Makes views reshapes. Where operands of a sum repeat elements and lie in unlike orders,
    torch's kernels give other strides than its fake tensors promised to the graph."""
    for node in graph.find_nodes(op="call_function", target=aten.view.default):
        node.target = aten.reshape.default


def compile_with_eager(
    module: torch.fx.GraphModule,
    inputs: Sequence[Any],
    settings: Settings,
    parameters: list[bool],
) -> Callable[..., Any]:
    marks = Marks(module, settings, parameters)

    def partition(joint: torch.fx.GraphModule, *args: Any, **kwargs: Any) -> Any:
        marks.mark(joint.graph)
        return min_cut_rematerialization_partition(joint, *args, **kwargs)

    def compiler(kind: str) -> Callable[..., Any]:
        def compile_graph(graph_module: torch.fx.GraphModule, _inputs: Any) -> Any:
            if kind == "inference":
                marks.mark(graph_module.graph)
            frozen = marks.steady_in(graph_module.graph, kind != "inference")
            name = "backward" if kind == "backward" else "forward"
            with _lock, report.timed():
                cut_regions(graph_module, settings, name, frozen)
                _let_views_copy(graph_module.graph)
                called = call_regions_at_once(graph_module)
            return make_boxed_func(called.forward)

        return compile_graph

    # By it DistributedDataParallel, which divides graphs, learns that autograd's halves are compiled.
    counters["aot_autograd"]["total"] += 1
    return aot_module_simplified(
        module,
        inputs,
        fw_compiler=compiler("forward"),
        bw_compiler=compiler("backward"),
        inference_compiler=compiler("inference"),
        decompositions=decompositions(),
        partition_fn=partition,
    )
