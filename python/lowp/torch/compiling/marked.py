"""What is done to a whole graph, joint or without gradients, before it is divided."""

from __future__ import annotations

import torch

from lowp.torch.compiling import report
from lowp.torch.compiling.early_recipes import choose_early
from lowp.torch.compiling.joint import (
    find_parameters,
    flags_of_held,
    mark_linears,
    placeholders,
)
from lowp.torch.compiling.kept import decide_kept
from lowp.torch.compiling.linears import HELD
from lowp.torch.compiling.narrow_gathers import narrow_gathers
from lowp.torch.compiling.own_sums import flags_of_sums, mark_sums
from lowp.torch.compiling.quantized_rows import quantize_rows_once
from lowp.torch.compiling.rows import rewrite_rows
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.shared_heads import share_heads
from lowp.torch.compiling.unreached import tell_unreached


def _is_matrix(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dim() in (2, 3)


class Marks:
    """parameters: which inputs of a module of dynamo are parameters."""

    def __init__(
        self, module: torch.fx.GraphModule, settings: Settings, parameters: list[bool]
    ) -> None:
        self._settings, self._parameters = settings, parameters
        self._recipes, self._held = settings.recipes(), flags_of_held(module)
        self._sums = flags_of_sums(module)
        # Names of weights, which graphs of both passes have.
        self._names: set[str] = set()

    def mark(self, graph: torch.fx.Graph) -> None:
        """Rewrites rows and heads, and writes recipes and what is kept on nodes."""
        with report.timed():
            rewrite_rows(graph)
            share_heads(graph)
            known, held = (find_parameters(graph, each) for each in (self._parameters, self._held))
            unreached = mark_linears(graph, known, held, self._recipes)
            tell_unreached(unreached, self._settings)
            if self._settings.save == "time" and self._recipes.is_auto:
                choose_early(graph, self._settings)
            mark_sums(graph, self._sums)
            narrow_gathers(graph, self._settings)
            quantize_rows_once(graph, self._settings)
            decide_kept(graph, self._settings)
            found = find_parameters(graph, self._parameters)
            self._names = {node.name for node in found if _is_matrix(node)}

    def steady_in(self, graph: torch.fx.Graph, trains: bool) -> set[torch.fx.Node]:
        """Returns the inputs of one pass that keep their values for many calls, by the options
        freeze and hold. trains: whether the module has a backward pass."""
        if self._settings.freeze and not trains:
            return find_parameters(graph, self._parameters)
        if not self._settings.hold:
            return set()
        result = {node for node in placeholders(graph) if node.name in self._names}
        for node in result:
            node.meta[HELD] = int(self._settings.hold)
        return result
