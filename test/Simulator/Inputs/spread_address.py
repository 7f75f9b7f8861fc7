"""Calls a product of fp8 and packed FP4 of a library that lowp-compile made, the FP4 at several
addresses: 32 bytes are what copies that spread it want.

    lowp-simulate spread_address.py LIBRARY

Prints the largest sum, or what the call says.
"""

import sys

import numpy as np
from device import Device
from library_call import CallError, call_function, make_tensor

M, N, K = 40, 24, 128
# Ones of fp8 and of FP4, two in a byte, and scales of one.
SCALES = np.full((1, 1, 32, 4, 4), 127, np.uint8)
ARRAYS = [np.full((M, K), 0x38, np.uint8), SCALES, np.full((N, K // 2), 0x22, np.uint8), SCALES]
ROOM = 32


def run(device, path, offset):
    result = np.zeros((M, N), np.float32)
    addresses = [device.upload(array).value for array in (*ARRAYS[:2], *ARRAYS[3:], result)]
    moved = np.zeros(ARRAYS[2].nbytes + ROOM, np.uint8)
    moved[offset : offset + ARRAYS[2].nbytes] = ARRAYS[2].ravel()
    addresses.insert(2, device.upload(moved).value + offset)
    tensors = [
        make_tensor(address, array.shape) for address, array in zip(addresses, (*ARRAYS, result))
    ]
    call_function(path, "product", tensors, lambda size: device.allocate(size).value)
    device.download(addresses[-1], result)
    assert (result == result[0, 0]).all()
    return result[0, 0]


def main():
    device = Device("libcuda.so.1")
    for offset in (0, 32, 16):
        try:
            print(f"{offset}: {run(device, sys.argv[1], offset):g}")
        except CallError as error:
            print(f"{offset}: {error}")


main()
