"""Compiles the products of gluon_kernels.py by Triton 3.9 to the PTX beside this file; no GPU is
needed.

    pip install triton==3.9.0 && compile_gluon.py

As in the files of compile_triton.py, the first line is what a launch has to know.
"""

import gzip
import json
from pathlib import Path

import triton
from compile_triton import without_lines
from gluon_kernels import pair_product, pair_scaled_product
from triton.backends.compiler import GPUTarget
from triton.experimental.gluon._runtime import GluonASTSource

PAIR = 2
# How the driver names swizzles of so many bytes.
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
KINDS = {"bf16": ("bf16", 16), "f16": ("fp16", 16), "e4m3": ("fp8e4nv", 8), "e2m1": ("u8", 8)}


class Map:
    """A tensor of which CTAs of a pair have parts along a dimension, or each has all."""

    def __init__(self, kind, shape, split):
        name, bits = KINDS[kind]
        inner = shape[1] // (2 if split == 1 else 1) * bits // 8
        self.swizzle = min(128, inner)
        self.box = [size // (2 if i == split else 1) for i, size in enumerate(shape)]
        self.box[1] = min(self.box[1], self.swizzle * 8 // bits)
        basis = [int(i == split) for i in range(2)]
        self.text = (
            f"tensordesc<{name}[{shape[0]},{shape[1]}],NVMMASharedLayout("
            f"swizzle_byte_width={self.swizzle}, element_bitwidth={bits}, rank=2, "
            f"cga_layout=[{basis}])>"
        )


class ScaleMap:
    """Atoms of scales, of which CTAs of a pair have those of their rows, or each has all."""

    swizzle = 0

    def __init__(self, kind, rows, scales, is_split):
        self.box = [1, rows // 128 // (2 if is_split else 1), scales // 4, 2, 256]
        self.text = (
            f"tensordesc<{kind}[1,{rows // 128},{scales // 4},2,256],NVMMASharedLayout("
            f"swizzle_byte_width=0, element_bitwidth=8, rank=5, "
            f"cga_layout=[[0, {int(is_split)}, 0, 0, 0]])>"
        )


def build(name, function, maps, constants, **facts):
    names = function.arg_names
    types = {key: each.text for key, each in maps.items()} | dict.fromkeys("MNK", "i32")
    source = GluonASTSource(
        function,
        {key: types.get(key, "constexpr") for key in names},
        {(names.index(key),): value for key, value in constants.items()},
    )
    options = dict(num_warps=4, num_ctas=PAIR)
    result = triton.compile(source, target=GPUTarget("cuda", 100, 32), options=options)
    launch = {
        "shared": result.metadata.shared,
        "threads": 128,
        "cluster": PAIR,
        "tile": [constants["BM"], constants["BN"]],
        "maps": [{"box": each.box, "swizzle": SWIZZLES[each.swizzle]} for each in maps.values()],
    }
    text = f"// {json.dumps(launch | facts)}\n" + without_lines(result.asm["ptx"])
    path = Path(__file__).parent / f"sm_100a-pair-{name}.ptx.gz"
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(path.name, path.stat().st_size, result.metadata.shared)


def build_plain(name, kind, tile, stages, turned=False):
    m, n, k = tile
    right = Map(kind, (k, n), 1) if turned else Map(kind, (n, k), 0)
    build(
        name,
        pair_product,
        {
            "a_desc": Map(kind, (m, k), 0),
            "b_desc": right,
            "d_desc": Map("f16" if kind == "f16" else "bf16", (m, n), 0),
        },
        dict(BM=m, BN=n, BK=k, TURNED=turned, STAGES=stages),
        transposed="" if turned else "b",
    )


def build_scaled(name, kind, vec, tile):
    m, n, k = tile
    packed = 2 if kind == "e2m1" else 1
    scale = "u8" if vec == 32 else "fp8e4nv"
    build(
        name,
        pair_scaled_product,
        {
            "a_desc": Map(kind, (m, k // packed), 0),
            "sa_desc": ScaleMap(scale, m, k // vec, True),
            "b_desc": Map(kind, (n, k // packed), 0),
            "sb_desc": ScaleMap(scale, n, k // vec, False),
            "d_desc": Map("bf16", (m, n), 0),
        },
        dict(BM=m, BN=n, BK=k, VEC=vec, KIND=kind, PACKED=packed),
    )


def main():
    build_plain("bf16", "bf16", (256, 128, 64), stages=3)
    build_plain("bf16-wide", "bf16", (256, 256, 64), stages=2)
    build_plain("bf16-turned", "bf16", (256, 256, 64), stages=2, turned=True)
    build_plain("fp8", "e4m3", (256, 256, 128), stages=3)
    build_scaled("mxfp8", "e4m3", 32, (256, 128, 128))
    build_scaled("mxfp8-wide", "e4m3", 32, (256, 256, 128))
    build_scaled("mxfp4", "e2m1", 32, (256, 128, 256))
    build_scaled("nvfp4", "e2m1", 16, (256, 256, 256))


main()
