"""Patterns of names, which match as those of the compiler do."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterable, Sequence

from lowp import _library

# So many names that exist are shown in place of one that does not.
_CLOSEST = 3


def patterns_of(option: str, words: str | Iterable[str] | None) -> tuple[str, ...]:
    """The patterns that `option` was given. Raises TypeError."""
    if words is None or words == "":
        return ()
    result = (words,) if isinstance(words, str) else words
    result = tuple(result) if isinstance(result, Iterable) else (result,)
    if all(isinstance(each, str) for each in result):
        return result
    raise TypeError(f"expected {option} to be a pattern of names, or a list of them, got {words!r}")


def unmatched(option: str, pattern: str, names: Sequence[str]) -> str:
    """The message of a pattern of `option` that matches none of the layers `names`."""
    import difflib

    closest = difflib.get_close_matches(pattern, dict.fromkeys(names), _CLOSEST, cutoff=0)
    got = "a model without layers of weights"
    if closest:
        got = f"none that it matches; the closest are {', '.join(map(repr, closest))}"
    return f"expected pattern {pattern!r} of {option} to match the name of a layer, got {got}"


@functools.lru_cache(maxsize=4096)
def _matches(pattern: str, name: str) -> bool:
    result, library = ctypes.c_int32(), _library.get()
    words = pattern.encode(), name.encode()
    library.check(library.MatchName, *words, ctypes.byref(result), kind=ValueError)
    return bool(result.value)


def first_matching(patterns: Iterable[str], name: str) -> str | None:
    """The first pattern that matches a name."""
    return next((each for each in patterns if _matches(each, name)), None)
