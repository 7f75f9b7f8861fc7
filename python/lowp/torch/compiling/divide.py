"""Regions that hold more memory than their launches need become stages.

A region has all its results from its start, and its inputs to its end. The compiler says
where it should be divided; torch then frees and allocates between the stages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

import torch

from lowp.torch.compiling import candidates as compiling
from lowp.torch.compiling.candidates import Candidate
from lowp.torch.compiling.importer.region import Division
from lowp.torch.compiling.memory import is_given, memory_of
from lowp.torch.compiling.order import Order
from lowp.torch.compiling.predicted import Predictions
from lowp.torch.compiling.predictions import find_prediction, predict_all
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.settings import Settings
from lowp.torch.compiling.stage import Stage
from lowp.torch.compiling.torch_times import bytes_of

# What stages must save: a call of one costs the host some microseconds.
_LEAST_BYTES = 2**24


def takes_stages(device: str) -> bool:
    """Whether regions of a device are divided; where nothing runs, as if on a GPU."""
    return device == "cuda" or not compiling.compiles()


def _prepares(region: Region) -> bool:
    """Whether a function of its own prepares steady inputs."""
    predicted = find_prediction(region)
    return predicted is None or predicted.prepares


def may_be_parted(candidate: Candidate, order: Order) -> bool:
    """Whether a region may become several, which the order of effects does not forbid."""
    is_whole = candidate.region is None or not takes_stages(candidate.region.device)
    return not is_whole and not any(map(order.is_tied, candidate.nodes))


def _may_be_divided(candidate: Candidate, order: Order, frozen: Collection[torch.fx.Node]) -> bool:
    """Whether stages could help, and neither sizes nor the order of effects forbid them."""
    region = candidate.region
    if region is None or region.symbols or not all(x.is_written for x in region.results):
        return False
    is_large = sum(map(bytes_of, candidate.outputs)) >= _LEAST_BYTES
    if not may_be_parted(candidate, order) or not is_large:
        return False
    return not any(node in frozen for node in candidate.inputs) or not _prepares(region)


def _dying(candidate: Candidate, kind: str) -> list[torch.fx.Node]:
    """The inputs whose memory is free after the region."""
    inside = set(candidate.nodes)
    return [
        node
        for node in candidate.inputs
        if inside.issuperset(node.users) and not is_given(memory_of(node), kind)
    ]


def _divisible(candidate: Candidate, settings: Settings, kind: str) -> Region:
    """The candidate's region with what the compiler must know to divide it. Nothing is
    prepared of its steady inputs, so that they are as others."""
    other = dataclasses.replace(candidate)
    other.import_nodes(settings, (), Division(_dying(candidate, kind), _LEAST_BYTES))
    region = candidate.region
    assert region is not None
    return dataclasses.replace(other.region or region, options=region.options)


def _stages(region: Region, predicted: Predictions | None) -> list[Stage]:
    """What the compiler makes of a region that may be divided; empty where it stays
    whole."""
    first = len(region.orders) + len(region.results)
    return [Stage.read(each, first) for each in predicted.stages] if predicted else []


def divide(
    candidates: Sequence[Candidate],
    order: Order,
    settings: Settings,
    frozen: Collection[torch.fx.Node],
    kind: str,
) -> None:
    """Gives regions stages where that saves memory. kind: what the graph is."""
    large = [each for each in candidates if _may_be_divided(each, order, frozen)]
    if not large:
        return
    regions = [_divisible(each, settings, kind) for each in large]
    for candidate, region, predicted in zip(large, regions, predict_all(regions)):
        stages = _stages(region, predicted)
        if stages:
            candidate.region = dataclasses.replace(region, stages=stages)
