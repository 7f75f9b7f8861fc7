"""What goes wrong in a measurement."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lowp._errors import Error


class BenchError(Error):
    """A measurement cannot be made as asked for."""


def expect_known(what: str, names: Sequence[str] | None, known: Collection[str]) -> None:
    """Raises BenchError for a name that is not known. what: each of them is, as "a kind"."""
    for name in names or ():
        if name not in known:
            raise BenchError(f"expected {what}, one of {', '.join(known)}, got {name!r}")


class Unsupported(Exception):
    """One contender does not do one problem; the others go on."""


class Refused(Unsupported):
    """The compiler refused one of our modules."""
