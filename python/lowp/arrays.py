"""Reading the arrays of other libraries: address, type, sizes, strides, device.

A reader takes an array and returns its address and its layout, a hashable tuple
that holds everything else. Calls find their plan by the layouts, so that only
the addresses are looked at each time. Arrays that are read for a stream come in
two steps: their reader returns them with None as layout, and `read_for_stream`
reads them once the stream of the call is known.
"""

from __future__ import annotations

import numbers
import sys
from typing import Any

from lowp._errors import LaunchError
from lowp._exchange import (
    read_dlpack,
    read_interface,
    understand_dlpack,
    understand_interface,
)
from lowp._lent import HostArray
from lowp._layouts import Array, row_major, to_elements
from lowp._tracing import is_plain, is_proxy, refuse_tensor
from lowp._types import numpy_type, numpy_type_name, torch_type, torch_types, type_bytes
from lowp.device import DeviceArray

# ===----------------------------------------------------------------------===
# numpy
# ===----------------------------------------------------------------------===


def _read_numpy(array) -> tuple[int, tuple]:
    return array.__array_interface__["data"][0], (
        "numpy",
        array.dtype,
        array.shape,
        array.strides,
        array.flags.writeable,
    )


def _understand_numpy(layout: tuple) -> Array:
    _library_name, dtype, shape, strides, is_writeable = layout
    if not dtype.isnative:
        raise LaunchError(f"expected an array in this machine's byte order, got {dtype}")
    return Array(
        "numpy",
        numpy_type_name(dtype),
        shape,
        to_elements(strides, dtype.itemsize),
        -1,
        not is_writeable,
    )


# ===----------------------------------------------------------------------===
# torch
# ===----------------------------------------------------------------------===


def _read_torch(tensor) -> tuple[int, tuple]:
    try:
        address = tensor.data_ptr()
    except RuntimeError:
        # It has no storage: a transform of torch.func has wrapped it, or it is sparse.
        raise refuse_tensor(tensor) from None
    if tensor.is_neg():
        raise LaunchError(
            "expected a tensor whose elements are in its memory, got one that torch is "
            "to negate; pass tensor.resolve_neg()"
        )
    # A tensor that is functionalized has an address, too.
    if not address and _is_functional(tensor):
        raise refuse_tensor(tensor)
    return address, (
        "torch",
        tensor.dtype,
        tensor.shape,
        tensor.stride(),
        tensor.device,
        # A result without gradient would be a wrong one, silently.
        tensor.requires_grad and sys.modules["torch"].is_grad_enabled(),
    )


def _is_functional(tensor) -> bool:
    ask = getattr(sys.modules["torch"], "_is_functional_tensor", None)
    return ask is not None and ask(tensor)


def _understand_torch(layout: tuple) -> Array:
    _library_name, dtype, shape, strides, device, needs_gradient = layout
    torch = sys.modules["torch"]
    if needs_gradient:
        raise LaunchError(
            "expected a tensor that needs no gradient, got one that requires it: "
            "lowp functions have none of their own; call under torch.no_grad(), or "
            "pass tensor.detach()"
        )
    if device.type not in ("cpu", "cuda"):
        raise LaunchError(f"expected a tensor on cpu or cuda, got one on {device}")
    name = torch_types(torch).get(dtype)
    if name is None:
        raise LaunchError(f"expected a tensor of a type that lowp knows, got {dtype}")
    number = -1 if device.type == "cpu" else device.index or 0
    return Array("torch", name, tuple(shape), tuple(strides), number, False)


# ===----------------------------------------------------------------------===
# lowp's own
# ===----------------------------------------------------------------------===


def _read_device_array(array) -> tuple[int, tuple]:
    return array.pointer, ("lowp", array.dtype, array.shape, array.device)


def _understand_device_array(layout: tuple) -> Array:
    _library_name, dtype, shape, device = layout
    return Array("lowp", dtype, shape, row_major(shape), device, False)


class Reinterpreted:
    """An array whose elements are to be read as another type."""

    __slots__ = ("array", "type")

    def __init__(self, array: Any, type: str) -> None:
        self.array = array
        self.type = type


def reinterpret(array: Any, type: str) -> Reinterpreted:
    """Passes the elements of `array` as elements of `type` of the same size, e.g.
    numpy's uint8 as "f8E4M3FN"; for libraries that lack the type. For arguments
    and out= of calls. Raises LaunchError for a type that lowp does not know."""
    type_bytes(type)
    return Reinterpreted(array, type)


def _read_reinterpreted(array: Reinterpreted) -> tuple[Any, tuple | None]:
    pointer, layout = read(array.array)
    if layout is None:
        return array, None
    return pointer, ("reinterpreted", array.type, layout)


def _understand_reinterpreted(layout: tuple) -> Array:
    _library_name, name, inner = layout
    array = understand(inner)
    if array is None:
        raise LaunchError("expected an array to reinterpret, got a number")
    if type_bytes(array.type) != type_bytes(name):
        raise LaunchError(
            f"expected elements of {type_bytes(name)} bytes to read as {name}, got {array.type}"
        )
    return array._replace(type=name)


# ===----------------------------------------------------------------------===
# Choosing
# ===----------------------------------------------------------------------===


def _read_later(array) -> tuple[Any, None]:
    return array, None


def producer(array: Any) -> Any:
    """The object that a library made, without what `reinterpret` wraps it in."""
    return producer(array.array) if isinstance(array, Reinterpreted) else array


def read_for_stream(array: Any, stream: int | None, held: list) -> tuple[int, tuple]:
    """Address and layout of an array whose reader left it for later.

    stream: that of the call, which then comes after what the array's library has
    submitted; NO_STREAM when nothing is launched; None for the host. held: gets
    what must be kept until the call returns.
    """
    if isinstance(array, Reinterpreted):
        pointer, layout = read_for_stream(array.array, stream, held)
        return pointer, ("reinterpreted", array.type, layout)
    # First what tells the type: DLPack.
    if hasattr(array, "__dlpack__"):
        return read_dlpack(array, stream, held)
    return read_interface(array, stream)


def _read_scalar(value) -> tuple[Any, tuple]:
    return value, ("scalar",)


_UNDERSTAND = {
    "numpy": _understand_numpy,
    "torch": _understand_torch,
    "lowp": _understand_device_array,
    "reinterpreted": _understand_reinterpreted,
    "dlpack": understand_dlpack,
    "interface": understand_interface,
}

# Reader by type of array; filled as types come by.
readers: dict[type, Any] = {}
# Types of tensors of torch with elements of their own.
torch_kinds: set[type] = set()


def _is_of(array: Any, module: str, name: str) -> bool:
    """Whether `array` is one of a class of a module, which is not imported."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(array, getattr(loaded, name, ()))


def _choose_reader(array: Any):
    # Numbers of numpy among them.
    if isinstance(array, numbers.Real):
        return _read_scalar
    if _is_of(array, "torch", "Tensor"):
        if not is_plain(sys.modules["torch"], type(array)):
            raise refuse_tensor(array)
        return _read_torch
    if is_proxy(sys.modules.get("torch"), array):
        raise refuse_tensor(array)
    if _is_of(array, "numpy", "ndarray"):
        if hasattr(array, "mask"):
            raise LaunchError("expected an array without mask, got a masked one; fill it first")
        return _read_numpy
    if isinstance(array, DeviceArray):
        return _read_device_array
    if isinstance(array, Reinterpreted):
        return _read_reinterpreted
    if hasattr(array, "__dlpack__") or hasattr(array, "__cuda_array_interface__"):
        return _read_later
    raise LaunchError(
        "expected a torch tensor, a numpy array, an object with __dlpack__ or "
        "__cuda_array_interface__, or a real number for a scalar, got "
        f"{type(array).__name__}"
    )


def find_reader(array: Any):
    """The reader of arrays of this type."""
    reader = _choose_reader(array)
    readers[type(array)] = reader
    if reader is _read_torch:
        torch_kinds.add(type(array))
    return reader


def read(array: Any) -> tuple[Any, tuple | None]:
    """Address (a scalar: its value) and layout of an array, or the array and None
    when it is to be read for a stream."""
    return (readers.get(type(array)) or find_reader(array))(array)


def understand(layout: tuple) -> Array | None:
    """A layout in the terms of lowp; None for a scalar."""
    if layout[0] == "scalar":
        return None
    return _UNDERSTAND[layout[0]](layout)


# ===----------------------------------------------------------------------===
# Making
# ===----------------------------------------------------------------------===


def make_allocator(library: str, type: str, shape: tuple[int, ...], device: int):
    """A function that returns a new array and its address."""
    if library == "torch":
        return _torch_allocator(type, shape, device)
    if library == "numpy":
        return _numpy_allocator(type, shape)
    return _own_allocator(type, shape, device)


def _torch_allocator(type: str, shape: tuple[int, ...], device: int):
    torch = sys.modules["torch"]
    dtype = torch_type(torch, type)
    where = torch.device("cpu") if device < 0 else torch.device("cuda", device)
    empty = torch.empty

    def allocate():
        tensor = empty(shape, dtype=dtype, device=where)
        return tensor, tensor.data_ptr()

    return allocate


def _numpy_allocator(type: str, shape: tuple[int, ...]):
    import numpy

    dtype = numpy_type(type)
    empty = numpy.empty

    def allocate():
        array = empty(shape, dtype)
        return array, array.__array_interface__["data"][0]

    return allocate


def _own_allocator(type: str, shape: tuple[int, ...], device: int):
    def allocate():
        array = HostArray(shape, type) if device < 0 else DeviceArray(shape, type, device)
        return array, array.pointer

    return allocate
