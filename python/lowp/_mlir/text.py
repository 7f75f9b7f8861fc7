"""The text of an MLIR function while it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def listed(values: Sequence[Any]) -> str:
    """Values, which have names and types, as operands, e.g. "%1, %2 : f32, f32"."""
    names, types = (", ".join(str(getattr(v, key)) for v in values) for key in ("name", "type"))
    return f"{names} : {types}"


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

    def generic(
        self,
        maps: Iterable[str],
        are_parallel: Iterable[bool],
        inputs: Sequence[Any],
        out: Any,
        block: list[str],
    ) -> str:
        """Adds a linalg.generic, whose name is returned. maps: of the indices of inputs and out.
        are_parallel: whether each loop is; others reduce. block: as for `emit`."""
        kinds = ", ".join('"parallel"' if each else '"reduction"' for each in are_parallel)
        read = f" ins({listed(inputs)})" if inputs else ""
        return self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}"
            f"{read} outs({listed([out])})",
            block,
            f" -> {out.type}",
        )

    def extend(self, lines: Iterable[str]) -> None:
        """Adds lines without a location."""
        self.lines.extend(Line(each, owner=self.owner) for each in lines)
