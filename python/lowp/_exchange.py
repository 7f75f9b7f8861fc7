"""Arrays of any library that speaks DLPack or __cuda_array_interface__.

Both let the producer say what its pending work means for the consumer's stream,
so these arrays are read when the stream of the call is known.
"""

from __future__ import annotations

import ctypes
from typing import Any

from lowp import _library
from lowp._errors import LaunchError
from lowp._layouts import ANYWHERE, Array, row_major, to_elements


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", DLTensor),
    ]


_DLPACK_READ_ONLY = 1
_DLPACK_IS_COPY = 2
_DLPACK_HOST = (1, 3)  # kDLCPU, kDLCUDAHost
_DLPACK_CUDA = (2, 13)  # kDLCUDA, kDLCUDAManaged
_DLPACK_TYPES = {
    (0, 8): "i8",
    (0, 16): "i16",
    (0, 32): "i32",
    (0, 64): "i64",
    (1, 8): "u8",
    (1, 16): "u16",
    (1, 32): "u32",
    (1, 64): "u64",
    (2, 16): "f16",
    (2, 32): "f32",
    (2, 64): "f64",
    (4, 16): "bf16",
    (6, 8): "i1",
    (10, 8): "f8E4M3FN",
    (12, 8): "f8E5M2",
    (14, 8): "f8E8M0FNU",
}


def dlpack_type(name: str) -> tuple[int, int]:
    """DLPack's code and bits for our name of a type."""
    for key, ours in _DLPACK_TYPES.items():
        if ours == ("i64" if name == "index" else name):
            return key
    raise LaunchError(
        f"expected a type that DLPack has, got {name}; pass out= with bytes under lowp.reinterpret"
    )


_capsule_name = ctypes.pythonapi.PyCapsule_GetName
_capsule_name.restype = ctypes.c_char_p
_capsule_name.argtypes = [ctypes.py_object]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


# The stream of a call that launches nothing.
NO_STREAM = -1


def is_dlpack_on_cuda(array: Any) -> bool:
    """Whether a producer of DLPack has the array in a GPU's memory."""
    if not hasattr(array, "__dlpack_device__"):
        raise LaunchError(
            f"expected __dlpack_device__ beside __dlpack__, got none from {type(array).__name__}"
        )
    return array.__dlpack_device__()[0] in _DLPACK_CUDA


def _dlpack_options(array, stream: int | None) -> dict:
    """What orders the producer's work before ours; host memory takes no stream."""
    if stream is None or not is_dlpack_on_cuda(array):
        return {}
    # 0 is taken as ambiguous by the protocol; 1 is the default stream.
    return {"stream": stream or 1}


# What producers are asked for, by the age of their DLPack.
_REQUESTS: tuple[dict, ...] = (
    {"max_version": (1, 0), "copy": False},
    {"max_version": (1, 0)},
    {},
)


def _ask(array, options: dict):
    """The DLPack capsule of an array, by the newest request that it understands."""
    for request in _REQUESTS:
        try:
            return array.__dlpack__(**request, **options)
        except TypeError as error:
            refusal = error
    raise refusal


def _refuse_loan(array, error: Exception) -> LaunchError:
    (reason, *_rest) = str(error).splitlines() or [type(error).__name__]
    return LaunchError(
        f"expected {type(array).__name__}.__dlpack__ to lend its memory, got: {reason}; pass "
        "arrays that have elements, outside of functions that are traced"
    )


def _export(array, stream: int | None):
    """The DLPack capsule of an array that is ready for `stream`."""
    options = _dlpack_options(array, stream)
    try:
        return _ask(array, options)
    except BufferError as error:
        raise _refuse_loan(array, error) from None
    except TypeError as error:
        # JAX says so of what stands for an array while it traces a function.
        if not options:
            raise _refuse_loan(array, error) from None
        raise LaunchError(
            f"expected {type(array).__name__}.__dlpack__ to take stream=, so that its "
            f"work comes before that of the call, got: {error}"
        ) from None


def _open_capsule(capsule) -> tuple[DLTensor, bool]:
    """The tensor in a capsule, which stays the owner, and whether it is only to be
    read."""
    try:
        name = _capsule_name(capsule)
    except ValueError:
        raise LaunchError(
            f"expected __dlpack__ to return a capsule, got {type(capsule).__name__}"
        ) from None
    if name == b"dltensor_versioned":
        address = capsule_pointer(capsule, name)
        managed = _DLManagedTensorVersioned.from_address(address)
        if managed.flags & _DLPACK_IS_COPY:
            raise LaunchError(
                "expected a DLPack tensor in the memory of its array, got a copy, which "
                "would not live until the work is done; make the array contiguous"
            )
        return managed.tensor, bool(managed.flags & _DLPACK_READ_ONLY)
    if name == b"dltensor":
        return DLTensor.from_address(capsule_pointer(capsule, name)), False
    raise LaunchError(f"expected a DLPack tensor, got a capsule called {name!r}; was it used?")


def read_dlpack(array, stream: int | None, held: list) -> tuple[int, tuple]:
    """stream: that of the call; NO_STREAM when nothing is launched; None for a
    program on the host. held: gets what owns the address, to be kept until the call
    returns."""
    capsule = _export(array, stream)
    held.append(capsule)
    tensor, is_readonly = _open_capsule(capsule)
    shape = tuple(tensor.shape[: tensor.ndim])
    if tensor.strides:
        strides = tuple(tensor.strides[: tensor.ndim])
    else:
        strides = row_major(shape)
    return (tensor.data or 0) + tensor.byte_offset, (
        "dlpack",
        (tensor.code, tensor.bits, tensor.lanes),
        shape,
        strides,
        (tensor.device_type, tensor.device_id),
        is_readonly,
    )


def understand_dlpack(layout: tuple) -> Array:
    _library_name, (code, bits, lanes), shape, strides, device, is_readonly = layout
    name = _DLPACK_TYPES.get((code, bits)) if lanes == 1 else None
    if name is None:
        raise LaunchError(
            "expected an array of a type that lowp knows, got DLPack's code "
            f"{code}, {bits} bits, {lanes} lanes"
        )
    if device[0] in _DLPACK_HOST:
        number = -1
    elif device[0] in _DLPACK_CUDA:
        number = device[1]
    else:
        raise LaunchError(f"expected an array on the host or CUDA, got DLPack's device {device}")
    return Array("", name, shape, strides, number, is_readonly)


def interface_stream(array: Any) -> tuple[int, int | None]:
    """Version of the interface and the stream on which the data become ready."""
    interface = array.__cuda_array_interface__
    stream = interface.get("stream")
    if stream == 0:
        raise LaunchError(
            "expected the stream of a __cuda_array_interface__ to be 1 (default), 2 "
            "(per thread) or a CUstream, got 0, which may mean any of them"
        )
    return interface["version"], stream


def _device_of(pointer: int) -> int:
    device, library = ctypes.c_int32(), _library.get()
    library.check(library.MemoryDevice, pointer, ctypes.byref(device))
    return device.value


def let_wait(device: int, stream: int, awaited: int) -> None:
    """Lets a stream of a GPU wait for what another has been given so far."""
    library = _library.get()
    library.check(library.StreamWait, device, stream, awaited)


def _wait_for(array, device: int, stream: int) -> None:
    """Lets `stream` wait for the work that makes the data of `array`."""
    theirs = interface_stream(array)[1]
    if theirs is not None and theirs != (stream or 1):
        let_wait(device, stream, theirs)


def read_interface(array, stream: int | None) -> tuple[int, tuple]:
    """stream: as for read_dlpack."""
    interface = array.__cuda_array_interface__
    if interface.get("mask") is not None:
        raise LaunchError("expected an array without mask, got a masked one")
    pointer, is_readonly = interface["data"]
    strides = interface.get("strides")
    # An array without elements has no address, and is anywhere.
    device = _device_of(pointer) if pointer else ANYWHERE
    if device != ANYWHERE and stream is not None and stream != NO_STREAM:
        _wait_for(array, device, stream)
    return pointer or 0, (
        "interface",
        interface["typestr"],
        tuple(interface["shape"]),
        strides if strides is None else tuple(strides),
        is_readonly,
        device,
    )


def understand_interface(layout: tuple) -> Array:
    _library_name, typestr, shape, strides, is_readonly, device = layout
    kinds = {"i": "i", "u": "u", "f": "f", "b": "b"}
    bits = int(typestr[2:]) * 8
    if typestr[0] == ">" or typestr[1] not in kinds:
        raise LaunchError(f"expected an array of a type that lowp knows, got {typestr!r}")
    in_elements = row_major(shape) if strides is None else to_elements(strides, bits // 8)
    name = "i1" if typestr == "|b1" else kinds[typestr[1]] + str(bits)
    return Array("", name, shape, in_elements, device, is_readonly)
