"""What the driver takes of the host for launches, which no library can spare."""

from __future__ import annotations

import ctypes

import torch

from lowp_lab.torch.measure.timing import host_microseconds

_NOTHING = b""".version 7.0
.target sm_50
.address_size 64
.visible .entry nothing() { ret; }
"""


def _check(result: int, what: str) -> None:
    if result:
        raise RuntimeError(f"{what}: expected success of the driver, got {result}")


def launch_microseconds(calls: int) -> float:
    """A launch of a kernel that does nothing, without the way through ctypes: that of
    a call with the same arguments of a function that looks at the first one alone."""
    torch.cuda.current_stream().synchronize()
    driver = ctypes.CDLL("libcuda.so.1")
    module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
    _check(driver.cuModuleLoadData(ctypes.byref(module), _NOTHING), "cuModuleLoadData")
    found = driver.cuModuleGetFunction(ctypes.byref(kernel), module, b"nothing")
    _check(found, "cuModuleGetFunction")
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    one, zero, none = ctypes.c_uint(1), ctypes.c_uint(0), ctypes.c_void_p()
    arguments = (kernel, one, one, one, one, one, one, zero, stream, none, none)
    launch, nothing = driver.cuLaunchKernel, ctypes.CDLL(None).labs
    _check(launch(*arguments), "cuLaunchKernel")
    whole = host_microseconds(lambda: launch(*arguments), "cuda", calls)
    return whole - host_microseconds(lambda: nothing(*arguments), "cuda", calls)
