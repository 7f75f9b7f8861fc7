"""Runs each kernel of this folder for one ragged size, until one is wrong.

    run_all.py LIBCUDA

Prints which one saw a mistake, and how.
"""

import sys
from pathlib import Path

import run_block_scaled
import run_elements
import run_product
from device import DeviceError
from launching import Kernel

PAIR, WIDE_PAIR = (256, 128, 256), (256, 256, 256)
WHOLE, RAGGED, CUTE = (128, 128, 256), (37, 61, 160), (64, 64, 256)
MXFP8, MXFP4, NVFP4 = ("e4m3", "e4m3", 32), ("e2m1", "e2m1", 32), ("e2m1", "e2m1", 16)
MIXED = ("e4m3", "e2m1", 32)
SCALED = {
    "sm_120a-mxfp8-ragged": ("e5m2", "e4m3", 32, RAGGED),
    "sm_120a-mxfp4-ragged": (*MXFP4, RAGGED),
    "sm_120a-nvfp4-ragged": (*NVFP4, RAGGED),
    "sm_120a-mixed-ragged": ("e2m1", "e5m2", 32, RAGGED),
    "sm_120a-mxfp8": (*MXFP8, WHOLE),
    "sm_120a-mxfp4": (*MXFP4, WHOLE),
    "sm_120a-nvfp4": (*NVFP4, WHOLE),
    "sm_120a-mixed": (*MIXED, WHOLE),
    "sm_120a-cute-mxfp8": (*MXFP8, CUTE),
    "sm_120a-cute-mxfp8-e5m2": ("e5m2", "e5m2", 32, CUTE),
    "sm_120a-cute-mixed-a": ("e2m1", "e5m2", 32, CUTE),
    "sm_120a-cute-mixed-b": (*MIXED, CUTE),
    "sm_120a-cute-mixed-boxes": (*MIXED, CUTE),
    "sm_120a-cute-mxfp4": (*MXFP4, CUTE),
    "sm_120a-cute-nvfp4": (*NVFP4, CUTE),
    "sm_100a-mxfp8": (*MXFP8, WHOLE),
    "sm_100a-mxfp4": (*MXFP4, WHOLE),
    "sm_100a-nvfp4": (*NVFP4, WHOLE),
    "sm_100a-mixed": (*MIXED, WHOLE),
    "sm_100a-mxfp8-packed": (*MXFP8, WHOLE),
    "sm_100a-mxfp4-packed": (*MXFP4, WHOLE),
    "sm_100a-nvfp4-packed": (*NVFP4, WHOLE),
    "sm_100a-mixed-packed": (*MIXED, WHOLE),
    "sm_100a-mxfp8-wide": ("e5m2", "e4m3", 32, (128, 256, 256)),
    "sm_100a-pair-mxfp8": (*MXFP8, PAIR),
    "sm_100a-pair-mxfp8-wide": (*MXFP8, WIDE_PAIR),
    "sm_100a-pair-mxfp4": (*MXFP4, PAIR),
    "sm_100a-pair-nvfp4": (*NVFP4, WIDE_PAIR),
    "sm_100a-cute-pair-mxfp8": (*MXFP8, (300, 264, 416)),
    "sm_100a-cute-pair-mxfp8-wide": (*MXFP8, (520, 264, 256)),
    "sm_100a-cute-pair-mxfp8-halves": (*MXFP8, (256, 392, 256)),
    "sm_100a-cute-pair-mxfp4": (*MXFP4, (300, 136, 640)),
    "sm_100a-cute-pair-nvfp4": (*NVFP4, (300, 264, 608)),
}
PLAIN = {
    "sm_120a-bf16-ragged": ("bf16", (37, 61, 50)),
    "sm_120a-f16-ragged": ("f16", (37, 61, 50)),
    "sm_120a-tf32-ragged": ("tf32", (37, 61, 50)),
    "sm_120a-s8-ragged": ("s8", (37, 61, 50)),
    "sm_120a-fp8-boxes": ("e4m3", (37, 64, 160)),
    "sm_120a-bf16-boxes": ("bf16", (37, 64, 40)),
    "sm_100a-bf16-ragged": ("bf16", (37, 61, 50)),
    "sm_100a-f16-ragged": ("f16", (37, 61, 50)),
    "sm_100a-tf32-ragged": ("tf32", (37, 61, 50)),
    "sm_100a-s8-ragged": ("s8", (37, 61, 50)),
    "sm_100a-fp8-boxes": ("e4m3", (37, 64, 160)),
    "sm_100a-bf16-boxes": ("bf16", (37, 64, 40)),
    "sm_100a-bf16-columns": ("bf16", (48, 64, 96)),
    "sm_100a-pair-bf16": ("bf16", (200, 72, 208)),
    "sm_100a-pair-bf16-wide": ("bf16", (256, 136, 144)),
    "sm_100a-pair-bf16-turned": ("bf16", (136, 256, 80)),
    "sm_100a-pair-fp8": ("e4m3", (200, 208, 272)),
    "sm_100a-cute-pair-bf16": ("bf16", (300, 136, 200)),
    "sm_100a-cute-pair-fp8": ("e4m3", (200, 272, 400)),
}


def open_kernel(name):
    return Kernel(sys.argv[1], Path(__file__).parent / f"{name}.ptx.gz")


def check(name):
    if name in run_elements.CHECKS:
        run_elements.CHECKS[name](open_kernel(f"sm_120a-{name}"))
    elif name in PLAIN:
        run_product.check(open_kernel(name), *PLAIN[name])
    else:
        a, b, each, sizes = SCALED[name]
        run_block_scaled.check(open_kernel(name), (a, b), each, sizes)


def main():
    for name in (*run_elements.CHECKS, *PLAIN, *SCALED):
        try:
            check(name)
        except (AssertionError, DeviceError) as error:
            lines = str(error).splitlines()
            print(f"seen by {name}: {lines[0] if isinstance(error, DeviceError) else 'values'}")
            sys.exit(1)


main()
