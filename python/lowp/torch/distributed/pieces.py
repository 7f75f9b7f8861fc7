"""Several tensors in one memory: one allocation, and one call that makes all of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import torch

from lowp._tensor_memory import result_maker

# Each begins at a multiple of so many bytes, as memory of its own would for kernels.
_ALIGNMENT = 128


class Pieces:
    """Places of tensors of `sizes` bytes, none of them 0."""

    def __init__(self, sizes: Sequence[int]) -> None:
        gaps = [-size % _ALIGNMENT for size in sizes]
        self._sizes = [size for pair in zip(sizes, gaps) for size in pair if size]
        # Which of them are no gaps.
        is_piece = itertools.chain.from_iterable((True, False) if gap else (True,) for gap in gaps)
        self._wanted = list(itertools.compress(range(len(self._sizes)), is_piece))
        self.bytes = sum(self._sizes)

    def split(self, memory: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The tensors as bytes. memory: as many bytes as there are."""
        found = memory.split_with_sizes(self._sizes)
        if len(self._wanted) == len(found):
            return tuple(found)
        return tuple([found[index] for index in self._wanted])

    def maker(self, device: torch.device) -> Callable[[], tuple[torch.Tensor, ...]]:
        """A function that returns the tensors in new memory."""
        make = result_maker(torch.empty(self.bytes, dtype=torch.uint8, device=device))
        return lambda: self.split(make())
