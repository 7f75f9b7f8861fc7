"""The text of an MLIR function while it is written."""

from __future__ import annotations


class Text:
    """Operations, each with the location of the node that it comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0
        self.location = "torch"

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
        location = f'loc("{self.location}")'
        if block is None:
            self.lines.append(f"  {name}{count} = {operation} {location}")
            return name
        self.lines.append(f"  {name}{count} = {operation} {{")
        self.lines.extend(block)
        self.lines.append(f"  }}{end} {location}")
        return name
