"""The kinds of products: which part of an operand has one scale."""

from __future__ import annotations

from typing import NamedTuple

from lowp.bench.errors import BenchError

# Scales of 1x128 blocks lie along the rows, in columns of this multiple.
SCALE_PADDING = 4
BLOCK = 128


class Kind(NamedTuple):
    """name: as users write it. lhs, rhs: granularity of the scales, as attributes
    of the dialect name it."""

    name: str
    lhs: str
    rhs: str

    @property
    def is_blockwise(self) -> bool:
        """Whether scales change along K."""
        return self.lhs.startswith("block")


KINDS = {
    kind.name: kind
    for kind in (
        Kind("tensorwise", "tensorwise", "tensorwise"),
        Kind("rowwise", "rowwise", "rowwise"),
        Kind("1x128.128x128", "block_1x128", "block_128x128"),
        Kind("1x128.1x128", "block_1x128", "block_1x128"),
    )
}


def find_kind(name: str) -> Kind:
    """The kind of a name."""
    if name not in KINDS:
        raise BenchError(f"expected a kind, one of {', '.join(KINDS)}, got {name!r}")
    return KINDS[name]


def blocks(size: int) -> int:
    """Blocks that hold `size` elements."""
    return -(-size // BLOCK)


def padded(rows: int) -> int:
    """Scales in a column for `rows` rows."""
    return -(-rows // SCALE_PADDING) * SCALE_PADDING


def scale_shape(granularity: str, rows: int, k: int) -> tuple[int, int]:
    """Sizes of the scales of an operand of `rows` rows."""
    return {
        "tensorwise": (1, 1),
        "rowwise": (rows, 1),
        "block_1x128": (blocks(k), padded(rows)),
        "block_128x128": (blocks(rows), blocks(k)),
    }[granularity]
