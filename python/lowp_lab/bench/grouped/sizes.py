"""How many rows each group has."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from lowp.bench.errors import BenchError


def _spread(weights: list[float], rows: int) -> tuple[int, ...]:
    """`rows` in parts that are as large as the weights, to the row."""
    total = sum(weights)
    ends = [round(rows * part / total) for part in itertools.accumulate(weights)]
    return tuple(end - begin for begin, end in zip([0, *ends], ends))


def _even(groups: int, rows: int) -> tuple[int, ...]:
    return _spread([1.0] * groups, rows)


def _zipf(groups: int, rows: int) -> tuple[int, ...]:
    """The group of rank r has 1 / r of the rows of the largest one, which is in the
    middle."""
    ranks = [(group + groups // 2) % groups + 1 for group in range(groups)]
    return _spread([1.0 / rank for rank in ranks], rows)


def _one_sided(groups: int, rows: int) -> tuple[int, ...]:
    """All rows in one group."""
    return _spread([float(group == groups // 2) for group in range(groups)], rows)


def _empty(groups: int, rows: int) -> tuple[int, ...]:
    """Every other group is empty, the first one too where there are several."""
    return _spread([float(group % 2 or groups == 1) for group in range(groups)], rows)


DISTRIBUTIONS: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "even": _even,
    "zipf": _zipf,
    "one-sided": _one_sided,
    "empty": _empty,
}


def divide(name: str, groups: int, rows: int) -> tuple[int, ...]:
    """The rows of each group."""
    if name not in DISTRIBUTIONS:
        raise BenchError(
            f"expected a distribution, one of {', '.join(DISTRIBUTIONS)}, got {name!r}"
        )
    return DISTRIBUTIONS[name](groups, rows)
