"""Parts of tensors, other shapes, and places that numbers of run time decide."""

import numpy as np

from .value import Value, type_of


def known_matrix(b):
    x = b.matrix(lambda value: "?" not in value.type)
    return x if "?" not in x.type else b.argument((b.size(), b.size()), "f32")


def part(b, shape):
    """Where a part begins and how large it is."""
    counts = [int(b.rng.integers(1, size + 1)) for size in shape]
    offsets = [int(b.rng.integers(0, size - count + 1)) for size, count in zip(shape, counts)]
    return offsets, counts, tuple(slice(o, o + c) for o, c in zip(offsets, counts))


def cut(array, where):
    return None if array is None else array[where].copy()


def take(b):
    x = known_matrix(b)
    offsets, counts, where = part(b, x.shape)
    kind = type_of(counts, x.element)
    b.define(f"tensor.extract_slice {x.name}[{offsets[0]}, {offsets[1]}] [{counts[0]}, {counts[1]}]"
             f" [1, 1] : {x.type} to {kind}", (kind, x.element), cut(x.want, where),
             cut(x.bound, where))


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
    offsets, counts, _ = part(b, x.shape)
    where = slice(offsets[0], offsets[0] + counts[0]), slice(0, x.shape[1])
    kind = type_of((counts[0], x.shape[1]), x.element)
    row = place(b, offsets[0])
    b.define(f"tensor.extract_slice {x.name}[{row}, 0] [{counts[0]}, {x.shape[1]}] [1, 1] : "
             f"{x.type} to {kind}", (kind, x.element), cut(x.want, where), cut(x.bound, where))


def insert(b, at=False):
    x = known_matrix(b)
    if not x.is_exact:
        x = b.argument(x.shape, x.element)
    offsets, counts, where = part(b, x.shape)
    y = b.argument(counts, x.element)
    row = place(b, offsets[0]) if at else offsets[0]
    want = x.want.copy()
    want[where] = y.want
    b.define(f"tensor.insert_slice {y.name} into {x.name}[{row}, {offsets[1]}] [{counts[0]}, "
             f"{counts[1]}] [1, 1] : {y.type} into {x.type}", (x.type, x.element), want)


def insert_at(b):
    insert(b, at=True)


def flatten(b):
    """One dimension, and at times both again."""
    x = known_matrix(b)
    kind = type_of((x.want.size,), x.element)
    flat = b.define(f"tensor.collapse_shape {x.name} [[0, 1]] : {x.type} into {kind}",
                    (kind, x.element), x.want.reshape(-1),
                    None if x.bound is None else x.bound.reshape(-1))
    if b.chance(1, 2):
        b.define(f"tensor.expand_shape {flat.name} [[0, 1]] output_shape [{x.shape[0]}, "
                 f"{x.shape[1]}] : {kind} into {x.type}", (x.type, x.element), x.want, x.bound)


def transpose(b):
    x = known_matrix(b)
    kind = type_of(x.shape[::-1], x.element)
    empty = b.empty_of(kind)
    b.define(f"linalg.transpose ins({x.name} : {x.type}) outs({empty} : {kind}) permutation = "
             f"[1, 0]", (kind, x.element), x.want.T.copy(),
             None if x.bound is None else x.bound.T.copy())


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
    b.line(f"{name} = tensor.extract_slice {x.name}[0, 0] [{size}, {x.shape[1]}] [1, 1] : "
           f"{x.type} to {kind}")
    b.add(Value(name, kind, x.element, x.want[:count].copy()))
