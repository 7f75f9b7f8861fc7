"""Options of pipelines, as their parser reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def _join(name: str, words: Iterable[Any]) -> str:
    words = list(map(str, words))
    for word in words:
        if any(letter in " \t\n{}'\"" for letter in word):
            raise ValueError(
                f"expected {name} to be words without spaces, quotes and braces, got {word!r}"
            )
    return ",".join(words)


def _to_word(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return _join(name, value)
    return _join(name, [repr(value) if isinstance(value, float) else value])


def to_text(options: Mapping[str, Any]) -> str:
    """Options by the names that Python has for them; None is not given. Raises ValueError
    for words that no option can have."""
    given = {name: value for name, value in options.items() if value is not None}
    return " ".join(
        f"{name.replace('_', '-')}={_to_word(name, value)}" for name, value in given.items()
    )
