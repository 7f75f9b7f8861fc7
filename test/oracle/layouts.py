"""Where data and scales are stored."""

import numpy as np


def store_data(data, order):
    """Row-major storage whose dimensions are the logical ones in `order`."""
    return np.ascontiguousarray(data.transpose(order))


def pad_columns(matrix, alignment):
    """Padding is bytes of 0: e8m0 has no code for the number 0."""
    codes = np.ascontiguousarray(matrix).view(f"u{matrix.dtype.itemsize}")
    extra = -matrix.shape[1] % alignment
    return np.pad(codes, ((0, 0), (0, extra))).view(matrix.dtype)


def store_scales(scales, layout):
    """The tensor of scales of a layout, padding included."""
    stored = {
        "#lowp.compact": lambda s: s,
        "#lowp.compact<transposed = true>": lambda s: s.T,
        "#lowp.mn_major": lambda s: pad_columns(s.T, 4),
        "#lowp.mn_major<alignment = 32>": lambda s: pad_columns(s.T, 32),
        "#lowp.mn_major<transposed = true>": lambda s: pad_columns(s, 4),
    }[layout](scales)
    return np.ascontiguousarray(stored)
