"""What a chip has no kernels for: that is skipped and counted. All else that the compiler
refuses is a failure."""

from __future__ import annotations

from lowp.check.cases import Case
from lowp.check.functions import FunctionCase
from lowp.check.grouped_draws import GroupedDraw

BLOCKS = "sums of groups of K whose scales of f32 change along it"
MISSING = dict.fromkeys(("sm_100a", "sm_103a"), (BLOCKS,))


def _needs(case: Case | FunctionCase | GroupedDraw) -> set[str]:
    # Recipes of functions are those that the chip takes.
    if not isinstance(case, GroupedDraw) or case.scales is None:
        return set()
    return {BLOCKS} if case.sums_up and case.scales.is_blockwise else set()


def why_missing(case: Case | FunctionCase | GroupedDraw, chip: str) -> str:
    """Why `chip` has no kernel for a case; empty if it has. chip: empty where others
    compiled the kernels."""
    lacked = [what for what in MISSING.get(chip, ()) if what in _needs(case)]
    return f"{chip} has no kernels for {lacked[0]}" if lacked else ""
