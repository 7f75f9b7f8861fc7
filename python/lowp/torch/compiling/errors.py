"""What cannot be imported."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Why a node, or a region, stays with torch: what was expected and what came. node:
    the one, or None."""

    def __init__(self, message: str, node: Any = None) -> None:
        super().__init__(message)
        self.node = node
