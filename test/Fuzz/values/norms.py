"""Rows brought to one size, as norms of models do: sums, and what reads them beside the rows."""

import numpy as np

from .generic import Generic
from .sizes import sizes_of
from .value import Value


def start(b):
    """A tensor of ordinary numbers, and the dimensions of a row of it."""
    x = b.tensor(Value.is_tame, wild=False)
    rank = len(x.shape)
    if b.chance(3, 4):
        return x, [rank - 1]
    count = int(b.rng.integers(1, rank))
    return x, sorted(int(d) for d in b.rng.choice(rank, count, replace=False))


def rest(x, dims):
    return [d for d in range(len(x.shape)) if d not in dims]


def sum_of_squares(b, x, dims):
    squares = Generic(b, sizes_of(x))
    read = squares.read(x)
    square = squares.write(squares.binary("mulf", read, read))
    sums = Generic(b, sizes_of(square))
    # Squares of a sum of products need not be rounded.
    return sums.total(sums.read(square), dims, x.element)


def sum_of(b, x, dims):
    sums = Generic(b, sizes_of(x))
    return sums.total(sums.read(x), dims)


def share(x, dims):
    return 1.0 / np.prod([x.shape[d] for d in dims])


def rms(b):
    x, dims = start(b)
    total = sum_of_squares(b, x, dims)
    loops = Generic(b, sizes_of(x))
    row, whole = loops.read(x), loops.read(total, rest(x, dims))
    mean = loops.binary("mulf", whole, loops.constant(share(x, dims), x.element))
    raised = loops.binary("addf", mean, loops.constant(0.0625, x.element))
    result = loops.binary("mulf", row, loops.function("rsqrt", raised))
    if b.chance(1, 2):
        weight = b.argument([x.shape[d] for d in dims], x.element, wild=False)
        result = loops.binary("mulf", result, loops.read(weight, dims))
    loops.write(result)


def centered(b):
    """x minus the mean of its row."""
    x, dims = start(b)
    total = sum_of(b, x, dims)
    loops = Generic(b, sizes_of(x))
    row, whole = loops.read(x), loops.read(total, rest(x, dims))
    mean = loops.binary("mulf", whole, loops.constant(share(x, dims), x.element))
    loops.write(loops.binary("subf", row, mean))


def layer(b):
    """A layer norm in f32 whose result has the type of its operand."""
    x, dims = start(b)
    wide = Generic(b, sizes_of(x))
    wide = wide.write(wide.cast(wide.read(x), "f32"))
    total = sum_of(b, wide, dims)
    loops = Generic(b, sizes_of(wide))
    row, whole = loops.read(wide), loops.read(total, rest(x, dims))
    mean = loops.binary("mulf", whole, loops.constant(share(x, dims), "f32"))
    centre = loops.write(loops.binary("subf", row, mean))
    squares = sum_of_squares(b, centre, dims)
    loops = Generic(b, sizes_of(centre))
    row, whole = loops.read(centre), loops.read(squares, rest(x, dims))
    mean = loops.binary("mulf", whole, loops.constant(share(x, dims), "f32"))
    raised = loops.binary("addf", mean, loops.constant(0.0625, "f32"))
    result = loops.binary("mulf", row, loops.function("rsqrt", raised))
    loops.write(loops.cast(result, x.element))


def by_largest(b):
    """Rows divided by their largest magnitude: a scale that the program writes itself."""
    x, dims = start(b)
    loops = Generic(b, sizes_of(x))
    read = loops.read(x)
    size = loops.emit(
        f"math.absf {read.name} : {x.element}", x.element, np.abs(read.want), read.bound
    )
    top = loops.largest(size, dims)
    loops = Generic(b, sizes_of(x))
    row, whole = loops.read(x), loops.read(top, rest(x, dims))
    raised = loops.binary("maximumf", whole, loops.constant(0.5, x.element))
    loops.write(loops.binary("divf", row, raised))
