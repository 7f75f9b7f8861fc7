"""Functions that read prepared weights, and the weights that these are prepared of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch

from lowp._prepared import Prepared
from lowp.program import Function

# A weight as the program takes it, by its argument's index.
Store = Callable[[torch.Tensor, int], torch.Tensor]


class Place(NamedTuple):
    """What is a weight, but for its values. storage: its index. Several weights may be
    parts of one storage."""

    storage: int
    offset: int
    shape: torch.Size
    stride: tuple[int, ...]
    dtype: torch.dtype
    is_neg: bool

    @classmethod
    def of(cls, weight: torch.Tensor, storage: int) -> Place:
        layout = weight.shape, weight.stride(), weight.dtype
        return cls(storage, int(weight.storage_offset()), *layout, weight.is_neg())


def _indices(function: Function) -> list[int]:
    """Returns which of the program's arguments a function takes."""
    names = (argument.name for argument in function.arguments)
    return [int(name[len("argument") :]) for name in names if name.startswith("argument")]


class Reader:
    """A function that reads prepared weights. weights: the indices, among the program's
    arguments, of those that they are prepared of. read: of those that it takes as they are,
    which come first."""

    def __init__(self, function: Function, store: Store) -> None:
        self.function = function
        self.fingerprint = function.fingerprint or ""
        self._store = store
        self.read = _indices(function)
        self.weights = _indices(function.program[function._signature.prepare])

    def prepare(self, weights: Sequence[torch.Tensor], out: Prepared | None = None) -> Prepared:
        """out: what an earlier call returned, which is written again."""
        return self.function.prepare(*self.stored(weights), out=out)

    def stored(self, weights: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Weights as the program takes them."""
        return list(map(self._store, weights, self.weights))
