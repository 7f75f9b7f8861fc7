"""Tensors of the imported function.

A view costs nothing where its reader has a map of indices: a value is a stored tensor
and, for each dimension of that, the dimension of the view that it follows. Dimensions
of size 1 are never stored, so every map of indices is a permutation or drops loops.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import sympy
import torch

from lowp._mlir.function import affine_map
from lowp._mlir.types import scaled, tensor
from lowp.torch.compiling.importer.types import name_of

Shape = tuple[sympy.Expr, ...]


def expression(size: Any) -> sympy.Expr:
    """A size or another number as torch has it as an expression."""
    if isinstance(size, (torch.SymInt, torch.SymFloat)):
        return size.node.expr
    return sympy.sympify(size)


def expressions(sizes: Any) -> Shape:
    return tuple(expression(size) for size in sizes)


def count_of(sizes: Any) -> sympy.Expr:
    """How many elements there are."""
    return sympy.expand(sympy.prod(list(sizes), start=sympy.Integer(1)))


def has_no_elements(sizes: Any) -> bool:
    """Whether one of the sizes, of torch or as expressions, is known to be 0."""
    return any(expression(size) == 0 for size in sizes)


def long_dimensions(shape: Shape) -> list[int]:
    """Returns the dimensions whose size is not 1."""
    return [d for d, size in enumerate(shape) if size != 1]


def without_ones(shape: Shape) -> Shape:
    return tuple(size for size in shape if size != 1)


def with_size(shape: Shape, dimension: int, size: sympy.Expr) -> Shape:
    """A shape with another size of one dimension."""
    return *shape[:dimension], size, *shape[dimension + 1 :]


def _known(sizes: Shape) -> list[int | None]:
    """The sizes; None for those that are known at run time."""
    return [int(size) if size.is_Integer else None for size in sizes]


def tensor_type(sizes: Shape, dtype: torch.dtype) -> str:
    return str(tensor(*_known(sizes), element=name_of(dtype)))


def scaled_type(sizes: Shape, dtype: torch.dtype, scales: str) -> str:
    """scales: as the dialect names them."""
    return str(scaled(_known(sizes), name_of(dtype), scales))


@dataclasses.dataclass(frozen=True)
class Value:
    """name: of the stored tensor, whose sizes are `stored`, none of them 1. reads: for
    each of its dimensions that of the view which it follows. A dimension of the view
    that none follows has size 1 or repeats the elements. A view without elements has no
    stored tensor."""

    name: str
    stored: Shape
    reads: tuple[int, ...]
    shape: Shape
    dtype: torch.dtype

    @staticmethod
    def plain(name: str, shape: Shape, dtype: torch.dtype) -> Value:
        """The view of a stored tensor with the long dimensions of `shape`."""
        return Value(name, without_ones(shape), tuple(long_dimensions(shape)), shape, dtype)

    @staticmethod
    def nothing(shape: Shape, dtype: torch.dtype) -> Value:
        """A view without elements."""
        return Value("", (), (), shape, dtype)

    @property
    def is_empty(self) -> bool:
        return has_no_elements(self.shape)

    @property
    def is_plain(self) -> bool:
        """Whether the stored tensor is the view, but for dimensions of size 1."""
        return self.is_empty or list(self.reads) == long_dimensions(self.shape)

    @property
    def is_permuted(self) -> bool:
        """Whether the stored tensor has the long dimensions of the view in any order."""
        return self.is_empty or sorted(self.reads) == long_dimensions(self.shape)

    @property
    def type(self) -> str:
        return tensor_type(self.stored, self.dtype)

    def repeats(self, dimension: int) -> bool:
        """Whether the elements are equal along a dimension of the view."""
        return dimension not in self.reads

    def permute(self, order: list[int]) -> Value:
        """Dimension d of the result is `order[d]` of the view."""
        return self.keep(order)

    def turned(self) -> Value:
        """With its last two dimensions, if it has as many, exchanged."""
        *batch, row, column = range(max(len(self.shape), 2))
        return self.permute([*batch, column, row]) if len(self.shape) > 1 else self

    def keep(self, dimensions: list[int]) -> Value:
        """The view without its other dimensions, along which elements are equal, in this
        order."""
        places = {old: new for new, old in enumerate(dimensions)}
        reads = tuple(places[x] for x in self.reads)
        shape = tuple(self.shape[old] for old in dimensions)
        return dataclasses.replace(self, reads=reads, shape=shape)

    def spread(self, shape: Shape, places: list[int]) -> Value:
        """The view as `shape`, which has other dimensions beside those at `places`."""
        reads = tuple(places[x] for x in self.reads)
        return dataclasses.replace(self, reads=reads, shape=shape)

    def resize(self, dimension: int, size: sympy.Expr) -> Value:
        """The view with another size of a dimension along which elements are equal."""
        return dataclasses.replace(self, shape=with_size(self.shape, dimension, size))

    def expand(self, shape: Shape) -> Value:
        """The view repeated along new dimensions, in front, and those of size 1."""
        if has_no_elements(shape):
            return Value.nothing(shape, self.dtype)
        first = len(shape) - len(self.shape)
        return self.spread(shape, [d + first for d in range(len(self.shape))])

    def map_in(self, loops: Shape) -> str:
        """The map of indices of a reader with a loop for each long dimension of `loops`."""
        view = self.expand(loops)
        numbers = {d: number for number, d in enumerate(long_dimensions(loops))}
        names = [f"d{number}" for number in range(len(numbers))]
        return affine_map(names, (names[numbers[x]] for x in view.reads))
