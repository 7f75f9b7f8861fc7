"""Calls a function of a library that lowp-compile made, with nothing of lowp at hand."""

import ctypes

RUN, MEASURE = 0, 1


class Call(ctypes.Structure):
    """LowpCall of lowp_runtime.h."""

    _fields_ = [
        ("stream", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
        ("workspaceBytes", ctypes.c_uint64),
        ("workspaceUsed", ctypes.c_uint64),
        ("mode", ctypes.c_int32),
        ("status", ctypes.c_int32),
        ("message", ctypes.c_char * 512),
    ]


class CallError(Exception):
    """What the function says is wrong."""


def make_tensor(address, sizes):
    """What a function takes of a tensor in rows without gaps: its address, twice, the offset,
    sizes and strides in elements."""
    strides = [1]
    for size in reversed(sizes[1:]):
        strides.insert(0, strides[0] * size)
    words = [address, address, 0, *sizes, *strides]
    return (ctypes.c_int64 * len(words))(*words)


def _invoke(function, tensors, mode, workspace, size):
    """Returns the bytes of workspace that the call uses."""
    call = Call(None, workspace, size, 0, mode, 0, b"")
    function(ctypes.byref(call), *(ctypes.byref(tensor) for tensor in tensors))
    if call.status:
        raise CallError(call.message.decode())
    return call.workspaceUsed


def call_function(path, name, tensors, allocate):
    """Calls function `name` of the library at `path`. allocate: the address of so many bytes of
    the device's memory, which is the workspace. Raises CallError."""
    function = getattr(ctypes.CDLL(path), name)
    function.restype = None
    size = _invoke(function, tensors, MEASURE, None, 0)
    _invoke(function, tensors, RUN, allocate(max(size, 1)), size)
