"""Tensors of the imported function.

A view costs nothing where its reader has a map of indices: a value is a stored
tensor and, for each dimension of that, the dimension of the view that it follows.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import sympy
import torch

from lowp.torch.compiling.importer.types import name_of


def expression(size: Any) -> sympy.Expr:
    """A size as torch has it (int or SymInt) as an expression."""
    if isinstance(size, torch.SymInt):
        return size.node.expr
    return sympy.Integer(int(size))


def expressions(sizes: Any) -> tuple[sympy.Expr, ...]:
    return tuple(expression(size) for size in sizes)


def tensor_type(sizes: tuple[sympy.Expr, ...], dtype: torch.dtype) -> str:
    shape = "".join(f"{size}x" if size.is_Integer else "?x" for size in sizes)
    return f"tensor<{shape}{name_of(dtype)}>"


@dataclasses.dataclass(frozen=True)
class Value:
    """name: of the stored tensor, whose sizes are `stored`. reads: for each of its
    dimensions that of the view which it follows, None where index 0 is read. A
    dimension of the view that none follows repeats the elements."""

    name: str
    stored: tuple[sympy.Expr, ...]
    reads: tuple[int | None, ...]
    shape: tuple[sympy.Expr, ...]
    dtype: torch.dtype

    @staticmethod
    def plain(name: str, shape: tuple[sympy.Expr, ...], dtype: torch.dtype) -> Value:
        return Value(name, shape, tuple(range(len(shape))), shape, dtype)

    @property
    def is_plain(self) -> bool:
        """Whether the stored tensor is the view."""
        return self.reads == tuple(range(len(self.shape)))

    @property
    def is_permuted(self) -> bool:
        """Whether the stored tensor has the dimensions of the view in any order."""
        return sorted(x if x is not None else -1 for x in self.reads) == list(
            range(len(self.shape))
        )

    @property
    def type(self) -> str:
        return tensor_type(self.stored, self.dtype)

    def permute(self, order: list[int]) -> Value:
        """Dimension d of the result is `order[d]` of the view."""
        places = {old: new for new, old in enumerate(order)}
        reads = tuple(None if x is None else places[x] for x in self.reads)
        shape = tuple(self.shape[old] for old in order)
        return dataclasses.replace(self, reads=reads, shape=shape)

    def keep(self, dimensions: list[int]) -> Value:
        """The view without its other dimensions, which have one index."""
        places = {old: new for new, old in enumerate(dimensions)}
        reads = tuple(None if x is None else places.get(x) for x in self.reads)
        shape = tuple(self.shape[old] for old in dimensions)
        return dataclasses.replace(self, reads=reads, shape=shape)

    def insert_ones(self, shape: tuple[sympy.Expr, ...], places: list[int]) -> Value:
        """The view as `shape`, which has ones beside its dimensions at `places`."""
        reads = tuple(None if x is None else places[x] for x in self.reads)
        return dataclasses.replace(self, reads=reads, shape=shape)

    def expand(self, shape: tuple[sympy.Expr, ...]) -> Value:
        """The view repeated along new dimensions, in front, and those of size 1."""
        first = len(shape) - len(self.shape)
        reads = []
        for dimension in self.reads:
            repeats = dimension is None or self.shape[dimension] != shape[dimension + first]
            reads.append(None if dimension is None or repeats else dimension + first)
        return dataclasses.replace(self, reads=tuple(reads), shape=shape)

    def map_in(self, loops: tuple[sympy.Expr, ...]) -> str:
        """The map of indices of a reader whose loops have these sizes."""
        view = self.expand(loops)
        names = ", ".join(f"d{number}" for number in range(len(loops)))
        reads = ", ".join("0" if x is None else f"d{x}" for x in view.reads)
        return f"affine_map<({names}) -> ({reads})>"
