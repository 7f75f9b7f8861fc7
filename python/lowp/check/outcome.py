"""What came of one computation, whichever library made its data."""

from __future__ import annotations

from typing import Any, NamedTuple

# Elements after a result that no kernel may write.
GUARD = 4096


class Outcome(NamedTuple):
    """error: relative, NaN where the result has one. unwritten: elements that are
    NaN. is_guarded: whether the memory after the result is as before. bits: the
    result, to compare with `==` of the data that made it."""

    error: float
    unwritten: int
    is_guarded: bool
    bits: Any
