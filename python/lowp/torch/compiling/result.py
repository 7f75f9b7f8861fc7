"""What a region writes: tensors that each call makes."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple

import torch

from lowp.torch.compiling.result_sizes import Size, evaluate


class Made(NamedTuple):
    """A new result as the program writes it, None where it has no elements, and as the graph has
    it."""

    written: torch.Tensor | None
    seen: torch.Tensor


@dataclasses.dataclass(frozen=True)
class Result:
    """sizes: of each stored dimension, by the region's symbols. order: the dimension of
    the tensor that each stored one is. A result without elements is not one of the
    program's."""

    sizes: list[Size]
    order: list[int]
    dtype: str

    @functools.cached_property
    def is_written(self) -> bool:
        return 0 not in self.sizes

    def allocate(self, symbols: list[Any], device: torch.device) -> Made:
        sizes, strides = self._layout or self._lay_out(symbols)
        # The graph's tensor is no view, so that it may be written in place.
        seen = torch.empty_strided(sizes, strides, dtype=getattr(torch, self.dtype), device=device)
        if not self.is_written:
            return Made(None, seen)
        return Made(seen if self._is_in_order else seen.permute(self.order), seen)

    @functools.cached_property
    def _is_in_order(self) -> bool:
        return self.order == sorted(self.order)

    @functools.cached_property
    def _layout(self) -> tuple[list[Any], list[Any]] | None:
        """What `_lay_out` returns, where no symbol decides on it: a call of a small model is
        as fast as its host."""
        return self._lay_out([]) if all(isinstance(size, int) for size in self.sizes) else None

    def _lay_out(self, symbols: list[Any]) -> tuple[list[Any], list[Any]]:
        """Sizes and strides of the graph's tensor, whose stored dimensions have no gaps."""
        stored = [evaluate(size, symbols) for size in self.sizes]
        sizes, strides, stride = list(stored), list(stored), 1
        for dim, size in zip(reversed(self.order), reversed(stored)):
            sizes[dim], strides[dim] = size, stride
            stride = stride * torch.sym_max(size, 1)
        return sizes, strides
