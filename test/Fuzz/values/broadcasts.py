"""Tensors that are read for each element of others: of fewer dimensions, or of size 1."""

import numpy as np

from .generic import Generic
from .sizes import draw_shape, empty, known, sizes_of, type_from

NAMES = ["addf", "mulf", "subf", "maximumf", "minimumf"]


def broadcast(b):
    """linalg.broadcast along any new dimensions."""
    shape = draw_shape(b)
    rank = len(shape)
    added = sorted(int(d) for d in b.rng.choice(rank, int(b.rng.integers(1, rank)), replace=False))
    kept = [d for d in range(rank) if d not in added]
    x = b.find(
        lambda value: value.element in ("f32", "bf16", "f16")
        and len(value.shape) == len(kept)
        and 0 < value.want.size <= 512
    )
    if x is None:
        x = b.any_argument([shape[d] for d in kept], b.choose(["f32", "bf16", "f16"]))
    sizes = known(shape)
    for d, size in zip(kept, sizes_of(x)):
        sizes[d] = size
    for d in added:
        if np.prod([size.number for size in sizes]) > 8192:
            sizes[d] = known([2])[0]
    kind, init = type_from(sizes, x.element), empty(b, sizes, x.element)
    whole = [size.number for size in sizes]
    want, bound = (
        None if array is None else np.broadcast_to(np.expand_dims(array, added), whole).copy()
        for array in (x.want, x.bound)
    )
    b.define(
        f"linalg.broadcast ins({x.name} : {x.type}) outs({init} : {kind}) dimensions = {added}",
        (kind, x.element),
        want,
        bound,
    )


def with_row(b):
    """x op y, where y has some of x's dimensions, and of others the element 0 or none."""
    x = b.tensor()
    dims, shape = [], []
    for dim, size in enumerate(x.shape):
        kind = b.choose(["own", "own", "one", "none"])
        if kind != "none":
            dims.append(None if kind == "one" else dim)
            shape.append(1 if kind == "one" else size)
    if not dims:
        dims, shape = [len(x.shape) - 1], [x.shape[-1]]
    y = b.find(
        lambda value: list(value.shape) == shape
        and value.element == x.element
        and all(d not in value.unknown for d, dim in enumerate(dims) if dim is None)
    )
    if y is None or b.chance(1, 3):
        y = b.argument(shape, x.element)
    loops = Generic(b, sizes_of(x))
    operands = [loops.read(x), loops.read(y, dims)]
    if b.chance(1, 2):
        operands.reverse()
    loops.write(loops.binary(b.choose(NAMES), *operands))


def outer(b):
    """A column op a row: each element of one with each of the other."""
    x = b.tensor(rank=2)
    shape = [x.shape[0], int(b.choose([2, 4, 8, 16])), x.shape[1]]
    y = b.argument([shape[1], shape[2]], x.element)
    sizes = sizes_of(x)
    loops = Generic(b, [sizes[0], known([shape[1]])[0], sizes[1]])
    loops.write(
        loops.binary(b.choose(NAMES), loops.read(x, [0, 2]), loops.read(y, [1, 2])),
        b.choose([None, [0, 1, 2], [1, 0, 2], [2, 0, 1]]),
    )
