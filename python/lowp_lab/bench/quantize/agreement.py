"""Whether results are those of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

# What a sum in another order, a quotient in fewer instructions, or a product that is
# not rounded to bf16 before the quantize (as torch.compile has it) may change: values
# by a unit in the last place, then scales by as much, then codes of blocks whose scale
# is another. Nearly all results in a wrong place differ.
_MOST_DIFFERING = 0.05
_WIDE_TOLERANCE = 2.0**-6
# Products of quantized matrices, in the Euclidean norm: fp8 costs 0.07 where one
# follows another.
_MOST_ERROR = 0.15


class Agreement(NamedTuple):
    """figure: what differs, as a fraction. agrees: whether that is little."""

    figure: float
    agrees: bool


def _differing(got: Any, want: Any) -> float:
    """The fraction of entries that differ: codes of 8 bits at all, wider numbers by
    more than rounding explains. NaN differs."""
    import torch

    if got.shape != want.shape:
        return 1.0
    if got.element_size() == 1:
        differs = got.view(torch.uint8) != want.view(torch.uint8)
    else:
        bound = _WIDE_TOLERANCE * want.float().abs() + 1e-30
        differs = ~((got.float() - want.float()).abs() <= bound)
    return float(differs.float().mean())


def compare_codes(got: Sequence[Any], want: Sequence[Any]) -> Agreement:
    """The largest fraction among the results."""
    if len(got) != len(want):
        return Agreement(1.0, False)
    worst = max(_differing(one, other) for one, other in zip(got, want))
    return Agreement(worst, worst <= _MOST_DIFFERING)


def compare_norms(got: Sequence[Any], want: Sequence[Any]) -> Agreement:
    """|got - want| / |want|, for results that were quantized on the way."""
    worst = 0.0
    for one, other in zip(got, want):
        difference = (one.float() - other.float()).norm()
        error = float(difference / other.float().norm().clamp(min=1e-30))
        worst = max(worst, error) if error == error else float("inf")
    return Agreement(worst, worst <= _MOST_ERROR)
