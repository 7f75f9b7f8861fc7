"""The kinds of products: which part of an operand has one scale."""

from __future__ import annotations

from typing import NamedTuple

from lowp.bench.errors import expect_known

# Rows and columns of blocks, by what the dialect calls their scales.
_BLOCKS = {
    f"block<{rows}x{columns}>": (rows, columns)
    for rows, columns in ((1, 32), (1, 128), (1, 256), (128, 128))
}
# Scales of blocks of one row lie along the rows, in columns of this multiple.
SCALE_PADDING = 4


class Kind(NamedTuple):
    """name: as users write it. lhs, rhs: granularity of the scales, as attributes
    of the dialect name it."""

    name: str
    lhs: str
    rhs: str

    @property
    def is_blockwise(self) -> bool:
        """Whether scales change along K."""
        return self.lhs in _BLOCKS


KINDS = {
    kind.name: kind
    for kind in (
        Kind("tensorwise", "tensorwise", "tensorwise"),
        Kind("rowwise", "rowwise", "rowwise"),
        Kind("1x128.128x128", "block<1x128>", "block<128x128>"),
        Kind("1x128.1x128", "block<1x128>", "block<1x128>"),
        Kind("1x32.1x32", "block<1x32>", "block<1x32>"),
        Kind("1x32.128x128", "block<1x32>", "block<128x128>"),
        Kind("1x256.1x256", "block<1x256>", "block<1x256>"),
    )
}
# Kinds that other libraries have, too.
MEASURED_KINDS = ("tensorwise", "rowwise", "1x128.128x128", "1x128.1x128")


def find_kind(name: str) -> Kind:
    """The kind of a name."""
    expect_known("a kind", [name], KINDS)
    return KINDS[name]


def block_shape(granularity: str) -> tuple[int, int]:
    """Rows and columns of a block."""
    return _BLOCKS[granularity]


def lies_along_rows(granularity: str) -> bool:
    """Whether scales are transposed, with padding: those of blocks of one row."""
    return granularity in _BLOCKS and _BLOCKS[granularity][0] == 1


def blocks(size: int, extent: int) -> int:
    """Blocks of `extent` elements that hold `size` of them."""
    return -(-size // extent)


def padded(rows: int) -> int:
    """Scales in a column for `rows` rows."""
    return -(-rows // SCALE_PADDING) * SCALE_PADDING


def scale_shape(granularity: str, rows: int, k: int) -> tuple[int, int]:
    """Sizes of the scales of an operand of `rows` rows."""
    if granularity == "tensorwise":
        return 1, 1
    if granularity == "rowwise":
        return rows, 1
    height, width = block_shape(granularity)
    if lies_along_rows(granularity):
        return blocks(k, width), padded(rows)
    return blocks(rows, height), blocks(k, width)
