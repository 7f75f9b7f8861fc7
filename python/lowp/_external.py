"""Functions of the user's that programs call, on the stream of the call.

The library calls them through ctypes with the tensors that they read and write.
An exception cannot pass through C: it is kept, the call fails, and whoever made
the call raises it again.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable
from typing import Any

from lowp import _library
from lowp._descriptions import Argument, Signature
from lowp._types import interface_type, torch_type, type_bytes

_STATUS = 11  # LOWP_ERROR_EXTERNAL

# Scalars as C passes them; floats of 16 bits as their bits.
_C_TYPES = {
    "f64": ctypes.c_double,
    "f32": ctypes.c_float,
    "f16": ctypes.c_uint16,
    "bf16": ctypes.c_uint16,
    "i1": ctypes.c_uint8,
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "index": ctypes.c_int64,
}

_failures = threading.local()


def take_failure() -> BaseException | None:
    """What an external function raised in the last call of this thread."""
    failure = getattr(_failures, "error", None)
    _failures.error = None
    return failure


class ExternalArray:
    """A tensor that an external function gets. It is there until the function
    returns; work that the function has submitted to the stream may go on.

    shape, strides: in elements. dtype: as MLIR spells it, e.g. "bf16". pointer: the
    address of the first element, on the GPU. Other libraries read it through
    `__cuda_array_interface__` (elements that numpy has no name for appear as
    unsigned integers of their size), torch through `torch()`.
    """

    __slots__ = ("dtype", "pointer", "shape", "strides")

    def __init__(
        self, pointer: int, dtype: str, shape: tuple[int, ...], strides: tuple[int, ...]
    ) -> None:
        self.pointer = pointer
        self.dtype = dtype
        self.shape = shape
        self.strides = strides

    @property
    def __cuda_array_interface__(self) -> dict:
        size = type_bytes(self.dtype)
        return {
            "shape": self.shape,
            "typestr": interface_type(self.dtype),
            "data": (self.pointer, False),
            "strides": tuple(size * stride for stride in self.strides),
            "version": 3,
            # The function works on the stream of the call: nothing to wait for.
            "stream": None,
        }

    def torch(self) -> Any:
        """The same memory as a torch tensor."""
        import torch

        dtype = torch_type(torch, self.dtype)
        if 0 in self.shape:
            return torch.empty(self.shape, dtype=dtype, device="cuda")
        return torch.as_tensor(self, device="cuda").view(dtype)

    def __repr__(self) -> str:
        sizes = "x".join(str(extent) for extent in (*self.shape, self.dtype))
        return f"<lowp.ExternalArray {sizes}>"


def _read_tensor(argument: Argument, address: int) -> ExternalArray:
    """The LowpTensorN at `address`."""
    rank = len(argument.dimensions)
    words = (ctypes.c_int64 * (3 + 2 * rank)).from_address(address)
    size = type_bytes(argument.type)
    pointer = (words[1] & (2**64 - 1)) + words[2] * size
    return ExternalArray(
        pointer, argument.type, tuple(words[3 : 3 + rank]), tuple(words[3 + rank :])
    )


def _read_scalar(argument: Argument, value: Any) -> Any:
    if argument.type == "bf16":
        return struct.unpack("<f", struct.pack("<I", value << 16))[0]
    if argument.type == "f16":
        return struct.unpack("<e", struct.pack("<H", value))[0]
    return bool(value) if argument.type == "i1" else value


def _read(argument: Argument, value: Any) -> Any:
    read = _read_scalar if argument.is_scalar else _read_tensor
    return read(argument, value)


def _call_with_torch(function: Callable, given: list, out: list, stream: int) -> None:
    import torch

    def convert(value: Any) -> Any:
        return value.torch() if isinstance(value, ExternalArray) else value

    with torch.cuda.stream(torch.cuda.ExternalStream(stream)):
        _call(function, [convert(v) for v in given], [convert(v) for v in out], stream)


def _call(function: Callable, given: list, out: list, stream: int) -> None:
    function(*given, out=out[0] if len(out) == 1 else tuple(out), stream=stream)


def _describe(name: str, error: BaseException) -> bytes:
    """The message of the failed call. What the user's exception says of itself is
    code of the user's, which may raise."""
    what = f"external function {name!r} raised {type(error).__name__}"
    try:
        what += f": {error}"
    except BaseException as other:  # noqa: BLE001, the first one counts
        what += f", which cannot be printed: {type(other).__name__}"
    return what.encode("utf-8", "replace")


def make_callback(signature: Signature, function: Callable, arrays: str) -> Any:
    """Returns `function` as C calls it, which the caller keeps; see Program.bind."""
    library = _library.get()
    described = (*signature.arguments, *signature.results)
    invoke = _call_with_torch if arrays == "torch" else _call

    def run(address: int, *values: Any) -> None:
        call = _library.Call.from_address(address)
        # A call that measures asks for workspace of lowp, and torch has its own.
        if call.mode == _library.MEASURE or call.status != _library.OK:
            return
        try:
            read = [_read(a, v) for a, v in zip(described, values, strict=True)]
            count = len(signature.arguments)
            invoke(function, read[:count], read[count:], call.stream or 0)
        except BaseException as error:  # noqa: BLE001, raised again by the caller
            _failures.error = error
            library.Fail(address, _STATUS, _describe(signature.name, error))

    types: list[Any] = [
        _C_TYPES[argument.type] if argument.is_scalar else ctypes.c_void_p for argument in described
    ]
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, *types)(run)
