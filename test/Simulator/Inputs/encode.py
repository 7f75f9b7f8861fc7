"""Encodes tensor maps through the interface of the CUDA driver.

    encode.py LIBCUDA

Each line of CASES changes one thing of a map that the driver takes. Prints its name and
whether the driver takes it; why not is on standard error.
"""

import ctypes
import sys

UINT8, F16, F32, BF16, TF32, U4_ALIGN8, U4_ALIGN16, U6_ALIGN16 = 0, 6, 7, 9, 11, 13, 14, 15
VALID = {
    "type": F32,
    "rank": 2,
    "base": 0x1000,
    "sizes": (64, 32),
    "strides": (256,),
    "box": (16, 8),
    "steps": (1, 1),
    "interleave": 0,
    "swizzle": 2,
    "promotion": 3,
    "fill": 0,
    "target": 0,
}
PACKED = {"type": U4_ALIGN8, "sizes": (200, 32), "strides": (112,), "box": (64, 8)}
PADDED = {"type": U4_ALIGN16, "sizes": (256, 32), "strides": (128,), "box": (128, 8), "swizzle": 3}
CASES = [
    ("valid", {}),
    ("no swizzle", {"swizzle": 0, "box": (256, 256)}),
    ("one row", {"rank": 1, "strides": ()}),
    ("first step", {"steps": (4, 1)}),
    ("no rank", {"rank": 0}),
    (
        "six dimensions",
        {"rank": 6, "sizes": (16,) * 6, "strides": (64,) * 5, "box": (16,) * 6, "steps": (1,) * 6},
    ),
    ("type", {"type": 1}),
    ("base", {"base": 0x1008}),
    ("target", {"target": 32}),
    ("empty dimension", {"sizes": (64, 0)}),
    ("long dimension", {"sizes": (64, 1 << 33)}),
    ("odd stride", {"strides": (264,)}),
    ("long stride", {"strides": (1 << 40,)}),
    ("empty box", {"box": (16, 0)}),
    ("high box", {"box": (16, 257)}),
    ("box of 16 bits", {"box": (16, 65544)}),
    ("odd row", {"box": (6, 8)}),
    ("row beyond the swizzle", {"box": (32, 8)}),
    ("no step", {"steps": (1, 0)}),
    ("long step", {"steps": (1, 9)}),
    ("step", {"steps": (1, 2)}),
    ("interleave", {"interleave": 1}),
    ("swizzle", {"swizzle": 4}),
    ("promotion", {"promotion": 4}),
    ("fill", {"fill": 1}),
    ("packed", PACKED),
    ("half a byte", PACKED | {"sizes": (201, 32)}),
    ("half a byte of the box", PACKED | {"box": (33, 8)}),
    ("odd packed row", PACKED | {"box": (48, 8)}),
    ("packed row beyond the swizzle", PACKED | {"box": (256, 8)}),
    ("padded", PADDED),
    ("six bits", PADDED | {"type": U6_ALIGN16, "strides": (192,)}),
    ("padded without a swizzle", PADDED | {"swizzle": 0}),
    ("padded base", PADDED | {"base": 0x1010}),
    ("padded stride", PADDED | {"strides": (144,)}),
    ("padded size", PADDED | {"sizes": (192, 32)}),
    ("padded box", PADDED | {"box": (64, 8)}),
    ("padded swizzle", PADDED | {"swizzle": 2}),
]


def array(kind, values):
    return (kind * max(1, len(values)))(*values)


def encode(library, given):
    memory = (ctypes.c_uint8 * 320)()
    start = ctypes.addressof(memory)
    target = start + -start % 64 + given["target"]
    return library.cuTensorMapEncodeTiled(
        ctypes.c_void_p(target),
        given["type"],
        given["rank"],
        ctypes.c_void_p(given["base"]),
        array(ctypes.c_uint64, given["sizes"]),
        array(ctypes.c_uint64, given["strides"]),
        array(ctypes.c_uint32, given["box"]),
        array(ctypes.c_uint32, given["steps"]),
        given["interleave"],
        given["swizzle"],
        given["promotion"],
        given["fill"],
    )


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.cuInit(0)
    for name, changes in CASES:
        result = encode(library, VALID | changes)
        print(f"{name}: {'taken' if result == 0 else f'refused by {result}'}", flush=True)


main()
