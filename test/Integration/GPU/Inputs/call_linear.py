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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Simulator" / "Inputs"))
from library_call import CallError, call_function, make_tensor  # noqa: E402

ONE = 0x3F80  # bf16


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
        self.call(
            "cuMemcpyHtoD_v2",
            ctypes.c_uint64(address),
            ctypes.c_void_p(words.buffer_info()[0]),
            ctypes.c_size_t(2 * count),
        )
        return address

    def read(self, address, count):
        words = array.array("H", [0]) * count
        self.call(
            "cuMemcpyDtoH_v2",
            ctypes.c_void_p(words.buffer_info()[0]),
            ctypes.c_uint64(address),
            ctypes.c_size_t(2 * count),
        )
        return words


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--shape", type=int, nargs=3, required=True, metavar=("M", "N", "K"))
    options = parser.parse_args()
    m, n, k = options.shape
    driver = Driver()
    matrices = ((m, k, ONE), (n, k, ONE), (m, n, 0))
    addresses = [driver.fill(rows * columns, value) for rows, columns, value in matrices]
    tensors = [make_tensor(address, matrix[:2]) for address, matrix in zip(addresses, matrices)]
    try:
        call_function(options.library, "linear", tensors, driver.allocate)
    except CallError as error:
        sys.exit(f"linear: {error}")
    driver.call("cuCtxSynchronize")
    expected = int.from_bytes(bytearray(ctypes.c_float(k))[2:], "little")
    wrong = sum(word != expected for word in driver.read(addresses[2], m * n))
    print(f"{m} x {n} x {k}: {wrong} wrong elements")
    sys.exit(wrong != 0)


main()
