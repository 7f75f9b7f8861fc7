"""The text of an MLIR function while it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Line(NamedTuple):
    """text: a line without its location. location: its name; None without. owner: the
    node that it is of."""

    text: str
    location: str | None = None
    owner: Any = None

    def __str__(self) -> str:
        return self.text if self.location is None else f'{self.text} loc("{self.location}")'

    def at(self, number: int) -> str:
        """The line with its number as location."""
        return self.text if self.location is None else f'{self.text} loc("line":{number}:1)'


class Text:
    """Operations, each with the location of the node that it comes from. location: the name of
    that; None without."""

    def __init__(self, location: str | None = "torch") -> None:
        self.lines: list[Line] = []
        self._count = 0
        self.location = location
        self.owner: Any = None

    def new_name(self) -> str:
        self._count += 1
        return f"%{self._count}"

    def emit(self, operation: str, block: list[str] | None = None, end: str = "") -> str:
        """Adds an operation with one result, whose name is returned. block: the
        lines of its region, which `end` follows."""
        return self._add("", operation, block, end)

    def emit_results(
        self, count: int, operation: str, block: list[str] | None = None, end: str = ""
    ) -> str:
        """The same with several results: number 0 of those is the name and "#0"."""
        return self._add(f":{count}", operation, block, end)

    def _add(self, count: str, operation: str, block: list[str] | None, end: str) -> str:
        name = self.new_name()
        if block is None:
            last = f"  {name}{count} = {operation}"
        else:
            self.extend([f"  {name}{count} = {operation} {{", *block])
            last = f"  }}{end}"
        self.lines.append(Line(last, self.location, self.owner))
        return name

    def extend(self, lines: Iterable[str]) -> None:
        """Adds lines without a location."""
        self.lines.extend(Line(each, owner=self.owner) for each in lines)
