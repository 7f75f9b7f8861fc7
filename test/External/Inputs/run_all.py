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

WHOLE, RAGGED, CUTE = (128, 128, 256), (37, 61, 160), (64, 64, 256)
SCALED = {"mxfp8-ragged": ("e5m2", "e4m3", 32, RAGGED), "mxfp4-ragged": ("e2m1", "e2m1", 32, RAGGED),
          "nvfp4-ragged": ("e2m1", "e2m1", 16, RAGGED), "mixed-ragged": ("e2m1", "e5m2", 32, RAGGED),
          "mxfp8": ("e4m3", "e4m3", 32, WHOLE), "mxfp4": ("e2m1", "e2m1", 32, WHOLE),
          "nvfp4": ("e2m1", "e2m1", 16, WHOLE), "mixed": ("e4m3", "e2m1", 32, WHOLE),
          "cute-mxfp8": ("e4m3", "e4m3", 32, CUTE), "cute-mxfp8-e5m2": ("e5m2", "e5m2", 32, CUTE),
          "cute-mixed-a": ("e2m1", "e5m2", 32, CUTE), "cute-mixed-b": ("e4m3", "e2m1", 32, CUTE),
          "cute-mixed-boxes": ("e4m3", "e2m1", 32, CUTE),
          "cute-mxfp4": ("e2m1", "e2m1", 32, CUTE), "cute-nvfp4": ("e2m1", "e2m1", 16, CUTE)}
PLAIN = {"bf16-ragged": ("bf16", (37, 61, 50)), "f16-ragged": ("f16", (37, 61, 50)),
         "tf32-ragged": ("tf32", (37, 61, 50)), "s8-ragged": ("s8", (37, 61, 50)),
         "fp8-boxes": ("e4m3", (37, 64, 160)), "bf16-boxes": ("bf16", (37, 64, 40))}


def open_kernel(name):
    return Kernel(sys.argv[1], Path(__file__).parent / f"sm_120a-{name}.ptx.gz")


def check(name):
    if name in run_elements.CHECKS:
        run_elements.CHECKS[name](open_kernel(name))
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
