"""Launches kernels of PTX on arrays of numpy through the interface of the CUDA driver."""

import ctypes
import os

import numpy as np

CLUSTER_DIMENSION = 4  # an attribute of launches
# The chip that the simulator shows, and that code of tests is for.
CHIP = os.environ.get("LOWP_SIMULATOR_CHIP", "sm_120a")


class DeviceError(Exception):
    """What the driver says of a call that it refuses."""


class Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint32),
    ]


class Device:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.call("cuInit", 0)

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(result, ctypes.byref(text))
            raise DeviceError(f"{name}: {text.value.decode()}")

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address

    def upload(self, array):
        """The address of a copy of `array`."""
        address = self.allocate(array.nbytes)
        self.call(
            "cuMemcpyHtoD_v2",
            address,
            ctypes.c_void_p(array.ctypes.data),
            ctypes.c_size_t(array.nbytes),
        )
        return address

    def download(self, address, array):
        self.call(
            "cuMemcpyDtoH_v2",
            ctypes.c_void_p(array.ctypes.data),
            address,
            ctypes.c_size_t(array.nbytes),
        )

    def load(self, text, kernel):
        """The function `kernel` of a module of PTX."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadDataEx", ctypes.byref(module), text.encode() + b"\0", 0, None, None)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        return function

    def launch(self, function, arguments, grid=(1, 1, 1), block=32, shared=0, cluster=1):
        """Runs a kernel, in clusters of so many blocks. Arrays become pointers, and have afterwards what it wrote; other
        arguments are instances of ctypes."""
        values, copies = [], []
        for argument in arguments:
            if not isinstance(argument, np.ndarray):
                values.append(argument)
                continue
            values.append(self.upload(argument))
            copies.append((argument, values[-1]))
        pointers = (ctypes.c_void_p * max(1, len(values)))(
            *(ctypes.cast(ctypes.pointer(value), ctypes.c_void_p) for value in values)
        )
        attributes = (ctypes.c_uint32 * 18)(CLUSTER_DIMENSION, 0, cluster, 1, 1)
        config = Config(
            tuple(grid),
            (block, 1, 1),
            shared,
            None,
            ctypes.cast(attributes, ctypes.c_void_p),
            int(cluster > 1),
        )
        self.call("cuLaunchKernelEx", ctypes.byref(config), function, pointers, None)
        for array, address in copies:
            self.download(address, array)
            self.call("cuMemFree_v2", address)


def entry(body, parameters, name="kernel"):
    """PTX of a kernel with `parameters` pointers in %a0, %a1, ..., and %tid.x in %lane."""
    declared = ", ".join(f".param .u64 p{i}" for i in range(parameters))
    loads = "\n".join(f"  ld.param.b64 %a{i}, [p{i}];" for i in range(parameters))
    return f""".version 8.8
.target {CHIP}
.address_size 64
.visible .entry {name}({declared}) {{
  .reg .b32 %lane; .reg .b32 %r<32>; .reg .b16 %h<8>; .reg .b64 %a<16>; .reg .b64 %d<8>;
  mov.u32 %lane, %tid.x;
{loads}
{body}
  ret;
}}
"""


def place(register, array, bytes_per_lane):
    """PTX that sets `register` to what a lane has of the array %aN."""
    return (
        f"  mul.wide.u32 {register}, %lane, {bytes_per_lane};\n"
        f"  add.s64 {register}, {register}, %a{array};"
    )
