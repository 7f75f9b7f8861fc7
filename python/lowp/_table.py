"""Tables for terminals and notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Any


def _text(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


class Table:
    """Rows with names, printed as text and shown by a notebook as HTML.

    title, columns, rows: what is shown. json: all that there is, as read from JSON."""

    def __init__(
        self, title: str, columns: Sequence[str], rows: Sequence[Sequence], json: Any
    ) -> None:
        self.title = title
        self.columns = tuple(columns)
        self.rows = [tuple(row) for row in rows]
        self.json = json

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, by the names of columns."""
        return (dict(zip(self.columns, row)) for row in self.rows)

    def __str__(self) -> str:
        lines = [self.columns, *(tuple(map(_text, row)) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines)]
        body = (
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
            for line in lines
        )
        return "\n".join([self.title, *(f"  {line}" for line in body)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def line(tag: str, cells: Sequence) -> str:
            inner = "".join(f"<{tag}>{html.escape(_text(cell))}</{tag}>" for cell in cells)
            return f"<tr>{inner}</tr>"

        rows = "".join(line("td", row) for row in self.rows)
        return (
            f"<table><caption>{html.escape(self.title)}</caption>"
            f"<thead>{line('th', self.columns)}</thead><tbody>{rows}</tbody></table>"
        )
