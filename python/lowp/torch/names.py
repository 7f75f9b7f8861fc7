"""Which layers patterns of names mean, as those of the compiler do."""

from __future__ import annotations

import ctypes
import difflib
import functools
import warnings
from collections.abc import Iterable, Sequence

from lowp import _library

# So many names that exist are shown in place of one that does not.
_CLOSEST = 3


def patterns_of(option: str, words: str | Iterable[str] | None) -> tuple[str, ...]:
    """The patterns that `option`, allow or deny, was given. Raises TypeError."""
    if words is None:
        return ()
    found = (words,) if isinstance(words, str) else words
    found = tuple(found) if isinstance(found, Iterable) else (found,)
    if all(isinstance(each, str) for each in found):
        return found
    raise TypeError(
        f"expected {option} to be a pattern of names, or a list of them, got {words!r}"
    )


def unmatched(option: str, pattern: str, names: Sequence[str]) -> str:
    """The message of a pattern of `option`, allow or deny, that matches none of the
    layers `names`."""
    closest = difflib.get_close_matches(pattern, dict.fromkeys(names), _CLOSEST, cutoff=0)
    return (
        f"expected pattern {pattern!r} of {option} to match the name of a layer, got "
        + (f"none that it matches; the closest are {', '.join(map(repr, closest))}" if closest
           else "a model without layers of weights")
    )


@functools.lru_cache(maxsize=4096)
def _matches(pattern: str, name: str) -> bool:
    found, error = ctypes.c_int32(), _library.Error()
    status = _library.get().MatchName(
        pattern.encode(), name.encode(), ctypes.byref(found), ctypes.byref(error)
    )
    if status:
        raise ValueError(error.message.decode("utf-8", "replace"))
    return bool(found.value)


def matching(patterns: Iterable[str], name: str) -> list[str]:
    """The patterns that match a name, in their order."""
    return [each for each in patterns if _matches(each, name)]


class Names:
    """allow, deny: patterns of names such as "layers.*.wq". A layer is taken if one of
    `allow`, where given, and none of `deny` matches its name."""

    def __init__(self, allow, deny) -> None:
        self.allow, self.deny = patterns_of("allow", allow), patterns_of("deny", deny)
        self._used: set[str] = set()
        self._names: list[str] = []

    def _find(self, patterns: Sequence[str], name: str) -> str | None:
        found = matching(patterns, name)
        self._used.update(found)
        return found[0] if found else None

    def reason_against(self, name: str) -> str | None:
        """Why a layer is not taken."""
        self._names.append(name)
        denied = self._find(self.deny, name)
        allowed = self._find(self.allow, name)
        if denied is not None:
            return f"denied by {denied!r}"
        if self.allow and allowed is None:
            return "not allowed by a pattern"
        return None

    def warn_of_unused(self) -> None:
        for option, patterns in (("allow", self.allow), ("deny", self.deny)):
            for pattern in patterns:
                if pattern not in self._used:
                    message = unmatched(option, pattern, self._names)
                    warnings.warn(f"lowp.torch.convert: {message}", stacklevel=3)
