"""Launches with as much shared memory as a block of the device has, and with more.

shared_memory.py LIBCUDA BYTES_PER_BLOCK
"""

import sys

from device import Device, DeviceError, entry

MAX_DYNAMIC_SHARED_BYTES = 8


def attempt(device, what, static, asked, launched):
    """A kernel with `static` bytes that asks for `asked` dynamic ones and is launched with
    `launched`."""
    body = f"  .shared .align 16 .b8 fixed[{static}];" if static else ""
    function = device.load(entry(body, 0), "kernel")
    try:
        if asked:
            device.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED_BYTES, asked)
        device.launch(function, [], shared=launched)
        print(f"{what}: taken")
    except DeviceError as error:
        print(f"{what}:", str(error).split(": ", 1)[1])


def main():
    device, limit = Device(sys.argv[1]), int(sys.argv[2])
    attempt(device, "all dynamic", 0, limit, limit)
    attempt(device, "both", 1024, limit - 1024, limit - 1024)
    attempt(device, "dynamic beyond", 0, limit + 1, limit + 1)
    attempt(device, "both beyond", 1024, limit - 1008, limit - 1008)
    attempt(device, "static beyond", limit - 1008, 0, 1024)
    attempt(device, "more than asked", 0, limit - 16, limit)


main()
