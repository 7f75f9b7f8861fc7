"""Machine code of kernels in the cache, for the compiler to look up and keep.

The compiler calls this from threads of its own, which no interrupt reaches.
"""

from __future__ import annotations

import ctypes

from lowp import cache

_Receive = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
_Load = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_size_t, _Receive, ctypes.c_void_p, ctypes.c_void_p
)
_Store = ctypes.CFUNCTYPE(
    None,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_void_p,
)


class KernelStore:
    """The callbacks of a compilation with the ptxas of this identity; to be kept until
    that has ended."""

    def __init__(self, ptxas: list) -> None:
        self._ptxas = ptxas
        self._load_callback = _Load(self._load)
        self._store_callback = _Store(self._store)

    def fields(self) -> dict:
        """The options of the compilation."""
        return {
            "loadKernel": ctypes.cast(self._load_callback, ctypes.c_void_p),
            "storeKernel": ctypes.cast(self._store_callback, ctypes.c_void_p),
        }

    def _load(self, key, size: int, receive, receiver, _data) -> None:
        entry = cache.load(cache.kernel_key(ctypes.string_at(key, size), self._ptxas))
        if entry is not None:
            receive(entry[0], len(entry[0]), receiver)

    def _store(self, key, size: int, content, content_size: int, _data) -> None:
        name = cache.kernel_key(ctypes.string_at(key, size), self._ptxas)
        cache.write(name, ctypes.string_at(content, content_size), ())
