"""Where data are stored, as chains of views on the matrix in its storage order."""

from dataclasses import dataclass
from typing import Callable

import numpy as np


@dataclass(frozen=True)
class DataLayout:
    """How it is written; what sizes are filled up to; how a matrix of such sizes is
    cut and put together; and, of the last index of that, the dimension it is a
    digit of and how many values it has, None for as many as the matrix gives."""

    text: str
    tile: tuple
    cut: Callable
    padding: float = 0.0
    last: tuple = (1, None)

    def __str__(self):
        return self.text

    def fill(self, shape, dtype):
        """Padding as it must be."""
        return np.full(shape, self.padding, np.float32).astype(dtype)

    def alignments(self, group=1):
        """What sizes that the type does not have are multiples of, where `group`
        elements are packed together."""
        alignments = list(self.tile)
        dim, count = self.last
        if count is None:
            alignments[dim] *= group
        return alignments

    def store(self, matrix, fill=None):
        """The stored tensor of elements. `fill` gives the padding as an array of
        a shape and a type; the layout's own if left out."""
        shape = [-(-size // tile) * tile for size, tile in zip(matrix.shape, self.tile)]
        filled = (fill or self.fill)(tuple(shape), matrix.dtype)
        filled[: matrix.shape[0], : matrix.shape[1]] = matrix
        return np.ascontiguousarray(self.cut(filled))


IDENTITY = DataLayout("#lowp.identity", (1, 1), lambda m: m)


def panels(width):
    """[columns / width][rows][width]."""
    return DataLayout(
        f"#lowp.panels<{width}>",
        (1, width),
        lambda m: m.reshape(m.shape[0], m.shape[1] // width, width).transpose(1, 0, 2),
        last=(1, width),
    )
