"""Sizes of tensors of any dimensions, known or told by the call."""

from dataclasses import dataclass
from typing import Any

import numpy as np

# Small ones, so that many meet; blocks of recipes and vectors divide some of them.
SIZES = [1, 2, 2, 3, 4, 4, 8, 8, 15, 16, 16, 24, 32, 32, 48, 64, 96, 128]
MOST_ELEMENTS = 6144


@dataclass(frozen=True)
class Size:
    """`source`: nothing if the type says the number, a value of type index, or a value
    and its dimension."""

    number: int
    source: Any = None

    @property
    def text(self):
        return str(self.number) if self.source is None else "?"


def sizes_of(value):
    return [
        Size(number, (value, dim) if dim in value.unknown else None)
        for dim, number in enumerate(value.shape)
    ]


def known(shape):
    return [Size(int(number)) for number in shape]


def type_from(sizes, element):
    return f"tensor<{'x'.join([*(size.text for size in sizes), element])}>"


def operand(b, size):
    """What stands for a size in a list of static and dynamic ones."""
    if size.source is None:
        return str(size.number)
    if isinstance(size.source, str):
        return size.source
    value, dim = size.source
    index, name = b.constant(f"{dim} : index"), b.fresh("d")
    b.line(f"{name} = tensor.dim {value.name}, {index} : {value.type}")
    return name


def listed(b, sizes):
    return "[" + ", ".join(operand(b, size) for size in sizes) + "]"


def hidden(b, number):
    """A size that a constant tells, which the type leaves open."""
    return Size(number, b.constant(f"{number} : index"))


def maybe_hidden(b, number):
    return hidden(b, number) if b.rng.random() < b.mix.unknown else Size(number)


def empty(b, sizes, element):
    dynamic = [operand(b, size) for size in sizes if size.source is not None]
    name = b.fresh("e")
    b.line(f"{name} = tensor.empty({', '.join(dynamic)}) : {type_from(sizes, element)}")
    return name


def filled(b, sizes, element, number=0.0):
    """A tensor of one number."""
    kind, init, name = type_from(sizes, element), empty(b, sizes, element), b.fresh("z")
    scalar = b.constant(f"{literal(number, element)} : {element}")
    b.line(f"{name} = linalg.fill ins({scalar} : {element}) outs({init} : {kind}) -> {kind}")
    return name


def literal(number, element):
    """A float as MLIR reads it; infinities by their bits."""
    if np.isfinite(number):
        return repr(float(number))
    bits = {"f32": 0x7F800000, "bf16": 0x7F80, "f16": 0x7C00}[element]
    sign = {"f32": 0x80000000, "bf16": 0x8000, "f16": 0x8000}[element] if number < 0 else 0
    return f"0x{bits + sign:0{8 if element == 'f32' else 4}X}"


def draw_shape(b, rank=None):
    """Sizes that together are no more than a simulator likes."""
    rank = rank or int(b.rng.integers(b.mix.dims[0], b.mix.dims[1] + 1))
    shape = [int(b.choose(SIZES)) for _ in range(rank)]
    while np.prod(shape) > MOST_ELEMENTS:
        largest = int(np.argmax(shape))
        shape[largest] = int(b.choose([size for size in SIZES if size < shape[largest]]))
    return shape
