"""What is searched: the configs of one problem, as the compiler ranks them."""

from __future__ import annotations

from typing import NamedTuple

from lowp.bench.errors import BenchError
from lowp.bench.products.problem import Problem

_FORMAT = "lowp-ranking 1"


class Candidate(NamedTuple):
    """config: as the dialect prints it. place: in the ranking, from 1; a variant has
    that of the config it varies. cycles: predicted."""

    config: str
    place: int
    cycles: int
    is_variant: bool = False


class Scope(NamedTuple):
    """Which configs are measured.

    within: those whose predicted time is at most this many times the best one's;
    None: all. most: at most so many; None: any number. variants: of how many of the
    best the variants come along; -1: of all.
    """

    within: float | None = None
    most: int | None = None
    variants: int = 0

    def holds(self, place: int, cycles: int, best: int) -> bool:
        """Whether the config at `place` is to be measured."""
        is_near = self.within is None or cycles <= self.within * best
        return is_near and (self.most is None or place <= self.most)


class Job(NamedTuple):
    """One problem. key: what an entry of a file of configs says of it. candidates:
    the first is the cost model's choice. listed: configs that are legal."""

    problem: Problem
    key: dict
    candidates: tuple[Candidate, ...]
    listed: int


def _find_gemm(ranking: dict, problem: Problem) -> dict:
    if ranking.get("format") != _FORMAT:
        raise BenchError(
            f"expected a ranking of format {_FORMAT!r} from the compiler, got "
            f"{ranking.get('format')!r}; use a compiler of this version of lowp"
        )
    gemms = ranking["gemms"]
    if len(gemms) != 1:
        raise BenchError(f"expected one kernel for {problem}, got {len(gemms)}")
    return gemms[0]


def make_job(problem: Problem, ranking: dict, scope: Scope) -> Job:
    """The job of a module's only product. ranking: what the compiler wrote."""
    gemm = _find_gemm(ranking, problem)
    best = gemm["configs"][0]["cycles"]
    ranked, varied = [], []
    for place, entry in enumerate(gemm["configs"], 1):
        if not scope.holds(place, entry["cycles"], best):
            continue
        ranked.append(Candidate(entry["config"], place, entry["cycles"]))
        varied += [
            Candidate(config, place, entry["cycles"], True) for config in entry.get("variants", ())
        ]
    distinct = {candidate.config: candidate for candidate in reversed(ranked + varied)}
    candidates = tuple(reversed(distinct.values()))
    return Job(problem, gemm["problem"], candidates, len(gemm["configs"]))
