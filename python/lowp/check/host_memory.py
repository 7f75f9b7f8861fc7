"""Host memory that any library reads through DLPack, by the standard library alone."""

from __future__ import annotations

import ctypes
import math

from lowp._exchange import DLTensor
from lowp._layouts import row_major

_CPU = 1
_UNSIGNED = 1


class _Managed(ctypes.Structure):
    """DLManagedTensor; nothing is to be done at the end, since the memory is ours."""

    _fields_ = [
        ("tensor", DLTensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class HostMemory:
    """A row-major array of unsigned integers, with `tail` more of them behind it."""

    def __init__(self, shape: tuple[int, ...], itemsize: int, tail: int = 0) -> None:
        self.shape = shape
        self.nbytes = itemsize * (math.prod(shape) + tail)
        self._memory = ctypes.create_string_buffer(max(self.nbytes, 1))
        rank = len(shape)
        self._sizes = (ctypes.c_int64 * rank)(*shape)
        self._strides = (ctypes.c_int64 * rank)(*row_major(shape))
        self._managed = _Managed()
        tensor = self._managed.tensor
        tensor.data = ctypes.addressof(self._memory)
        tensor.device_type, tensor.device_id = _CPU, 0
        tensor.code, tensor.bits, tensor.lanes = _UNSIGNED, 8 * itemsize, 1
        tensor.ndim, tensor.shape, tensor.strides = rank, self._sizes, self._strides

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CPU, 0

    def __dlpack__(self, **_options):
        return _new_capsule(ctypes.addressof(self._managed), b"dltensor", None)

    def write(self, content: bytes) -> None:
        """Replaces all of it."""
        ctypes.memmove(self._memory, content, self.nbytes)

    def read(self) -> bytes:
        """All of it."""
        return self._memory.raw[: self.nbytes]
