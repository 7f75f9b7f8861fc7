"""What goes wrong in a measurement."""

from __future__ import annotations

from lowp._errors import Error


class BenchError(Error):
    """A measurement cannot be made as asked for."""


class Unsupported(Exception):
    """One contender does not do one problem; the others go on."""


class Refused(Unsupported):
    """The compiler refused one of our modules."""
