"""rest="inductor": regions are single operations within inductor's graphs.

Two passes do that. The first, on the joint graph, marks matmuls; the second, on each
half before inductor's own passes on matmuls, takes regions out. Everything outside,
caches and CUDA graphs remain inductor's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from lowp.torch.compiling import report
from lowp.torch.compiling.direct import teach_inductor
from lowp.torch.compiling.graphed import GraphedCalls
from lowp.torch.compiling.identity import digest
from lowp.torch.compiling.joint import has_tangents
from lowp.torch.compiling.marked import Marks
from lowp.torch.compiling.regions import cut_regions
from lowp.torch.compiling.settings import NAMES, Settings


def _make_pass(
    function: Callable[[torch.fx.Graph], None], identity: str | None, others: Any
) -> Any:
    """A pass as inductor takes it, after those that the user has. identity: what its
    caches ask for."""
    from torch._inductor.custom_graph_pass import CustomGraphPass

    before = others if isinstance(others, (list, tuple)) else [others] if others else []

    class Pass(CustomGraphPass):
        def __call__(self, graph: torch.fx.Graph) -> None:
            for other in before:
                other(graph)
            function(graph)

        def uuid(self) -> Any:
            theirs = [other.uuid() if hasattr(other, "uuid") else None for other in before]
            return None if None in (identity, *theirs) else ("lowp", identity, *theirs)

    return Pass()


def _check_options(patches: dict[str, Any]) -> None:
    from torch._inductor import config

    try:
        with config.patch(patches):
            pass
    except AttributeError as error:
        raise ValueError(
            f"expected options {', '.join(NAMES)}, or inductor's, got one that is neither: {error}"
        ) from None


def _refuse_graphs(settings: Settings, patches: dict[str, Any]) -> None:
    """CUDA graphs of inductor own all memory that is taken while they are made."""
    if settings.hold and patches.get("triton.cudagraphs"):
        raise ValueError(
            "expected hold=True without CUDA graphs of inductor, got mode='reduce-overhead' or "
            "triton.cudagraphs; use the mode 'default'"
        )


def compile_with_inductor(
    module: torch.fx.GraphModule,
    inputs: Sequence[Any],
    settings: Settings,
    parameters: list[bool],
    patches: dict[str, Any],
    mode: str | None,
) -> Callable[..., Any]:
    """patches, mode: inductor's options."""
    from torch._inductor import config, list_mode_options
    from torch._inductor.compile_fx import compile_fx

    teach_inductor()
    marks = Marks(module, settings, parameters)
    identity = digest(module, settings, parameters)
    trains = False

    def mark(graph: torch.fx.Graph) -> None:
        nonlocal trains
        trains = has_tangents(graph)
        marks.mark(graph)

    def cut(graph: torch.fx.Graph) -> None:
        kind = "backward" if has_tangents(graph) else "forward"
        owner = graph.owning_module
        assert owner is not None
        with report.timed():
            cut_regions(owner, settings, kind, marks.steady_in(graph, trains))

    own = {
        "joint_custom_post_pass": _make_pass(mark, identity, config.joint_custom_post_pass),
        "post_grad_custom_pre_pass": _make_pass(cut, identity, config.post_grad_custom_pre_pass),
    }
    # Inductor pads matmuls where that was faster a moment ago: choices of regions, and bits, would
    # hang on that.
    patches = {
        "shape_padding": False,
        **(list_mode_options(mode) if mode else {}),
        **patches,
        **own,
    }
    _check_options(patches)
    _refuse_graphs(settings, patches)
    compiled: Any = compile_fx(module, list(inputs), config_patches=patches)
    in_graphs = settings.freeze and patches.get("triton.cudagraphs")
    return GraphedCalls(compiled) if in_graphs else compiled
