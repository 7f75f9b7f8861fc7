"""Streams: what callers pass, and which one a call takes when they pass none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from lowp._errors import LaunchError
from lowp._exchange import interface_stream, is_dlpack_on_cuda
from lowp._library import DEFAULT_STREAM, LEGACY_DEFAULT_STREAM
from lowp.device import DeviceArray


def stream_handle(stream: Any) -> int:
    """The CUstream of what the caller passed as stream=."""
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):
        handle = getattr(stream, name, None)
        if handle is not None:
            return int(handle)
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    raise LaunchError(
        "expected stream= to be an integer or an object with cuda_stream, ptr or "
        f"__cuda_stream__, got {type(stream).__name__}"
    )


def torch_stream_source() -> Callable[[int], int]:
    """A function that returns torch's current stream of a GPU."""
    torch = sys.modules["torch"]
    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    if raw is not None:
        return raw
    return lambda device: torch.cuda.current_stream(device).cuda_stream


def no_stream_source(_device: int) -> int:
    """For arrays of libraries that have no current stream."""
    return DEFAULT_STREAM


def stream_of_own(arrays: list[DeviceArray]) -> int:
    """The stream on which arrays of our own become ready."""
    result = {array.stream for array in arrays if array.stream is not None}
    if len(result) > 1:
        what = ", ".join(f"{handle:#x}" for handle in sorted(result))
        raise LaunchError(f"expected stream=, since several write the arrays: {what}")
    return result.pop() if result else DEFAULT_STREAM


def _cupy_stream(array: Any) -> int | None:
    cupy = sys.modules.get("cupy")
    if cupy is None or not isinstance(array, cupy.ndarray):
        return None
    with array.device:
        return int(cupy.cuda.get_current_stream().ptr)


def _torch_device(layout: tuple) -> int | None:
    """The GPU in the layout of a torch tensor; None for any other."""
    while layout[0] == "reinterpreted":
        layout = layout[2]
    if layout[0] != "torch" or layout[4].type != "cuda":
        return None
    return layout[4].index or 0


def _stream_of_foreign(array: Any) -> int | None:
    """The stream that the library of `array` works on now; None when the array
    is not on a GPU, or does not depend on any."""
    handle = _cupy_stream(array)
    if handle is not None:
        return handle
    kind = f"{type(array).__module__}.{type(array).__qualname__}"
    if hasattr(array, "__dlpack__"):
        if not is_dlpack_on_cuda(array):
            return None
        raise LaunchError(
            f"expected stream=, since {kind} does not tell the stream that its "
            "library works on; 0 is the default stream"
        )
    version, handle = interface_stream(array)
    if version < 3 and handle is None:
        raise LaunchError(
            "expected stream=, since __cuda_array_interface__ of version "
            f"{version} of {kind} does not tell a stream; 0 is the default stream"
        )
    return handle


def choose_stream(arrays: list, layouts: list) -> int:
    """The stream that the libraries of `arrays` work on now. A layout that is None
    stands for an array that has not been read. Arrays of our own, which any stream
    can wait for, count where no other library says."""
    result: dict[int, str] = {}
    for array, layout in zip(arrays, layouts):
        handle: int | None = None
        if layout is None:
            handle = _stream_of_foreign(array)
        elif (device := _torch_device(layout)) is not None:
            handle = torch_stream_source()(device)
        if handle is not None:
            name = "torch" if layout else type(array).__module__.partition(".")[0]
            is_default = handle == LEGACY_DEFAULT_STREAM
            result[DEFAULT_STREAM if is_default else handle] = name
    if len(result) > 1:
        what = ", ".join(f"{name} on {handle:#x}" for handle, name in result.items())
        raise LaunchError(f"expected stream=, since the arrays' libraries work on several: {what}")
    if result:
        return next(iter(result))
    return stream_of_own([array for array in arrays if isinstance(array, DeviceArray)])
