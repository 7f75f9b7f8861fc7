"""GPUs, and arrays in their memory for programs without a library for that."""

from __future__ import annotations

import ctypes
import operator
from typing import NamedTuple

from lowp import _library
from lowp._errors import LaunchError
from lowp._lent import Lendable
from lowp._library import (
    DEFAULT_STREAM,
    LEGACY_DEFAULT_STREAM,
    PER_THREAD_DEFAULT_STREAM,
)
from lowp._owned import Owned
from lowp._types import interface_type, numpy_type, numpy_type_name, type_bytes


class DeviceInfo(NamedTuple):
    """What a GPU is.

    name: e.g. "NVIDIA H200". chip: what to compile for, e.g. "sm_90a".
    multiprocessors: how many it has. memory_bytes, l2_cache_bytes: of all its memory
    and of its L2 cache. part: what cost models think of, e.g. "h200"; None if lowp has
    no figures of it.
    """

    name: str
    chip: str
    multiprocessors: int
    memory_bytes: int
    l2_cache_bytes: int
    part: str | None

    def __repr__(self) -> str:
        return f"<lowp.DeviceInfo {self.name}, {self.chip}>"


def checked_device(device: int) -> int:
    """`device` as the library counts GPUs; ctypes would wrap what does not fit.
    Raises LaunchError."""
    number = operator.index(device)
    if not 0 <= number < 2**31:
        raise LaunchError(f"expected the number of a GPU, counted from 0, got {number}")
    return number


def device_count() -> int:
    """Number of GPUs: 0 where there is no driver. Raises LaunchError when one fails."""
    count, library = ctypes.c_int32(), _library.get()
    try:
        library.check(library.DeviceCount, ctypes.byref(count))
    except LaunchError as error:
        if error.status not in ("LOWP_ERROR_NO_DRIVER", "LOWP_ERROR_NO_DEVICE"):
            raise
        return 0
    return count.value


def device_info(device: int = 0) -> DeviceInfo:
    """What the GPU of index `device` is. Raises LaunchError when there is none."""
    info = _library.DeviceInfo()
    size = ctypes.sizeof(info)
    number = checked_device(device)
    library = _library.get()
    library.check(library.DeviceInfo, number, ctypes.byref(info), size)
    return DeviceInfo(
        info.name.decode(),
        info.chip.decode(),
        info.multiprocessors,
        info.memoryBytes,
        info.l2CacheBytes,
        info.part.decode() or None,
    )


def synchronize(device: int = 0) -> None:
    """Waits for all work on a GPU. Raises LaunchError for faults of kernels."""
    library = _library.get()
    library.check(library.DeviceSynchronize, checked_device(device))


def _for_all_threads(handle: int) -> int:
    """A stream that comes after `handle`, under a name that is the same in each
    thread. The default stream comes after those of the threads."""
    if handle in (LEGACY_DEFAULT_STREAM, PER_THREAD_DEFAULT_STREAM):
        return DEFAULT_STREAM
    return handle


class DeviceArray(Lendable):
    """A contiguous array in the memory of a GPU, freed with the object, which waits
    for work that is under way.

    shape: its sizes, row-major. dtype: the type of its elements as MLIR spells it.
    device: the number of the GPU. pointer: its address there, 0 without elements.
    nbytes: its size in bytes; elements of less than 8 bits take one each.

    Other libraries read it through DLPack, or `__cuda_array_interface__` (elements
    that numpy has no name for appear as unsigned integers of their size).

    Calls that use it on several streams come one after another, on the GPU: what
    reads it after what writes it, and what writes it after all others. The
    streams must exist as long as the array has them in mind, and a stream that a
    CUDA graph is captured from can only wait for streams of the same capture: to
    make it forget, synchronize and set `stream` to None.
    """

    __slots__ = (
        "shape",
        "dtype",
        "device",
        "pointer",
        "nbytes",
        "_stream",
        "_reading_streams",
        "_memory",
        "__weakref__",
    )

    def __init__(self, shape: tuple[int, ...], dtype: str, device: int = 0) -> None:
        """shape: sizes, row-major. dtype: name of a type as MLIR spells it, e.g.
        "bf16" or "f8E4M3FN". The content is not initialised. Raises LaunchError for
        negative sizes and unknown types, without driver or device, and when memory
        runs out."""
        library = _library.get()
        self.device = checked_device(device)
        self.stream = None
        self.shape = tuple(int(extent) for extent in shape)
        if any(extent < 0 for extent in self.shape):
            raise LaunchError(f"expected sizes of 0 or more, got {self.shape}")
        self.dtype = dtype
        self.nbytes = type_bytes(dtype)
        for extent in self.shape:
            self.nbytes *= extent
        if self.nbytes >= 2**63:
            raise LaunchError(f"expected less than 2^63 bytes, got {self.nbytes}")
        pointer = ctypes.c_void_p()
        library.check(library.MemoryAllocate, self.device, self.nbytes, ctypes.byref(pointer))
        self.pointer = pointer.value or 0
        # An error here is that of a kernel, and the next call reports it.
        self._memory = Owned(library.MemoryFree, self.device, pointer, None)

    @classmethod
    def from_bytes(
        cls, content, shape: tuple[int, ...], dtype: str, device: int = 0
    ) -> DeviceArray:
        """Copies elements from the host, and waits for that. content: an object with
        the buffer interface that has the bytes of all of them, row-major. Raises
        LaunchError for another number of bytes, and as the constructor does."""
        array = cls(shape, dtype, device)
        view = memoryview(content).cast("B")
        if len(view) != array.nbytes:
            raise LaunchError(f"expected {array.nbytes} bytes, got {len(view)}")
        data = bytes(view)
        library = _library.get()
        library.check(library.MemoryToDevice, device, array.pointer, data, array.nbytes)
        return array

    @classmethod
    def from_host(cls, array, device: int = 0) -> DeviceArray:
        """Copies a numpy array, made contiguous. Raises LaunchError for types that
        lowp does not know, and as the constructor does."""
        import numpy

        contiguous = numpy.ascontiguousarray(array)
        return cls.from_bytes(
            contiguous.tobytes(), array.shape, numpy_type_name(array.dtype), device
        )

    def to_bytes(self) -> bytes:
        """Copies the elements to the host, `nbytes` bytes, row-major; waits for all
        work on the device. Raises LaunchError for faults of that work."""
        target = ctypes.create_string_buffer(self.nbytes)
        library = _library.get()
        library.check(library.MemoryToHost, self.device, target, self.pointer, self.nbytes)
        return target.raw

    def to_host(self):
        """The same as a numpy array. Raises LaunchError also for types that numpy
        lacks where the package ml_dtypes is not installed."""
        import numpy

        flat = numpy.frombuffer(self.to_bytes(), numpy_type(self.dtype))
        return flat.reshape(self.shape)

    @property
    def stream(self) -> int | None:
        """Handle of the stream that writes the array: of the last call that does,
        or set by whoever has it written otherwise, e.g. by replaying a CUDA graph.
        None: no work on the array is to be waited for."""
        return self._stream

    @stream.setter
    def stream(self, handle: int | None) -> None:
        self._stream = None if handle is None else _for_all_threads(handle)
        self._reading_streams: set[int] = set()

    def _note_read(self, handle: int) -> None:
        """A call that reads the array was submitted to a stream."""
        if handle != self._stream:
            self._reading_streams.add(_for_all_threads(handle))

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.shape,
            "typestr": interface_type(self.dtype),
            "data": (self.pointer, False),
            "version": 3,
            # The one of the default stream's two names that is allowed here.
            "stream": LEGACY_DEFAULT_STREAM if self.stream == 0 else self.stream,
        }

    def __reduce__(self):
        raise TypeError(
            "expected to_bytes() to copy the elements of a lowp.DeviceArray, and "
            "from_bytes() to make another one of them: it is the only owner of its "
            "memory, and cannot be copied or pickled"
        )

    def __repr__(self) -> str:
        sizes = "x".join(str(extent) for extent in (*self.shape, self.dtype))
        return f"<lowp.DeviceArray {sizes} on device {self.device}>"
