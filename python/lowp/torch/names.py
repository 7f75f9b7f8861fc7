"""Which layers patterns of names mean, as those of the compiler do."""

from __future__ import annotations

import fnmatch
import warnings
from collections.abc import Iterable


def _patterns(words: str | Iterable[str] | None) -> list[str]:
    if words is None:
        return []
    return [words] if isinstance(words, str) else list(words)


class Names:
    """allow, deny: patterns of names such as "layers.*.wq". A layer is taken if one of
    `allow`, where given, and none of `deny` matches its name."""

    def __init__(self, allow, deny) -> None:
        self.allow, self.deny = _patterns(allow), _patterns(deny)
        self._used: set[str] = set()

    def _find(self, patterns: list[str], name: str) -> str | None:
        found = [each for each in patterns if fnmatch.fnmatchcase(name, each)]
        self._used.update(found)
        return found[0] if found else None

    def reason_against(self, name: str) -> str | None:
        """Why a layer is not taken."""
        denied = self._find(self.deny, name)
        allowed = self._find(self.allow, name)
        if denied is not None:
            return f"denied by {denied!r}"
        if self.allow and allowed is None:
            return "not allowed by a pattern"
        return None

    def warn_of_unused(self) -> None:
        for pattern in [*self.allow, *self.deny]:
            if pattern not in self._used:
                warnings.warn(
                    f"lowp.torch.convert: expected pattern {pattern!r} to match the "
                    "name of a linear layer, got none that it matches",
                    stacklevel=4,
                )
