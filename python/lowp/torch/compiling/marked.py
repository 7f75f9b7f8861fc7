"""What is done to a whole graph, joint or without gradients, before it is divided."""

from __future__ import annotations

import torch

from lowp.torch.compiling import report
from lowp.torch.compiling.early_recipes import choose_early
from lowp.torch.compiling.joint import find_parameters, flags_of_held, mark_linears
from lowp.torch.compiling.kept import decide_kept
from lowp.torch.compiling.narrow_gathers import narrow_gathers
from lowp.torch.compiling.own_sums import flags_of_sums, mark_sums
from lowp.torch.compiling.quantized_rows import quantize_rows_once
from lowp.torch.compiling.rows import rewrite_rows
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.shared_heads import share_heads
from lowp.torch.compiling.steady import SteadyInputs
from lowp.torch.compiling.unreached import tell_unreached


class Marks:
    """parameters: which inputs of a module of dynamo are parameters."""

    def __init__(
        self, module: torch.fx.GraphModule, settings: Settings, parameters: list[bool]
    ) -> None:
        self._settings, self._parameters = settings, parameters
        self._recipes, self._held = settings.recipes(), flags_of_held(module)
        self._sums = flags_of_sums(module)
        self.steady = SteadyInputs(settings, parameters)

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
            self.steady.note(graph)
