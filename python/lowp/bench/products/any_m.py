"""The set any-m: modules whose M only the caller knows, against modules that know it.

One module of unknown M holds kernels for all M; it is to be as fast at each M as the
module that was compiled for this M.
"""

from __future__ import annotations

import argparse
import math
from typing import NamedTuple

from lowp.bench.contenders import OURS, STATIC
from lowp.bench.errors import BenchError
from lowp.bench.report.ratios import groups, ratio, shape_of

SET = "any-m"


def is_asked_for(options: argparse.Namespace) -> bool:
    """Whether modules with and without M are to be compared."""
    if SET not in (options.set or ()):
        return False
    if len(options.set) > 1:
        raise BenchError(f"expected --set {SET} alone, got other sets beside it")
    if options.sizes == "static":
        raise BenchError(
            f"expected --sizes weights or dynamic with --set {SET}, which compares "
            "them with static ones, got static"
        )
    return True


def choose_sizes(options: argparse.Namespace) -> str:
    """Which sizes our modules fix: what is asked for, else what the set is about."""
    if options.sizes:
        return options.sizes
    return "weights" if is_asked_for(options) else "static"


class Losses(NamedTuple):
    """By what share modules of unknown M take longer, over the shapes of a kind."""

    kind: str
    shapes: int
    mean: float
    percentile_95: float
    worst: float
    worst_shape: str


def measure_losses(records: list[dict]) -> list[Losses]:
    """Measures the loss of each kind that has figures of both modules."""
    result = []
    for kind, some in groups(records).items():
        ratios = [(ratio(record, STATIC), shape_of(record)) for record in some]
        losses = sorted((1 / one - 1, shape) for one, shape in ratios if one)
        if not losses:
            continue
        mean = sum(loss for loss, _ in losses) / len(losses)
        place = math.ceil(0.95 * len(losses)) - 1
        result.append(Losses(kind, len(losses), mean, losses[place][0], *losses[-1]))
    return result


def format_losses(records: list[dict]) -> list[str]:
    """Lines for people; none where nobody compared the two."""
    return [
        f"{one.kind}: {OURS} of unknown M takes {one.mean:.1%} longer than {STATIC} in "
        f"the mean of {one.shapes} shapes, {one.percentile_95:.1%} at the 95th "
        f"percentile, {one.worst:.1%} at {one.worst_shape}"
        for one in measure_losses(records)
    ]
