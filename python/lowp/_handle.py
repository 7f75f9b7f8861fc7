"""Programs of the library."""

from __future__ import annotations

import ctypes

from lowp import _library


class ProgramHandle:
    """A program of the library, destroyed with the last object that uses it.

    One whose kernels a GPU has loaded is left: work that is under way, or a CUDA
    graph, may still need them. is_loaded: whether that may be so, to be set before
    anything is launched.
    """

    __slots__ = ("_as_parameter_", "_library", "externals", "is_loaded")

    def __init__(self, address: int) -> None:
        """address: the program, which the object owns from now on."""
        # ctypes passes this where the library's functions take a program.
        self._as_parameter_ = address
        # Held here: when the interpreter ends, modules may be gone before programs.
        self._library = _library.get()
        self.is_loaded = False
        # What the program calls, which must live as long.
        self.externals: list = []

    def find(self, name: str) -> int:
        """The library's handle of a function; links the host code. Raises
        LaunchError."""
        error = _library.Error()
        handle = self._library.ProgramFunction(self, name.encode(), ctypes.byref(error))
        if not handle:
            raise self._library.launch_error(error)
        return handle

    def __del__(self) -> None:
        if not getattr(self, "is_loaded", True):
            self._library.ProgramDestroy(self)
