"""Which of the copies of held weights are written by one program.

What is read of one weight is written by one read of it where the scales are of blocks, and small
weights of one size share launches. Models of many layers are several calls of few programs, each
of weights whose parts are alike: a program of hundreds would take seconds to compile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import torch

from lowp._parts import Part, Use, parts_of
from lowp.torch.prepared_reads import Reader

# Weights of one program, at most, but where parts are of more.
_MOST_WEIGHTS = 32


class Source(NamedTuple):
    """A weight that a call reads: `place` among those of copy `copy`."""

    copy: int
    place: int


class Weight(NamedTuple):
    """The memory of a weight as programs read it. copied: where it comes from, if programs read
    a copy of it, which each call makes."""

    address: int
    shape: torch.Size
    dtype: torch.dtype
    copied: Source | None

    @classmethod
    def of(cls, given: torch.Tensor, stored: torch.Tensor, source: Source) -> Weight:
        """stored: what programs read of `given`."""
        is_copied = given.data_ptr() != stored.data_ptr()
        return cls(given.data_ptr(), stored.shape, stored.dtype, source if is_copied else None)


class Due(NamedTuple):
    """A copy to be written. weights: as its function was given them. arrays: of the copy."""

    reader: Reader
    weights: Sequence[torch.Tensor]
    arrays: Sequence[torch.Tensor]


class Write(NamedTuple):
    """A part of a copy. arrays: that it writes."""

    part: Part
    weights: tuple[Weight, ...]
    arrays: list[torch.Tensor]


class Cluster:
    """Writes that have weights in common, and these."""

    def __init__(self) -> None:
        self.writes: list[Write] = []
        self.weights: dict[Weight, Source] = {}

    def take(self, other: Cluster) -> None:
        self.writes += other.writes
        self.weights |= other.weights

    def uses(self, first: int) -> Iterator[Use]:
        """The parts in a program where these weights come after `first` others."""
        places = {weight: first + place for place, weight in enumerate(self.weights)}
        for part, weights, _arrays in self.writes:
            yield Use(part, tuple(places[weight] for weight in weights))

    def kind(self) -> tuple:
        """What equal programs have in common."""
        parts = [(part.name, weights) for part, weights in self.uses(0)]
        return tuple(parts), tuple(weight.dtype for weight in self.weights)


def clusters_of(copy: int, due: Due) -> Iterator[Cluster]:
    """Each part of a copy by itself. copy: its index."""
    reader, weights, arrays = due
    stored = [reader.stored_at(place, weight) for place, weight in enumerate(weights)]
    sources = [Source(copy, place) for place in range(len(weights))]
    known = list(map(Weight.of, weights, stored, sources))
    for part in parts_of(reader.function):
        cluster = Cluster()
        reads = [weight.number for weight in part.weights]
        cluster.weights = {known[place]: sources[place] for place in reads}
        read = tuple(known[place] for place in reads)
        cluster.writes = [Write(part, read, [arrays[place] for place in part.arrays])]
        yield cluster


def join_alike(clusters: Iterable[Cluster]) -> list[Cluster]:
    """Joins clusters that have a weight in common."""
    found: dict[Weight, Cluster] = {}
    for cluster in clusters:
        for weight in list(cluster.weights):
            other = found.get(weight)
            if other is not None and other is not cluster:
                other.take(cluster)
                cluster = other
        found.update(dict.fromkeys(cluster.weights, cluster))
    return list({id(cluster): cluster for cluster in found.values()}.values())


def divide(clusters: list[Cluster]) -> list[list[Cluster]]:
    """Which clusters are of one program: all, or as many of one kind as it takes. Kinds of few
    share a program."""
    kinds: dict[tuple, list[Cluster]] = {}
    for cluster in clusters:
        kinds.setdefault(cluster.kind(), []).append(cluster)
    divided: list[list[Cluster]] = []
    room = 0
    for alike in kinds.values():
        weights = len(alike[0].weights)
        count = -(-len(alike) * weights // _MOST_WEIGHTS)
        if count <= 1 and len(alike) * weights <= room:
            divided[-1] += alike
            room -= len(alike) * weights
            continue
        bounds = [index * len(alike) // count for index in range(count + 1)]
        divided += [alike[first:last] for first, last in zip(bounds, bounds[1:]) if first < last]
        room = _MOST_WEIGHTS - len(alike) * weights if count <= 1 else 0
    return divided
