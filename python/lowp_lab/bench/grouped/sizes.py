"""How many rows each group has."""

from __future__ import annotations

import itertools
from collections.abc import Callable

# What a group of so many has of the rows, beside others.
DISTRIBUTIONS: dict[str, Callable[[int, int], float]] = {
    "even": lambda group, groups: 1.0,
    # The group of rank r has 1 / r of the rows of the largest one, which is in the middle.
    "zipf": lambda group, groups: 1.0 / ((group + groups // 2) % groups + 1),
    # All rows in one group.
    "one-sided": lambda group, groups: float(group == groups // 2),
    # Every other group is empty, the first one too where there are several.
    "empty": lambda group, groups: float(group % 2 or groups == 1),
}


def divide(name: str, groups: int, rows: int) -> tuple[int, ...]:
    """The rows of each group, to the row. name: one of DISTRIBUTIONS."""
    weights = [DISTRIBUTIONS[name](group, groups) for group in range(groups)]
    total = sum(weights)
    ends = [round(rows * part / total) for part in itertools.accumulate(weights)]
    return tuple(end - begin for begin, end in zip([0, *ends], ends))
