"""Refuses a torch that is too old, before anything of it is used."""

from __future__ import annotations

LEAST = (2, 11)


def check(version: str) -> None:
    """Raises ImportError for a version older than 2.11, such as "2.10.1+cu128"."""
    numbers = version.split("+")[0].split(".")[:2]
    is_known = len(numbers) == 2 and all(map(str.isdecimal, numbers))
    if not is_known or tuple(map(int, numbers)) < LEAST:
        raise ImportError(
            f"lowp.torch: expected torch 2.11 or later, got {version}; install "
            "lowp[torch], or torch>=2.11 itself. lowp without lowp.torch runs with "
            "any torch"
        )
