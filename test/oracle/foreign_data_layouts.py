"""Layouts of data that only lowp's tests have (test/lib/LowpTest)."""

import numpy as np

from .data_layouts import DataLayout


def tiles(rows, columns):
    return DataLayout(
        f"#lowp_test.tiles<rows = {rows}, columns = {columns}>",
        (rows, columns),
        lambda m: m.reshape(m.shape[0] // rows, rows, m.shape[1] // columns, columns).transpose(
            0, 2, 1, 3
        ),
        last=(1, columns),
    )


# Within 4 x 4: the higher bits of row and column, then the lower ones. Padding of 1.
Z_ORDER = DataLayout(
    "#lowp_test.z_order",
    (4, 4),
    lambda m: m.reshape(m.shape[0] // 4, 2, 2, m.shape[1] // 4, 2, 2).transpose(0, 3, 1, 4, 2, 5),
    padding=1.0,
    last=(1, 2),
)

# Columns in threes, each with 8 rows side by side, and an index that is always 0.
INTERLEAVED = DataLayout(
    "#lowp_test.mapped<map = affine_map<(d0, d1) -> "
    "(d1 floordiv 3, d0 floordiv 8, 0, d1 mod 3, d0 mod 8)>>",
    (8, 3),
    lambda m: m.reshape(m.shape[0] // 8, 8, 1, m.shape[1] // 3, 3).transpose(3, 0, 2, 4, 1),
    last=(0, 8),
)

# The blocks of columns are the last index: it has as many values as the matrix gives.
STRIDED = DataLayout(
    "#lowp_test.mapped<map = affine_map<(d0, d1) -> (d1 mod 4, d0, d1 floordiv 4)>>",
    (1, 4),
    lambda m: m.reshape(m.shape[0], m.shape[1] // 4, 4).transpose(2, 0, 1),
    last=(1, None),
)


def random_data_layout(rng):
    """Any digits in any order: of each dimension up to two with a bound, from the
    slowest on, after the one without."""
    counts = [[int(c) for c in rng.choice([1, 2, 4], rng.integers(0, 3))] for _ in range(2)]
    digits = []
    for dim in range(2):
        weight = int(np.prod(counts[dim], dtype=int))
        digits.append((f"d{dim} floordiv {weight}", (dim, None)))
        for count in counts[dim]:
            weight //= count
            digits.append((f"(d{dim} floordiv {weight}) mod {count}", (dim, count)))
    order = [int(o) for o in rng.permutation(len(digits))]
    tile = tuple(int(np.prod(c, dtype=int)) for c in counts)

    def cut(matrix):
        sizes = [(size // t, *c) for size, t, c in zip(matrix.shape, tile, counts)]
        return matrix.reshape(*sizes[0], *sizes[1]).transpose(order)

    indices = ", ".join(digits[o][0] for o in order)
    return DataLayout(
        f"#lowp_test.mapped<map = affine_map<(d0, d1) -> ({indices})>>",
        tile,
        cut,
        last=digits[order[-1]][1],
    )
