"""Calls of any functions on tensors of layouts that come again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from lowp._bound import bind, repeat_one
from lowp.program import Function

# Layouts that are remembered; beyond that all are forgotten.
_MOST = 256

_Tensors = Sequence[torch.Tensor]


class BoundLayouts:
    """Bound calls by keys, which stand for a function and for sizes."""

    def __init__(self) -> None:
        # Calls that no thread is making.
        self._bound: dict[tuple, list[Callable]] = {}
        self._seen: set[tuple] = set()

    def repeat(self, key: tuple, tensors: _Tensors) -> Sequence[Any] | None:
        """New results of a call on tensors that have their elements in their memory; None where
        none is bound for their layouts."""
        calls = self._bound.get(key)
        return repeat_one(calls, tensors) if calls else None

    def bind(
        self, key: tuple, find: Callable[[], Function], tensors: _Tensors, results: _Tensors
    ) -> None:
        """Binds the call on `tensors` that made `results`, each as rows of the last dimension,
        if it is the second one with its key and copied nothing. find: its function."""
        if key not in self._seen:
            if len(self._seen) >= _MOST:
                self._seen.clear()
            self._seen.add(key)
            return
        every = (*tensors, *results)
        if not all(each.is_contiguous() and each.numel() for each in every):
            return
        call = bind(find(), [_rows_of(each.detach()) for each in every], tensors, results)
        if call is None:
            return
        if len(self._bound) >= _MOST:
            self._bound.clear()
        self._bound.setdefault(key, []).append(call)


def _rows_of(tensor: torch.Tensor) -> torch.Tensor:
    return tensor if tensor.dim() == 1 else tensor.view(-1, tensor.shape[-1])
