"""Calls `linear` of a shared library that lowp-compile made, with nothing of lowp at hand.

    call_linear.py LIBRARY --shape M N K

A function of x (M x K), w (N x K) and the result (M x N), all bf16: every element of x and
w is 1, so every one of the result is K. Needs the CUDA driver alone, so that it can run
under compute-sanitizer on a machine without LLVM.
"""

import argparse
import array
import ctypes
import sys

ONE = 0x3F80  # bf16
MESSAGE_BYTES = 512
RUN, MEASURE = 0, 1


class Call(ctypes.Structure):
    _fields_ = [("stream", ctypes.c_void_p), ("workspace", ctypes.c_void_p),
                ("workspaceBytes", ctypes.c_uint64), ("workspaceUsed", ctypes.c_uint64),
                ("mode", ctypes.c_int32), ("status", ctypes.c_int32),
                ("message", ctypes.c_char * MESSAGE_BYTES)]


class Tensor(ctypes.Structure):
    _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                ("offset", ctypes.c_int64), ("sizes", ctypes.c_int64 * 2),
                ("strides", ctypes.c_int64 * 2)]


class Driver:
    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        result = getattr(self.library, name)(*arguments)
        if result:
            sys.exit(f"{name}: error {result}")

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        return address.value

    def fill(self, count, value):
        words = array.array("H", [value]) * count
        address = self.allocate(2 * count)
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(address),
                  ctypes.c_void_p(words.buffer_info()[0]), ctypes.c_size_t(2 * count))
        return address

    def read(self, address, count):
        words = array.array("H", [0]) * count
        self.call("cuMemcpyDtoH_v2", ctypes.c_void_p(words.buffer_info()[0]),
                  ctypes.c_uint64(address), ctypes.c_size_t(2 * count))
        return words


def invoke(function, tensors, mode, workspace=0, size=0):
    call = Call(None, workspace, size, 0, mode, 0, b"")
    function(ctypes.byref(call), *(ctypes.byref(tensor) for tensor in tensors))
    if call.status:
        sys.exit(f"linear: {call.message.decode()}")
    return call.workspaceUsed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--shape", type=int, nargs=3, required=True, metavar=("M", "N", "K"))
    options = parser.parse_args()
    m, n, k = options.shape
    driver = Driver()
    tensors = []
    for rows, columns, value in ((m, k, ONE), (n, k, ONE), (m, n, 0)):
        address = driver.fill(rows * columns, value)
        tensors.append(Tensor(address, address, 0, (rows, columns), (columns, 1)))
    function = ctypes.CDLL(options.library).linear
    function.restype = None
    size = invoke(function, tensors, MEASURE)
    invoke(function, tensors, RUN, driver.allocate(size), size)
    driver.call("cuCtxSynchronize")
    expected = int.from_bytes(bytearray(ctypes.c_float(k))[2:], "little")
    wrong = sum(word != expected for word in driver.read(tensors[2].aligned, m * n))
    print(f"{m} x {n} x {k}: {wrong} wrong elements")
    sys.exit(wrong != 0)


main()
