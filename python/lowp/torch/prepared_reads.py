"""Functions that read prepared weights, and the weights that these are prepared of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

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
    which come first. options: what the program was compiled with, for others like it. dtype:
    what weights are cast to, if they are."""

    def __init__(
        self,
        function: Function,
        store: Store,
        options: Mapping[str, Any],
        dtype: torch.dtype | None = None,
    ) -> None:
        self.function, self.options, self._dtype = function, options, dtype
        self.fingerprint = function.fingerprint or ""
        self._store = store
        self.read = _indices(function)
        self.weights = _indices(function.program[function._signature.prepare])

    def prepare(self, weights: Sequence[torch.Tensor], out: Prepared | None = None) -> Prepared:
        """out: what an earlier call returned, which is written again."""
        stored = [self.stored_at(place, weight) for place, weight in enumerate(weights)]
        cast = [each.to(self._dtype or each.dtype) for each in stored]
        return self.function.prepare(*cast, out=out)

    def stored_at(self, place: int, weight: torch.Tensor) -> torch.Tensor:
        """Weight `place` as the program takes it, but for its type."""
        return self._store(weight, self.weights[place])
