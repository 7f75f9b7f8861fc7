"""Kinds of products that are right for a small K and wrong for a large one."""

from __future__ import annotations

import collections

from lowp.check.cases import Case

_CAUSE = (
    "stages of the ring are used again before they are read, or a copy of scales overtakes the "
    "products that read the ones before"
)


class Depths:
    """The K of what was right and of what was wrong, for each kind."""

    def __init__(self) -> None:
        self._right: dict[str, set[int]] = collections.defaultdict(set)
        self._wrong: dict[str, set[int]] = collections.defaultdict(set)

    def note(self, case: object, is_right: bool) -> None:
        if isinstance(case, Case) and case.problem.shape.m:
            kinds = self._right if is_right else self._wrong
            kinds[case.problem.kind.name].add(case.problem.shape.k)

    def tell(self) -> list[str]:
        """A line for each kind whose failures begin at some K."""
        lines = []
        for kind, wrong in self._wrong.items():
            right = self._right[kind]
            if right and max(right) < min(wrong):
                lines.append(
                    f"{kind}: right up to K = {max(right)}, wrong from K = {min(wrong)} on; "
                    f"likely: {_CAUSE}"
                )
        return lines
