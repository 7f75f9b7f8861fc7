"""Where data and scales are stored."""

import numpy as np

from oracle.data_layouts import IDENTITY

SWIZZLED_32X8 = "#lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0]>"


def store_data(data, order, layout=IDENTITY):
    """The storage of the matrix whose dimensions are the logical ones in `order`."""
    return layout.store(np.ascontiguousarray(data.transpose(order)))


def pad_to(matrix, multiples):
    """Padding is bytes of 0."""
    codes = np.ascontiguousarray(matrix).view(f"u{matrix.dtype.itemsize}")
    extra = [(0, -size % multiple) for size, multiple in zip(matrix.shape, multiples)]
    return np.pad(codes, extra).view(matrix.dtype)


def pad_columns(matrix, alignment):
    """Padding is bytes of 0: e8m0 has no code for the number 0."""
    return pad_to(matrix, (1, alignment))


def packed_words(scales):
    """Four neighbours of a row as one word, words contiguous down a column."""
    padded = pad_to(scales, (4, 4))
    words = padded.reshape(padded.shape[0], padded.shape[1] // 4, 4)
    return words.transpose(1, 0, 2)


def swizzle_128x4(scales):
    """Tile by tile, entry (r, c) of a tile at (r % 32) * 16 + r / 32 * 4 + c."""
    padded = pad_to(scales, (128, 4))
    tile_rows, tile_columns = padded.shape[0] // 128, padded.shape[1] // 4
    stored = np.zeros((tile_rows, tile_columns, 512), padded.dtype)
    for row, column in np.ndindex(*padded.shape):
        place = (row % 32) * 16 + (row % 128) // 32 * 4 + column % 4
        stored[row // 128, column // 4, place] = padded[row, column]
    return stored.reshape(tile_rows, tile_columns, 32, 4, 4)


def swizzle_32x8(scales):
    """The atom of other hardware, written as the usual chain of views."""
    padded = pad_to(scales, (32, 8))
    rows, columns = padded.shape
    views = padded.reshape(rows // 32, 2, 16, columns // 8, 2, 4)
    return views.transpose(0, 3, 5, 2, 4, 1)


def store_scales(scales, layout):
    """The tensor of scales of a layout, padding included."""
    stored = {
        "#lowp.compact": lambda s: s,
        "#lowp.compact<transposed = true>": lambda s: s.T,
        "#lowp.mn_major": lambda s: pad_columns(s.T, 4),
        "#lowp.mn_major<alignment = 32>": lambda s: pad_columns(s.T, 32),
        "#lowp.mn_major<transposed = true>": lambda s: pad_columns(s, 4),
        "#lowp.k_major": lambda s: pad_columns(s, 4),
        "#lowp.k_major<transposed = true>": lambda s: pad_columns(s.T, 4),
        "#lowp.packed_words": packed_words,
        "#lowp.packed_words<transposed = true>": lambda s: packed_words(s.T),
        "#lowp.swizzled": swizzle_128x4,
        "#lowp.swizzled<transposed = true>": lambda s: swizzle_128x4(s.T),
        SWIZZLED_32X8: swizzle_32x8,
    }[layout](scales)
    return np.ascontiguousarray(stored)
