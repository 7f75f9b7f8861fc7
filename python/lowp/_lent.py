"""Arrays of ours that other libraries take over, through DLPack."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp._exchange import DLTensor, dlpack_type, let_wait
from lowp._layouts import row_major
from lowp._owned import Owned
from lowp._types import type_bytes

_CPU, _CUDA = 1, 2
# What XLA reads in place.
_ALIGNMENT = 64
_UNUSED = b"dltensor"

_python = ctypes.pythonapi
_allocate = _python.PyMem_RawMalloc
_allocate.restype, _allocate.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
_free = _python.PyMem_RawFree
_free.restype, _free.argtypes = None, [ctypes.c_void_p]
_new_capsule = _python.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
# A capsule that is being freed must not be counted again.
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _python)
)
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _python)
)
_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [
        ("tensor", DLTensor),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


# The arrays that others have, and their descriptions, by the addresses of these.
_lent: dict[int, tuple[Any, Owned]] = {}
# Forgets an array that its consumer is done with, without code of Python.
_take_back = _Callback(_lent.pop)


@_Callback
def _drop(capsule: int) -> None:
    """Nobody has taken what a capsule offers."""
    if _is_valid(capsule, _UNUSED):
        _take_back(_pointer_of(capsule, _UNUSED))


@atexit.register
def _leave() -> None:
    """What others have lives as long as the process: they may be done with it after the
    interpreter has ended. The description alone is freed then, by C."""
    for address in _lent:
        _Managed.from_address(address).deleter = ctypes.cast(_free, ctypes.c_void_p)
    _python.Py_IncRef(ctypes.py_object(_lent))


def _describe(array: Any, device: tuple[int, int]) -> int:
    """The address of a description of `array`, with its sizes after it."""
    rank, size = len(array.shape), ctypes.sizeof(_Managed)
    address = _allocate(size + 16 * rank)
    managed = _Managed.from_address(address)
    kind = ctypes.c_int64 * rank
    shape = kind.from_address(address + size)
    strides = kind.from_address(address + size + 8 * rank)
    shape[:], strides[:] = list(array.shape), list(row_major(array.shape))
    tensor = managed.tensor
    tensor.data = array.pointer or None
    tensor.device_type, tensor.device_id = device
    tensor.code, tensor.bits = dlpack_type(array.dtype)
    tensor.lanes, tensor.byte_offset, tensor.ndim = 1, 0, rank
    sizes = ctypes.POINTER(ctypes.c_int64)
    tensor.shape, tensor.strides = ctypes.cast(shape, sizes), ctypes.cast(strides, sizes)
    managed.context = None
    managed.deleter = ctypes.cast(_take_back, ctypes.c_void_p)
    return address


class Lendable:
    """An array of rows without gaps in memory of its own, which lives as long as
    anybody has it.

    shape, dtype, pointer: as of a lowp.DeviceArray. device: -1 for the host."""

    __slots__ = ()

    shape: tuple[int, ...]
    dtype: str
    pointer: int
    device: int

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_CPU, 0) if self.device < 0 else (_CUDA, self.device)

    def __dlpack__(self, *, stream: int | None = None, **_options: Any) -> Any:
        """stream: of the consumer, as DLPack counts them: its work comes after that
        which writes the array."""
        awaited = getattr(self, "stream", None)
        if awaited is not None and stream != -1:
            let_wait(self.device, stream or 1, awaited)
        address = _describe(self, self.__dlpack_device__())
        _lent[address] = self, Owned(_free, address)
        return _new_capsule(address, _UNUSED, ctypes.cast(_drop, ctypes.c_void_p))


class HostArray(Lendable):
    """Such an array in memory of the host. The content is not initialised."""

    __slots__ = ("shape", "dtype", "device", "pointer", "_memory")

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        self.shape, self.dtype, self.device = shape, dtype, -1
        size = type_bytes(dtype)
        for extent in shape:
            size *= extent
        address = _allocate(size + _ALIGNMENT)
        if not address:
            raise LaunchError(f"expected {size} bytes of memory for a result, got none")
        self._memory = Owned(_free, address)
        self.pointer = -(-address // _ALIGNMENT) * _ALIGNMENT


class _Offer:
    """An array, with its capsule: that is not freed while a library raises an error,
    when no code of Python may run."""

    def __init__(self, array: Lendable) -> None:
        self._array = array
        self._capsules: list[Any] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()

    def __dlpack__(self, **options: Any) -> Any:
        self._capsules.append(self._array.__dlpack__(**options))
        return self._capsules[-1]


def find_importer(array: Any) -> Callable[[Any], Any]:
    """What makes arrays of the library of `array` of those above. Raises LaunchError where
    the library says nothing, or does not take them."""
    namespace = getattr(array, "__array_namespace__", None)
    result = getattr(namespace(), "from_dlpack", None) if namespace else None
    kind = f"{type(array).__module__}.{type(array).__qualname__}"
    if result is None:
        raise LaunchError(
            f"expected out= for the results, since {kind} has no __array_namespace__ with "
            "from_dlpack, by which lowp would make new ones"
        )

    def take_over(array: Lendable) -> Any:
        offer = _Offer(array)
        try:
            return result(offer)
        except Exception as error:
            # Here no error is on its way.
            del offer
            raise LaunchError(
                f"expected {kind} to take a result of {array.dtype} over, or out= for the "
                f"results, got: {error}"
            ) from error

    return take_over
