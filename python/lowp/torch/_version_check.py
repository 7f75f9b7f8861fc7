"""Refuses a torch that is too old, before anything of it is used."""

from __future__ import annotations

LEAST = (2, 11)


def check(version: str) -> None:
    """Raises ImportError for a version older than 2.11, such as "2.10.1+cu128"."""
    numbers = version.split("+")[0].split(".")
    try:
        major, minor = int(numbers[0]), int(numbers[1])
    except (IndexError, ValueError):
        raise ImportError(
            f"lowp.torch: expected torch 2.11 or later, got version {version!r}"
        ) from None
    if (major, minor) < LEAST:
        raise ImportError(
            f"lowp.torch: expected torch 2.11 or later, got {version}; install "
            "lowp[torch], or torch>=2.11 itself. lowp without lowp.torch runs with "
            "any torch"
        )
