"""Parts of tensors, and tensors in which parts are replaced: with strides, without dimensions
of size 1, at places and of sizes that the type, a constant or the call tells."""

from dataclasses import dataclass

import numpy as np

from oracle.formats import DTYPES

from .sizes import MOST_ELEMENTS, Size, filled, known, listed, maybe_hidden, sizes_of, type_from
from .value import Value


@dataclass
class Part:
    """A part of a tensor: where it begins in each dimension, its Size, its step, and whether the
    part's type has it."""

    offsets: list
    sizes: list
    strides: list
    kept: list

    @property
    def where(self):
        return tuple(
            slice(o.number, o.number + (n.number - 1) * s + 1, s)
            for o, n, s in zip(self.offsets, self.sizes, self.strides)
        )

    @property
    def shape(self):
        return [size for size, is_kept in zip(self.sizes, self.kept) if is_kept]

    def text(self, b):
        steps = ", ".join(map(str, self.strides))
        return f"{listed(b, self.offsets)} {listed(b, self.sizes)} [{steps}]"

    def take(self, array):
        return (
            None
            if array is None
            else array[self.where].reshape([size.number for size in self.shape]).copy()
        )


def part_of(x, dim, start, count):
    """Elements `start` and following along one dimension, all along the others."""
    sizes = sizes_of(x)
    sizes[dim] = Size(count)
    rank = len(x.shape)
    return Part(
        [Size(start if d == dim else 0) for d in range(rank)], sizes, [1] * rank, [True] * rank
    )


def place(b, number):
    """A number of the type, of a constant, or of the call."""
    if b.chance(1, 12):
        return Size(number, b.scalar("index", number))
    return maybe_hidden(b, number) if b.chance(1, 2) else Size(number)


def draw_part(b, x):
    """Some dimensions are cut, others stay."""
    offsets, sizes, strides = [], [], []
    for whole in sizes_of(x):
        stride = int(b.choose([1, 1, 1, 1, 2, 3, 5])) if whole.number > 1 else 1
        most = (whole.number - 1) // stride + 1
        if b.chance(1, 2):
            if whole.number == 1 or stride == 1:
                offsets.append(Size(0))
                sizes.append(
                    whole if whole.source or not b.chance(1, 4) else maybe_hidden(b, whole.number)
                )
                strides.append(1)
                continue
            count = most
        else:
            count = 1 if b.chance(1, 4) else int(b.rng.integers(1, most + 1))
        offset = int(b.rng.integers(0, whole.number - (count - 1) * stride))
        offsets.append(place(b, offset))
        sizes.append(maybe_hidden(b, count))
        strides.append(stride)
    kept = [size.text != "1" or b.chance(1, 2) for size in sizes]
    if sum(kept) < 2:
        kept = [True] * len(kept)
    return Part(offsets, sizes, strides, kept)


def cut(b, x, part):
    kind = type_from(part.shape, x.element)
    return b.define(
        f"tensor.extract_slice {x.name}{part.text(b)} : {x.type} to {kind}",
        (kind, x.element),
        part.take(x.want),
        part.take(x.bound),
    )


def take(b):
    x = b.tensor()
    cut(b, x, draw_part(b, x))


def put(b, y, x, part):
    """`x` with `y` in a part of it."""
    want, bound = (x.want.copy(), None) if x.is_exact and y.is_exact else (x.wide(), x.error())
    inner = [size.number for size in part.sizes]
    want[part.where] = (y.want if bound is None else y.wide()).reshape(inner)
    if bound is not None:
        bound = bound.copy()
        bound[part.where] = y.error().reshape(inner)
    b.define(
        f"tensor.insert_slice {y.name} into {x.name}{part.text(b)} : {y.type} into {x.type}",
        x.like,
        want,
        bound,
    )


def fitting(b, x, part):
    """A tensor of the type of a part of `x`: one that is there, or an argument."""
    kind = type_from(part.shape, x.element)
    shape = tuple(size.number for size in part.shape)
    found = b.find(lambda value: value.type == kind and value.shape == shape)
    if found:
        return found
    unknown = [d for d, size in enumerate(part.shape) if size.source is not None]
    return b.argument(shape, x.element, unknown)


def insert(b):
    """Into a tensor that is there."""
    x = b.tensor()
    part = draw_part(b, x)
    put(b, fitting(b, x, part), x, part)


def insert_into_fill(b):
    """A tensor that is there into a larger one of zeros, or of another number: the gradient
    of a slice."""
    y = b.tensor()
    offsets, sizes, strides, shape = [], sizes_of(y), [], []
    for size in sizes:
        stride = int(b.choose([1, 1, 1, 2, 3]))
        offset = int(b.choose([0, 0, 1, 4, 16]))
        behind = int(b.choose([0, 0, 1, 8]))
        offsets.append(place(b, offset))
        strides.append(stride)
        shape.append(offset + (size.number - 1) * stride + 1 + behind)
    if np.prod(shape) > 4 * MOST_ELEMENTS:
        return
    number = b.choose([0.0, 0.0, 0.0, 1.5])
    x = b.add(filled_value(b, shape, y.element, number))
    put(b, y, x, Part(offsets, sizes, strides, [True] * len(sizes)))


def filled_value(b, shape, element, number):
    name = filled(b, known(shape), element, number)
    return Value(
        name,
        type_from(known(shape), element),
        element,
        np.full(shape, number).astype(DTYPES[element]),
    )
