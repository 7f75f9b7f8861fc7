"""Parts of matrices whose places and sizes numbers of run time decide."""

import numpy as np

from .value import Value, type_of


def known_matrix(b):
    x = b.matrix(lambda value: "?" not in value.type)
    return x if "?" not in x.type else b.argument((b.size(), b.size()), "f32")


def rows_of(b, x):
    """Where rows begin and how many they are."""
    count = int(b.rng.integers(1, x.shape[0] + 1))
    return int(b.rng.integers(0, x.shape[0] - count + 1)), count


def place(b, offset):
    """The number of a row: an argument, or what a tensor holds."""
    if b.chance(1, 2):
        return b.scalar("index", offset)
    numbers = b.argument((3,), "i64", array=np.array([offset, 1, 2], np.int64))
    zero, element, index = b.constant("0 : index"), b.fresh("n"), b.fresh("n")
    b.line(f"{element} = tensor.extract {numbers.name}[{zero}] : {numbers.type}")
    b.line(f"{index} = arith.index_cast {element} : i64 to index")
    return index


def take_at(b):
    """Rows from a place of run time on."""
    x = known_matrix(b)
    offset, count = rows_of(b, x)
    rows = slice(offset, offset + count)
    kind, row = type_of((count, x.shape[1]), x.element), place(b, offset)
    b.define(
        f"tensor.extract_slice {x.name}[{row}, 0] [{count}, {x.shape[1]}] [1, 1] : "
        f"{x.type} to {kind}",
        (kind, x.element),
        x.want[rows].copy(),
        None if x.bound is None else x.bound[rows].copy(),
    )


def insert_at(b):
    x = known_matrix(b)
    if not x.is_exact:
        x = b.argument(x.shape, x.element)
    offset, count = rows_of(b, x)
    y = b.argument((count, x.shape[1]), x.element)
    row, want = place(b, offset), x.want.copy()
    want[offset : offset + count] = y.want
    b.define(
        f"tensor.insert_slice {y.name} into {x.name}[{row}, 0] [{count}, {x.shape[1]}] "
        f"[1, 1] : {y.type} into {x.type}",
        (x.type, x.element),
        want,
    )


def unknown_sizes(b):
    """An argument whose sizes only the call tells."""
    unknown = [[0], [1], [0, 1]][b.rng.integers(3)]
    b.argument((b.size(), b.size()), "f32" if b.chance(1, 2) else "bf16", unknown)


def rows_by_number(b):
    """A size that a number of the call decides."""
    x = known_matrix(b)
    if not x.is_exact:
        x = b.argument(x.shape, x.element)
    count = int(b.rng.integers(1, x.shape[0] + 1))
    size = b.scalar("index", count)
    kind = type_of((count, x.shape[1]), x.element, [0])
    name = b.fresh()
    b.line(
        f"{name} = tensor.extract_slice {x.name}[0, 0] [{size}, {x.shape[1]}] [1, 1] : "
        f"{x.type} to {kind}"
    )
    b.add(Value(name, kind, x.element, x.want[:count].copy()))
