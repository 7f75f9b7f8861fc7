"""The GPU that regions are compiled for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from lowp.compiler import _choose_chip


class Target(NamedTuple):
    """As for lowp.compile; None where nothing says."""

    chip: str | None
    part: str | None
    part_file: str | None

    @staticmethod
    def of(device: str, options: Mapping[str, Any]) -> Target:
        """device: of the regions. options: of lowp.compile. On "cuda" the first GPU, unless they
        name one."""
        chip = options.get("chip", None if device == "cpu" else "native")
        part_file = options.get("part_file")
        # Regions name no chip themselves.
        chip, part = _choose_chip(b"lowp_gpu.", chip, options.get("part"), part_file)
        return Target(chip, part, part_file)
