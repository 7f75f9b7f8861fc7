"""GPU memory through the CUDA driver, for machines without torch."""

from __future__ import annotations

import ctypes
import functools
import math
import os

from lowp._owned import Owned
from lowp.bench.errors import BenchError

_DEVICE = 0


@functools.cache
def open_driver():
    """The driver, with the first GPU's primary context current, which is the one
    that kernels run in."""
    name = os.environ.get("LOWP_CUDA_DRIVER") or "libcuda.so.1"
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise BenchError(f"expected a CUDA driver, got: {error}; install NVIDIA's driver") from None
    _check(library.cuInit(0), "cuInit")
    device, context = ctypes.c_int(), ctypes.c_void_p()
    _check(library.cuDeviceGet(ctypes.byref(device), _DEVICE), "cuDeviceGet")
    retained = library.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
    _check(retained, "cuDevicePrimaryCtxRetain")
    _check(library.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    return library


def _check(status: int, what: str) -> None:
    if status:
        raise BenchError(f"expected {what} to succeed, got CUDA error {status}")


class DeviceMemory:
    """A row-major array of unsigned integers, with `tail` more of them after it;
    any library reads the array through `__cuda_array_interface__`."""

    def __init__(self, shape: tuple[int, ...], itemsize: int, tail: int = 0) -> None:
        self._driver = open_driver()
        self.shape = shape
        self.nbytes = itemsize * (math.prod(shape) + tail)
        self.typestr = f"<u{itemsize}"
        address = ctypes.c_uint64()
        # The driver allocates nothing of no size.
        size = ctypes.c_size_t(max(self.nbytes, 1))
        _check(self._driver.cuMemAlloc_v2(ctypes.byref(address), size), "cuMemAlloc")
        self.address = address.value
        self._owned = Owned(self._driver.cuMemFree_v2, address)

    @property
    def __cuda_array_interface__(self) -> dict:
        return {
            "shape": self.shape,
            "typestr": self.typestr,
            "data": (self.address, False),
            "version": 3,
        }

    def write(self, content: bytes) -> None:
        """Copies from the host, once all work is done."""
        _check(self._driver.cuCtxSynchronize(), "cuCtxSynchronize")
        address, size = ctypes.c_uint64(self.address), ctypes.c_size_t(len(content))
        _check(self._driver.cuMemcpyHtoD_v2(address, content, size), "cuMemcpyHtoD")

    def read(self) -> bytes:
        """Copies to the host, once all work is done."""
        _check(self._driver.cuCtxSynchronize(), "cuCtxSynchronize")
        content = ctypes.create_string_buffer(max(self.nbytes, 1))
        address, size = ctypes.c_uint64(self.address), ctypes.c_size_t(self.nbytes)
        _check(self._driver.cuMemcpyDtoH_v2(content, address, size), "cuMemcpyDtoH")
        return content.raw[: self.nbytes]
