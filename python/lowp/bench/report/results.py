"""Results as JSON."""

from __future__ import annotations

import json
from typing import Any

from lowp._files import try_place, write_text
from lowp.bench.errors import BenchError
from lowp.bench.report.anonymous import anonymous

FORMAT = "lowp-bench 1"


def save(path: str, results: dict) -> None:
    """Writes `path` whole or not at all: an interrupted run leaves the last complete
    state. Names of the machine and of the user are left out."""
    try:
        write_text(path, json.dumps(anonymous(results), indent=1) + "\n")
    except OSError as error:
        raise BenchError(f"the results cannot be written: {error}") from None


def expect_writable(path: str | None) -> None:
    """Fails before anything runs where `save` would fail after it."""
    try:
        if path:
            try_place(path)
    except OSError as error:
        raise BenchError(f"the results cannot be written: {error}") from None


def read_json(path: str, what: str) -> Any:
    """The content of a file, which should be `what`."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise BenchError(f"expected {what}, got: {error}") from None
    except ValueError as error:
        raise BenchError(f"expected JSON in '{path}', got: {error}") from None


def load(path: str, format: str = FORMAT, writer: str = "lowp.bench") -> dict:
    """What `save` wrote of results in `format`, which `writer` made."""
    results = read_json(path, f"results of {writer}")
    result = results.get("format") if isinstance(results, dict) else None
    if result != format:
        raise BenchError(
            f"expected results of {writer} in '{path}' (format {format!r}), got {result!r}"
        )
    return results
