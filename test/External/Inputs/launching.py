"""Kernels that another compiler made, on the simulator: lenient, as they are not lowp's."""

import ctypes
import gzip
import json
import os
import re
import sys
from pathlib import Path

os.environ.setdefault("LOWP_SIMULATOR_LENIENT", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Simulator" / "Inputs"))
from device import Device  # noqa: E402

MAX_DYNAMIC_SHARED_BYTES = 8
# How the driver names elements, and how many lie in a number of an array. Padded ones of e2m1 get a
# byte each in shared memory.
ELEMENT_NUMBERS = {
    "bytes": 0,
    "words": 9,
    "e4m3": 0,
    "e5m2": 0,
    "bf16": 9,
    "packed": 13,
    "e2m1": 14,
}
ELEMENTS_PER_NUMBER = {"packed": 2, "e2m1": 2}


def up(x, y):
    return (x + y - 1) // y


class Kernel:
    """A kernel of a file of compile_triton.py."""

    def __init__(self, library, path, change=lambda text: text):
        with gzip.open(path, "rt") as file:
            text = file.read()
        self.facts = json.loads(text.splitlines()[0].removeprefix("//"))
        self.tile = self.facts["tile"]
        # Whether it takes nothing but maps, after bytes that nobody reads.
        self.is_bare = "unused_first" in self.facts
        self.device = Device(library)
        name = re.search(r"\.entry\s+(\w+)", text)[1]
        self.function = self.device.load(change(text), name)
        self.device.call(
            "cuFuncSetAttribute", self.function, MAX_DYNAMIC_SHARED_BYTES, self.facts["shared"]
        )

    def launch(self, arguments, m, n, unused=2):
        """Arrays, numbers as int, bytes and Descriptors; pointers follow that nobody uses."""
        values = [(ctypes.c_uint8 * self.facts["unused_first"])()] if self.is_bare else []
        for each in arguments:
            if isinstance(each, Descriptor):
                values += each.values()
            elif isinstance(each, bytes):
                values.append((ctypes.c_uint8 * len(each))(*each))
            else:
                values.append(ctypes.c_int32(each) if isinstance(each, int) else each)
        values += [ctypes.c_uint64(0)] * unused
        cluster = self.facts.get("cluster", 1)
        self.device.launch(
            self.function,
            values,
            shared=self.facts["shared"],
            grid=self.facts.get("grid") or (cluster * up(m, self.tile[0]), up(n, self.tile[1]), 1),
            block=self.facts["threads"],
            cluster=cluster,
        )


class Descriptor:
    """An array in the device's memory that a kernel takes as a tensor map, its sizes and its
    strides."""

    def __init__(self, kernel, number, kind, array):
        self.device, self.array = kernel.device, array
        self.is_bare = kernel.is_bare
        self.address, self.bytes = ctypes.c_uint64(), ctypes.c_size_t(array.nbytes)
        self.device.call("cuMemAlloc_v2", ctypes.byref(self.address), self.bytes)
        self.copy("cuMemcpyHtoD_v2", self.address, ctypes.c_void_p(array.ctypes.data))
        facts, rank = kernel.facts["maps"][number], array.ndim
        *others, columns = array.shape
        sizes = [columns * ELEMENTS_PER_NUMBER.get(kind, 1), *others[::-1]]
        memory = (ctypes.c_uint8 * 192)()
        start = ctypes.addressof(memory)
        start += -start % 64
        self.device.call(
            "cuTensorMapEncodeTiled",
            ctypes.c_void_p(start),
            ELEMENT_NUMBERS[kind],
            rank,
            self.address,
            (ctypes.c_uint64 * rank)(*sizes),
            (ctypes.c_uint64 * rank)(*array.strides[-2::-1]),
            (ctypes.c_uint32 * rank)(*facts["box"][::-1]),
            (ctypes.c_uint32 * rank)(*[1] * rank),
            0,
            facts["swizzle"],
            2,
            0,
        )
        self.map = (ctypes.c_uint8 * 128).from_buffer_copy(ctypes.string_at(start, 128))

    def copy(self, function, target, source):
        self.device.call(function, target, source, self.bytes)

    def values(self):
        if self.is_bare:
            return [self.map]
        strides = [each // self.array.itemsize for each in self.array.strides]
        return [self.map, *map(ctypes.c_int32, self.array.shape), *map(ctypes.c_int64, strides)]

    def read(self):
        self.copy("cuMemcpyDtoH_v2", ctypes.c_void_p(self.array.ctypes.data), self.address)
        self.device.call("cuMemFree_v2", self.address)
        return self.array
