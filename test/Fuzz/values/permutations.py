"""Dimensions in another order, as an operation or as a map of what reads them."""

import numpy as np

from .generic import Generic
from .sizes import empty, sizes_of, type_from


def order_of(b, rank):
    """Any, or two dimensions that change their places."""
    if b.chance(1, 2):
        return [int(d) for d in b.rng.permutation(rank)]
    order = list(range(rank))
    first, second = b.rng.choice(rank, 2, replace=False)
    order[first], order[second] = order[second], order[first]
    return order


def moved(array, order):
    return None if array is None else np.transpose(array, order).copy()


def transpose(b):
    x = b.tensor()
    order = order_of(b, len(x.shape))
    sizes = [sizes_of(x)[d] for d in order]
    kind, init = type_from(sizes, x.element), empty(b, sizes, x.element)
    b.define(
        f"linalg.transpose ins({x.name} : {x.type}) outs({init} : {kind}) permutation = {order}",
        (kind, x.element),
        moved(x.want, order),
        moved(x.bound, order),
    )


def turned_reads(b):
    """x + y, where y, or the result, has its dimensions in another order."""
    x = b.tensor()
    order = order_of(b, len(x.shape))
    shape = tuple(x.shape[d] for d in order)
    y = b.find(lambda value: value.shape == shape and value.element == x.element)
    if y is None or b.chance(1, 3):
        y = b.any_argument(shape, x.element)
    loops = Generic(b, sizes_of(x))
    name = b.choose(["addf", "mulf", "subf", "maximumf"])
    result = loops.binary(name, loops.read(x), loops.read(y, order))
    loops.write(result, order_of(b, len(x.shape)) if b.chance(1, 3) else None)
