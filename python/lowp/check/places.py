"""Where a result is wrong: its rows and columns, and whether these follow the shape of a tile."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

# Rows and columns of a tile that kernels write as one: a quarter of the lanes of a warpgroup.
PART, TILE = 32, 128
# How many times the error that is allowed one element may have more than all together.
OF_TOLERANCE = 16


class Places(NamedTuple):
    """rows, columns: each that has a wrong element. size: rows and columns of the result that
    were compared, by their indexes."""

    rows: Collection[int]
    columns: Collection[int]
    compared_rows: Collection[int]
    column_count: int

    @property
    def are_parts_of_rows(self) -> bool:
        """Whether whole quarters of tiles are wrong, and others are right."""
        return _are_parts(self.rows, self.compared_rows)

    @property
    def are_parts_of_columns(self) -> bool:
        return _are_parts(self.columns, range(self.column_count))

    @property
    def are_at_the_end(self) -> bool:
        """Whether all of them are in a last tile that is not whole."""
        return _are_last(self.rows, self.compared_rows) or _are_last(
            self.columns, range(self.column_count)
        )

    def __str__(self) -> str:
        return (
            f"wrong are {_told(self.rows, len(self.compared_rows), 'rows')} and "
            f"{_told(self.columns, self.column_count, 'columns')}"
        )


def _are_parts(wrong: Collection[int], compared: Collection[int]) -> bool:
    parts = {index // PART for index in wrong}
    within = [index for index in compared if index // PART in parts]
    known = {index // PART for index in compared}
    tiles = {part * PART // TILE for part in parts}
    whole = [t for t in tiles if all(part in parts for part in known if part * PART // TILE == t)]
    return bool(parts) and len(within) == len(wrong) and not whole


def _are_last(wrong: Collection[int], compared: Collection[int]) -> bool:
    count = max(compared, default=-1) + 1
    last = count // TILE * TILE
    return bool(wrong) and 0 < last < count and min(wrong) >= last


def _told(wrong: Collection[int], count: int, what: str) -> str:
    if len(wrong) == count:
        return f"all {what}"
    return f"{len(wrong)} of {count} {what}, {min(wrong, default=0)} to {max(wrong, default=0)}"


def find_places(wrong: list[list[bool]], rows: Collection[int]) -> Places:
    """wrong: of each row that was compared, whether each element is. rows: their indexes."""
    of_columns = [any(column) for column in zip(*wrong)]
    return Places(
        [row for row, elements in zip(rows, wrong) if any(elements)],
        [column for column, is_wrong in enumerate(of_columns) if is_wrong],
        list(rows),
        len(of_columns),
    )
