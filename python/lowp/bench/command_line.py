"""What the command lines of all tools have in common."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from lowp._errors import Error


def make_parser(tool: str, description: str | None) -> argparse.ArgumentParser:
    """The parser of `python -m tool`, without options. description: as it is laid out."""
    return argparse.ArgumentParser(
        prog=f"python -m {tool}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def run(
    tool: str,
    parser: argparse.ArgumentParser,
    arguments: list[str] | None,
    act: Callable[[argparse.Namespace], int],
) -> int:
    """Returns the exit status that `act` returns, or 2 for errors, which are told."""
    options = parser.parse_args(arguments)
    return tell_errors(tool, lambda: act(options))


def tell_errors(tool: str, act: Callable[[], int | None]) -> int:
    """Returns the exit status that `act` returns, 0 for none, or 2 for errors, which are told."""
    try:
        return act() or 0
    except Error as error:
        print(f"{tool}: error: {error}", file=sys.stderr)
        return 2
