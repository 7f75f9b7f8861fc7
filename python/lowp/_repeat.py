"""Calls on tensors that the library reads itself.

Asking a torch tensor for its layout takes most of the time of a call. DLPack's
exchange interface lets the library ask: a call that was made through its layouts
is remembered, and made again on whatever has the same ones. Anything else takes
the way through the layouts again, which knows what to say about it.
"""

from __future__ import annotations

import ctypes
from typing import Any

from lowp import _library
from lowp._exchange import capsule_pointer
from lowp._owned import Owned

_CAPSULE = b"dlpack_exchange_api"
_MAJOR_VERSION = 1


class _Exchange(ctypes.Structure):
    """DLPackExchangeAPI of dlpack.h."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("export_managed", ctypes.c_void_p),
        ("import_managed", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("current_stream", ctypes.c_void_p),
    ]


class _Python(ctypes.Structure):
    """LowpPython of Repeat.h."""

    _fields_ = [
        ("struct_bytes", ctypes.c_size_t),
        ("tuple_size", ctypes.c_void_p),
        ("tuple_item", ctypes.c_void_p),
        ("clear_error", ctypes.c_void_p),
        ("save_thread", ctypes.c_void_p),
        ("restore_thread", ctypes.c_void_p),
    ]


def _address(name: str) -> int | None:
    function = getattr(ctypes.pythonapi, name)
    return ctypes.cast(function, ctypes.c_void_p).value


_python = _Python(
    ctypes.sizeof(_Python),
    _address("PyTuple_Size"),
    _address("PyTuple_GetItem"),
    _address("PyErr_Clear"),
    _address("PyEval_SaveThread"),
    _address("PyEval_RestoreThread"),
)

_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.restype = ctypes.c_int
_is_capsule.argtypes = [ctypes.py_object, ctypes.c_char_p]


def find_read(tensor: Any) -> int | None:
    """The function of the tensor's library that fills a DLTensor from an object;
    None where it has none that this version knows."""
    capsule = getattr(type(tensor), "__dlpack_c_exchange_api__", None)
    if capsule is None or not _is_capsule(capsule, _CAPSULE):
        return None
    exchange = _Exchange.from_address(capsule_pointer(capsule, _CAPSULE))
    return exchange.read if exchange.major == _MAJOR_VERSION else None


class Repeat:
    """A call that was made, ready to be made again; see Repeat.h."""

    __slots__ = ("handle", "_owned")

    def __init__(self, handle: int) -> None:
        self.handle = ctypes.c_void_p(handle)
        self._owned = Owned(_library.get().RepeatDestroy, self.handle)


def remember(objects: tuple, handle, call_reference, pointers, count, device) -> Repeat | None:
    """The call that was made with this memory, which outlives the result; None when
    the library of its tensors cannot say what they are.

    objects: its tensors, those of results included. The others are what
    lowpFunctionCall takes.
    """
    read = find_read(objects[0]) if objects else None
    created = read and _library.get().RepeatCreate(
        ctypes.byref(_python),
        read,
        handle,
        call_reference,
        pointers,
        count,
        device,
        objects,
    )
    return Repeat(created) if created else None
