"""Runs each kernel of this folder for one size, ragged where it takes such, until one is wrong.

    run_all.py LIBCUDA [--all-sizes]

Prints which one saw a mistake, and how.
"""

import sys
from pathlib import Path

import run_block_scaled
import run_elements
import run_product
from device import DeviceError
from launching import Kernel

RAGGED, ANY = (
    ((37, 61, 160), (64, 64, 128), (130, 70, 416)),
    ((37, 61, 50), (64, 64, 64), (130, 70, 161)),
)
# Rows of tensors are multiples of 16 bytes for TMA.
BOXES = (37, 64, 160), (64, 64, 128), (136, 72, 336)
SMALL_BOXES, COLUMNS = ((37, 64, 40), *BOXES), ((48, 64, 96), (64, 64, 128), (136, 72, 336))
WHOLE = (128, 128, 256), (128, 128, 128), (128, 256, 384), (256, 128, 512)
IN_TENSOR_MEMORY = (128, 128, 256), (128, 256, 256), (256, 128, 768)
WIDE, CUTE = ((128, 256, 256), (256, 256, 768)), ((64, 64, 256),)
MXFP8, MXFP4, NVFP4 = ("e4m3", "e4m3", 32), ("e2m1", "e2m1", 32), ("e2m1", "e2m1", 16)
MIXED = ("e4m3", "e2m1", 32)
# Types of each kernel, elements of a scale, and sizes.
SCALED = {
    # Masks take care of the ends of M, N and K.
    "sm_120a-mxfp8-ragged": ("e5m2", "e4m3", 32, RAGGED),
    "sm_120a-mxfp4-ragged": (*MXFP4, RAGGED),
    "sm_120a-nvfp4-ragged": (*NVFP4, RAGGED),
    "sm_120a-mixed-ragged": ("e2m1", "e5m2", 32, RAGGED),
    "sm_120a-mxfp8": (*MXFP8, WHOLE),
    "sm_120a-mxfp4": (*MXFP4, WHOLE),
    "sm_120a-nvfp4": (*NVFP4, WHOLE),
    "sm_120a-mixed": (*MIXED, WHOLE),
    # Kernels of the CuTe DSL are for one size. Its layouts say which lane has which elements and
    # scales; elements of 4 bits beside 8 are unpacked by ldmatrix, and TMA leaves them room.
    "sm_120a-cute-mxfp8": (*MXFP8, CUTE),
    "sm_120a-cute-mxfp8-e5m2": ("e5m2", "e5m2", 32, CUTE),
    "sm_120a-cute-mixed-a": ("e2m1", "e5m2", 32, CUTE),
    "sm_120a-cute-mixed-b": (*MIXED, CUTE),
    "sm_120a-cute-mixed-boxes": (*MIXED, CUTE),
    "sm_120a-cute-mxfp4": (*MXFP4, CUTE),
    "sm_120a-cute-nvfp4": (*NVFP4, CUTE),
    # Scales get to tensor memory by tcgen05.st, and packed as lowp does by TMA and tcgen05.cp.
    "sm_100a-mxfp8": (*MXFP8, IN_TENSOR_MEMORY),
    "sm_100a-mxfp4": (*MXFP4, IN_TENSOR_MEMORY),
    "sm_100a-nvfp4": (*NVFP4, IN_TENSOR_MEMORY),
    "sm_100a-mixed": (*MIXED, IN_TENSOR_MEMORY),
    "sm_100a-mxfp8-packed": (*MXFP8, IN_TENSOR_MEMORY),
    "sm_100a-mxfp4-packed": (*MXFP4, IN_TENSOR_MEMORY),
    "sm_100a-nvfp4-packed": (*NVFP4, IN_TENSOR_MEMORY),
    "sm_100a-mixed-packed": (*MIXED, IN_TENSOR_MEMORY),
    "sm_100a-mxfp8-wide": ("e5m2", "e4m3", 32, WIDE),
    # Pairs of CTAs of Gluon.
    "sm_100a-pair-mxfp8": (*MXFP8, ((256, 128, 256), (256, 128, 384))),
    "sm_100a-pair-mxfp8-wide": (*MXFP8, ((256, 256, 256), (512, 256, 384))),
    "sm_100a-pair-mxfp4": (*MXFP4, ((256, 128, 256), (512, 256, 768))),
    "sm_100a-pair-nvfp4": (*NVFP4, ((256, 256, 256), (256, 256, 512))),
    # Pairs of the CuTe DSL have several tiles: sums of one are stored while the next are multiplied.
    # Both CTAs get halves of the scales of columns; a tile of 192 columns may begin in an atom.
    "sm_100a-cute-pair-mxfp8": (*MXFP8, ((300, 264, 416),)),
    "sm_100a-cute-pair-mxfp8-wide": (*MXFP8, ((520, 264, 256),)),
    "sm_100a-cute-pair-mxfp8-halves": (*MXFP8, ((256, 392, 256),)),
    "sm_100a-cute-pair-mxfp4": (*MXFP4, ((300, 136, 640),)),
    "sm_100a-cute-pair-nvfp4": (*NVFP4, ((300, 264, 608),)),
}
PLAIN = {
    "sm_120a-bf16-ragged": ("bf16", ANY),
    "sm_120a-f16-ragged": ("f16", ANY),
    "sm_120a-tf32-ragged": ("tf32", ANY),
    "sm_120a-s8-ragged": ("s8", ANY),
    "sm_120a-fp8-boxes": ("e4m3", BOXES),
    "sm_120a-bf16-boxes": ("bf16", SMALL_BOXES),
    # K-major and MN-major operands, 64 and 128 rows.
    "sm_100a-bf16-ragged": ("bf16", ANY),
    "sm_100a-f16-ragged": ("f16", ANY),
    "sm_100a-tf32-ragged": ("tf32", ANY),
    "sm_100a-s8-ragged": ("s8", ANY),
    "sm_100a-fp8-boxes": ("e4m3", BOXES),
    "sm_100a-bf16-boxes": ("bf16", SMALL_BOXES),
    "sm_100a-bf16-columns": ("bf16", COLUMNS),
    # Pairs with operands along K and one along N, several stages, and ragged ends by maps.
    "sm_100a-pair-bf16": ("bf16", ((200, 72, 208), (300, 136, 200))),
    "sm_100a-pair-bf16-wide": ("bf16", ((256, 136, 144), (300, 136, 200))),
    "sm_100a-pair-bf16-turned": ("bf16", ((136, 256, 80), (300, 136, 200))),
    "sm_100a-pair-fp8": ("e4m3", ((200, 208, 272), (200, 272, 400))),
    "sm_100a-cute-pair-bf16": ("bf16", ((300, 136, 200),)),
    "sm_100a-cute-pair-fp8": ("e4m3", ((200, 272, 400),)),
}
TAKEN = None if "--all-sizes" in sys.argv else 1


def open_kernel(name):
    return Kernel(sys.argv[1], Path(__file__).parent / f"{name}.ptx.gz")


def check(name):
    if name in run_elements.CHECKS:
        run_elements.CHECKS[name](open_kernel(f"sm_120a-{name}"))
    elif name in PLAIN:
        element, sizes = PLAIN[name]
        for each in sizes[:TAKEN]:
            run_product.check(open_kernel(name), element, each)
    else:
        a, b, scaled, sizes = SCALED[name]
        for each in sizes[:TAKEN]:
            run_block_scaled.check(open_kernel(name), (a, b), scaled, each)


def main():
    names = (*run_elements.CHECKS, *PLAIN, *SCALED)
    for name in names:
        try:
            check(name)
        except (AssertionError, DeviceError) as error:
            lines = str(error).splitlines()
            print(f"seen by {name}: {lines[0] if isinstance(error, DeviceError) else 'values'}")
            sys.exit(1)
    files = Path(__file__).parent.glob("*.ptx.gz")
    if missing := {path.name.removesuffix(".ptx.gz").removeprefix("sm_120a-") for path in files} - {
        name.removeprefix("sm_120a-") for name in names
    }:
        sys.exit(f"expected the kernels in a table, too: {sorted(missing)}")
    print(f"{len(names)} kernels are right")


main()
