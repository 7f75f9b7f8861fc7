"""What cannot be imported."""

from __future__ import annotations

from typing import Any


class RegionWarning(UserWarning):
    """What stays with torch: why."""


class SlowRegionWarning(UserWarning):
    """A region with a recipe that was named, which is predicted to lose."""


class Refusal(Exception):
    """Why a node, or a region, stays with torch: what was expected and what came. node:
    the one, or None."""

    def __init__(self, message: str, node: Any = None) -> None:
        super().__init__(message)
        self.node = node


class Mistake(Refusal):
    """A refusal that lowp has no reason for: it failed where it should have imported, or
    refused, or wrote a module that is not one."""

    def __init__(self, message: str, node: Any) -> None:
        super().__init__(
            f"{message}; that is a mistake of lowp's, which a report with the model helps to mend",
            node,
        )


def describe(error: BaseException) -> str:
    """An exception in one line."""
    return " ".join(f"{type(error).__name__} {error}".split())
