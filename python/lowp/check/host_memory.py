"""Host memory that any library reads through DLPack, by the standard library alone."""

from __future__ import annotations

import ctypes
import math

from lowp._lent import Lendable


class HostMemory(Lendable):
    """A row-major array of unsigned integers, with `tail` more of them after it."""

    def __init__(self, shape: tuple[int, ...], itemsize: int, tail: int = 0) -> None:
        self.shape, self.dtype, self.device = shape, f"u{8 * itemsize}", -1
        self.nbytes = itemsize * (math.prod(shape) + tail)
        self._memory = ctypes.create_string_buffer(max(self.nbytes, 1))
        self.pointer = ctypes.addressof(self._memory)

    def write(self, content: bytes) -> None:
        """Replaces all of it."""
        ctypes.memmove(self._memory, content, self.nbytes)

    def read(self) -> bytes:
        """All of it."""
        return self._memory.raw[: self.nbytes]
