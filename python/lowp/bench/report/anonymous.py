"""Results that people send: without the names of their machines and of themselves."""

from __future__ import annotations

import getpass
import os
import re
import socket
from typing import Any

# What containers and images call everybody.
_NOBODYS_NAMES = frozenset(("root", "user", "ubuntu", "nobody", "localhost"))
_LEAST_LENGTH = 2


def _user_names() -> set[str]:
    names = {os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER")}
    try:
        names.add(getpass.getuser())
    except (KeyError, OSError):  # a user without an entry
        pass
    return names


def _host_names() -> set[str]:
    name = socket.gethostname()
    return {name, name.split(".")[0], os.environ.get("HOSTNAME", "")}


def _words(names: set[str], stands_for: str) -> list[tuple[re.Pattern[str], str]]:
    """Names as whole words, the longest first; one that is everybody's stays."""
    telling = (
        name
        for name in sorted(names, key=len, reverse=True)
        if len(name) >= _LEAST_LENGTH and name.lower() not in _NOBODYS_NAMES
    )
    pattern = r"(?<![A-Za-z0-9]){}(?![A-Za-z0-9])"
    return [(re.compile(pattern.format(re.escape(name))), stands_for) for name in telling]


def _replacements() -> list[tuple[re.Pattern[str], str]]:
    home = os.path.expanduser("~").rstrip("/")
    homes = [(re.compile(re.escape(home) + r"(?=/|\W|$)"), "~")] if home else []
    return [*homes, *_words(_host_names(), "HOST"), *_words(_user_names(), "USER")]


def _replace(value: Any, replacements: list[tuple[re.Pattern[str], str]]) -> Any:
    if isinstance(value, str):
        for pattern, stands_for in replacements:
            value = pattern.sub(stands_for, value)
        return value
    if isinstance(value, dict):
        return {
            _replace(key, replacements): _replace(one, replacements) for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_replace(one, replacements) for one in value]
    return value


def anonymous(results: Any) -> Any:
    """The same JSON value, in whose texts "~" stands for the user's folder, and HOST
    and USER for the names of the machine and of the user."""
    return _replace(results, _replacements())
