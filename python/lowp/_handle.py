"""Programs of the library."""

from __future__ import annotations

import ctypes
from typing import Any

from lowp import _library
from lowp._owned import Owned


class ProgramHandle:
    """A program of the library, destroyed with the last object that uses it."""

    __slots__ = ("_as_parameter_", "_library", "_owned", "externals")

    def __init__(self) -> None:
        """None yet: a function of the library makes it `out`."""
        # ctypes passes this where the library's functions take a program.
        self._as_parameter_ = ctypes.c_void_p()
        self._library = _library.get()
        self._owned = Owned(self._library.ProgramDestroy, self._as_parameter_)
        # What the program calls, which must live as long.
        self.externals: list = []

    @property
    def out(self) -> Any:
        """Where the library puts a program that it makes."""
        return ctypes.byref(self._as_parameter_)

    def find(self, name: str) -> int:
        """The library's handle of a function; links the host code. Raises
        LaunchError."""
        error = _library.Error()
        handle = self._library.ProgramFunction(self, name.encode(), ctypes.byref(error))
        if not handle:
            raise self._library.launch_error(error)
        return handle

    def keep(self) -> None:
        """Leaves the program for the life of the process, to be called before a GPU
        loads its kernels: work that is under way, or a CUDA graph, may need them."""
        self._owned.keep()
