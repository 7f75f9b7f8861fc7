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
        name = self.new_name()
        location = f'loc("{self.location}")'
        if block is None:
            self.lines.append(f"  {name} = {operation} {location}")
            return name
        self.lines.append(f"  {name} = {operation} {{")
        self.lines.extend(block)
        self.lines.append(f"  }}{end} {location}")
        return name
