"""Inputs of graphs that keep their values for many calls: options freeze and hold."""

from __future__ import annotations

import torch

from lowp.torch.compiling.joint import find_parameters, placeholders
from lowp.torch.compiling.linears import HELD
from lowp.torch.compiling.settings import Settings


def _is_matrix(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.dim() in (2, 3)


class SteadyInputs:
    """The steady inputs of all graphs that one module becomes. parameters: which of its
    arguments are such."""

    def __init__(self, settings: Settings, parameters: list[bool]) -> None:
        self._settings, self._parameters = settings, parameters
        self._names: set[str] = set()

    def note(self, graph: torch.fx.Graph) -> None:
        """Takes the names of weights in a graph that is divided into both passes: these
        have them, too."""
        found = find_parameters(graph, self._parameters)
        self._names = {node.name for node in found if _is_matrix(node)}

    def of(self, graph: torch.fx.Graph, trains: bool) -> set[torch.fx.Node]:
        """Returns the steady inputs of one pass. trains: whether the module has a backward pass."""
        if self._settings.freeze and not trains:
            return find_parameters(graph, self._parameters)
        if not self._settings.hold:
            return set()
        result = {node for node in placeholders(graph) if node.name in self._names}
        for node in result:
            node.meta[HELD] = int(self._settings.hold)
        return result
