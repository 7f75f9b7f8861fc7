"""Launches a kernel of a file of PTX through the interface of the CUDA driver.

    run.py LIBCUDA FILE KERNEL [--grid N] [--block N] BUFFER...

Each BUFFER becomes a parameter of 64 bits: TYPE:COUNT for memory that nobody wrote,
TYPE:FIRST,SECOND,... for its values. map:WIDTHxHEIGHT:WIDTHxHEIGHT becomes a tensor map of
a matrix of f32 of the first size, 1, 2, 3, ..., for boxes of the second. Prints all of
them, or what the driver says.
"""

import argparse
import array
import ctypes
import sys

CODES = {"u8": "B", "u16": "H", "u32": "I", "i32": "i", "u64": "Q", "f32": "f", "f64": "d"}


class Config(ctypes.Structure):
    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("count", ctypes.c_uint32),
    ]


class Driver:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.call("cuInit", 0)

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result:
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(result, ctypes.byref(text))
            sys.exit(f"{name}: {text.value.decode()}")


class Buffer:
    def __init__(self, driver, text):
        self.driver = driver
        kind, _, rest = text.partition(":")
        numbers = rest.split(",")
        # One number is a count: what a kernel writes needs no values.
        given = [float(n) if kind[0] == "f" else int(n, 0) for n in numbers]
        given = given if len(given) > 1 else [0] * int(numbers[0])
        self.values = array.array(CODES[kind], given)
        self.bytes = ctypes.c_size_t(len(given) * self.values.itemsize)
        self.address = ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(self.address), self.bytes)
        if len(numbers) > 1:
            self.copy("cuMemcpyHtoD_v2", self.address, self.values.buffer_info()[0])

    def copy(self, function, target, source):
        as_address = [
            x if isinstance(x, ctypes.c_uint64) else ctypes.c_void_p(x) for x in (target, source)
        ]
        self.driver.call(function, *as_address, self.bytes)

    def parameter(self):
        return ctypes.cast(ctypes.pointer(self.address), ctypes.c_void_p)

    def read(self):
        self.copy("cuMemcpyDtoH_v2", self.values.buffer_info()[0], self.address)
        return " ".join(
            f"{value:g}" if self.values.typecode in "fd" else str(value) for value in self.values
        )


class TensorMap(Buffer):
    """A matrix of f32 and the 128 bytes that TMA addresses it by."""

    def __init__(self, driver, text):
        sizes, box = ([int(n) for n in part.split("x")] for part in text.split(":")[1:])
        count = sizes[0] * sizes[1]
        super().__init__(driver, "f32:" + ",".join(str(1 + i) for i in range(count)))
        self.memory = (ctypes.c_uint8 * 256)()
        start = ctypes.addressof(self.memory)
        self.map = start + -start % 64
        f32, none = 7, 0
        driver.call(
            "cuTensorMapEncodeTiled",
            ctypes.c_void_p(self.map),
            f32,
            2,
            self.address,
            (ctypes.c_uint64 * 2)(*sizes),
            (ctypes.c_uint64 * 1)(4 * sizes[0]),
            (ctypes.c_uint32 * 2)(*box),
            (ctypes.c_uint32 * 2)(1, 1),
            none,
            none,
            3,
            none,
        )

    def parameter(self):
        return ctypes.c_void_p(self.map)


def make(driver, text):
    return (TensorMap if text.startswith("map:") else Buffer)(driver, text)


def main():
    parser = argparse.ArgumentParser()
    for name in ("library", "file", "kernel"):
        parser.add_argument(name)
    parser.add_argument("buffers", nargs="*")
    for name in ("--grid", "--block"):
        parser.add_argument(name, type=int, default=1)
    options = parser.parse_intermixed_args()
    driver = Driver(options.library)
    with open(options.file, "rb") as file:
        text = file.read() + b"\0"
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    driver.call("cuModuleLoadDataEx", ctypes.byref(module), text, 0, None, None)
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, options.kernel.encode())
    buffers = [make(driver, each) for each in options.buffers]
    parameters = (ctypes.c_void_p * max(1, len(buffers)))(*(each.parameter() for each in buffers))
    config = Config((options.grid, 1, 1), (options.block, 1, 1), 0, None, None, 0)
    driver.call("cuLaunchKernelEx", ctypes.byref(config), function, parameters, None)
    for each in buffers:
        print(each.read())


main()
