"""Functions of libraries that `lowp-compile --emit=lib` wrote, through ctypes.

Such a library holds the kernels and lowp's runtime: neither liblowp-c nor a
compiler is needed to call it.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp._layouts import row_major
from lowp._library import MEASURE, RUN, Call
from lowp.arrays import producer, read, understand
from lowp.bench.errors import BenchError


@functools.cache
def _tensor_type(rank: int) -> type[ctypes.Structure]:
    """LowpTensor<rank> of lowp_runtime.h."""
    sizes = ctypes.c_int64 * rank
    fields = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("sizes", sizes),
        ("strides", sizes),
    ]
    return type(f"Tensor{rank}", (ctypes.Structure,), {"_fields_": fields})


def _look_at(array: Any) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Address, sizes and strides."""
    address, layout = read(array)
    if layout is None:
        # The memory is lowp.check's own: nobody else works with it.
        interface = producer(array).__cuda_array_interface__
        return interface["data"][0], interface["shape"], row_major(interface["shape"])
    known = understand(layout)
    return address, known.shape if known else (), known.strides if known else ()


def _describe(array: Any) -> ctypes.Structure:
    address, sizes, strides = _look_at(array)
    rank = len(sizes)
    if not rank:
        raise BenchError(f"expected a tensor, got {type(array).__name__}")
    extents = ctypes.c_int64 * rank
    return _tensor_type(rank)(address, address, 0, extents(*sizes), extents(*strides))


class LibraryFunction:
    """A function of tensors."""

    def __init__(self, path: str, name: str) -> None:
        try:
            # The library stays open: loaded kernels are known by their addresses.
            self._function = getattr(ctypes.CDLL(path), name)
        except (OSError, AttributeError) as error:
            raise BenchError(
                f"expected '{path}' to be a library with the function {name}, got: "
                f"{error}; write it with --precompile"
            ) from None
        self._function.restype = None

    def bind(
        self,
        arrays: tuple,
        stream: Callable[[], int],
        allocate: Callable[[int], Any],
    ) -> Callable[[], None]:
        """A call without arguments. stream: gives the CUstream of each call.
        allocate: makes device memory of some bytes."""
        tensors = [_describe(array) for array in arrays]
        call = Call()
        arguments = [ctypes.byref(call), *map(ctypes.byref, tensors)]
        call.mode = MEASURE
        self._run(call, arguments)
        workspace = None
        if call.workspaceUsed:
            workspace = allocate(call.workspaceUsed)
            call.workspace = _look_at(workspace)[0]
            call.workspaceBytes = call.workspaceUsed
        call.mode = RUN

        def run(_owners=(arrays, tensors, workspace)) -> None:
            call.stream = stream()
            self._run(call, arguments)

        return run

    def _run(self, call: Call, arguments: list) -> None:
        call.status = 0
        call.workspaceUsed = 0
        self._function(*arguments)
        if call.status:
            raise LaunchError(call.message.decode("utf-8", "replace"))
