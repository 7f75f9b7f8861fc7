"""The same elements under other dimensions."""

import numpy as np

from .sizes import Size, listed, sizes_of, type_from


def groups_of(b, rank):
    """Neighbours that become one: some of them alone."""
    groups = [[0]]
    for dim in range(1, rank):
        if b.chance(1, 2):
            groups[-1].append(dim)
        else:
            groups.append([dim])
    return groups


def product(sizes):
    is_known = all(size.source is None for size in sizes)
    if len(sizes) == 1:
        return sizes[0]
    return Size(int(np.prod([size.number for size in sizes])), None if is_known else "product")


def reshaped(array, sizes):
    return None if array is None else array.reshape([size.number for size in sizes])


def collapse(b):
    x = b.tensor(lambda value: len(value.shape) > 2)
    groups = groups_of(b, len(x.shape))
    if len(groups) == len(x.shape):
        groups = [*groups[:-2], groups[-2] + groups[-1]]
    collapsed(b, x, groups)


def collapsed(b, x, groups):
    """`x` with one dimension for each of `groups`."""
    sizes = [product([sizes_of(x)[d] for d in group]) for group in groups]
    kind = type_from(sizes, x.element)
    return b.define(
        f"tensor.collapse_shape {x.name} {groups} : {x.type} into {kind}",
        (kind, x.element),
        reshaped(x.want, sizes),
        reshaped(x.bound, sizes),
    )


def divisor_of(b, number):
    return int(b.choose([d for d in (1, 1, 2, 3, 4, 8, 16, 32, number) if number % d == 0]))


def divided(b, size):
    """A size as two; one of unknown number as itself and 1, or by a division."""
    factor = divisor_of(b, size.number)
    if size.source is None:
        pair = [Size(factor), Size(size.number // factor)]
        return pair if b.chance(1, 2) else pair[::-1]
    if factor == 1 or b.chance(1, 2):
        return [Size(1), size] if b.chance(1, 2) else [size, Size(1)]
    whole, by, name = listed(b, [size])[1:-1], b.constant(f"{factor} : index"), b.fresh("d")
    b.line(f"{name} = arith.divui {whole}, {by} : index")
    return [Size(size.number // factor, name), Size(factor)]


def expand(b):
    x = b.tensor(lambda value: len(value.shape) < 4)
    if len(x.shape) > 3:
        x = b.any_argument((8, 16, 4), x.element)
    which = int(b.rng.integers(len(x.shape)))
    sizes, groups = [], []
    for dim, size in enumerate(sizes_of(x)):
        own = divided(b, size) if dim == which else [size]
        groups.append(list(range(len(sizes), len(sizes) + len(own))))
        sizes += own
    kind, shape = type_from(sizes, x.element), listed(b, sizes)
    b.define(
        f"tensor.expand_shape {x.name} {groups} output_shape {shape} : {x.type} into {kind}",
        (kind, x.element),
        reshaped(x.want, sizes),
        reshaped(x.bound, sizes),
    )


def retype(b):
    """The same tensor under a type that says fewer of its sizes."""
    x = b.tensor()
    sizes = [Size(size.number, "call") if b.chance(1, 2) else size for size in sizes_of(x)]
    kind = type_from(sizes, x.element)
    if kind != x.type:
        b.define(f"tensor.cast {x.name} : {x.type} to {kind}", (kind, x.element), x.want, x.bound)
