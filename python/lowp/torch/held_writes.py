"""The write of held weights: calls of programs that write all that layers and regions read of
them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from lowp._bound import bind
from lowp._parts import Use, join
from lowp.program import Function
from lowp.torch import programs
from lowp.torch.held_clusters import Cluster, Due, Source, Weight, clusters_of, divide, join_alike


class Call:
    """One call of a function on weights of `sources`, into `arrays`."""

    def __init__(
        self, function: Function, sources: list[Source], arrays: list[torch.Tensor]
    ) -> None:
        self.sources = sources
        self._function, self._arrays = function, tuple(arrays)
        self._bound: Callable | None = None

    def __call__(self, due: Sequence[Due]) -> None:
        weights = []
        for copy, place in self.sources:
            reader, given, _arrays = due[copy]
            weights.append(reader.stored_at(place, given[place]))
        if self._bound is None or self._bound(weights) is None:
            self._function(*weights, out=self._arrays)
            arrays = self._arrays
            self._bound = bind(
                self._function,
                (*weights, *arrays),
                weights,
                arrays,
                shares=False,
                make=lambda: arrays,
            )


def _compile(
    uses: list[Use], weights: list[Weight], device: torch.device, options: Mapping[str, Any]
) -> Function:
    elements = [programs.ELEMENTS.get(weight.dtype) for weight in weights]
    return programs.several(join(uses, elements), device, options)


def _make_call(clusters: list[Cluster], device: torch.device, options: Mapping[str, Any]) -> Call:
    uses: list[Use] = []
    weights: list[Weight] = []
    sources: list[Source] = []
    for cluster in clusters:
        uses += cluster.uses(len(weights))
        weights += cluster.weights
        sources += cluster.weights.values()
    arrays = [each for cluster in clusters for write in cluster.writes for each in write.arrays]
    return Call(_compile(uses, weights, device, options), sources, arrays)


class Plan:
    """The calls that write copies."""

    def __init__(self, due: Sequence[Due]) -> None:
        """Compiles what is new. Raises LaunchError while a CUDA graph is captured, when nothing
        may be loaded."""
        self.calls: list[Call] = []
        # What is compiled alike, for one device.
        groups: dict[tuple, list[Cluster]] = {}
        options: dict[tuple, Mapping[str, Any]] = {}
        for copy, each in enumerate(due):
            text = json.dumps(each.reader.options, sort_keys=True)
            key = each.weights[0].device, text
            options[key] = each.reader.options
            groups.setdefault(key, []).extend(clusters_of(copy, each))
        for key, group in groups.items():
            for clusters in divide(join_alike(group)):
                self.calls.append(_make_call(clusters, key[0], options[key]))

    def run(self, due: Sequence[Due]) -> None:
        """due: the copies that it was made of, with their weights of now."""
        for call in self.calls:
            call(due)
