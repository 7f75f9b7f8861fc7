"""The order of checks: what a card that nobody has seen is most likely to do comes first, and
each step adds one thing to those before it."""

from __future__ import annotations

from lowp.check.cases import Case

# The rows and columns of one tile of the usual configs.
_TILE = 128


def _rung(case: Case) -> int:
    """One tile; several of one CTA or of many; whole models' sizes."""
    m, n, _k = case.problem.shape
    if case.sizes == "static":
        return 2
    return int(m > _TILE or n > _TILE)


def in_order(cases: list[Case]) -> list[Case]:
    """Cases of one shape stay together, since they share their data."""
    return sorted(cases, key=_rung)
