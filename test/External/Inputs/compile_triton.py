"""Compiles the products of triton_kernels.py by Triton 3.9 to the PTX beside this file; no GPU
is needed.

    pip install triton==3.9.0 && compile_triton.py [CHIP...]

The first line of each is a comment of JSON: what a launch has to know.
"""

import gzip
import json
import re
import sys
from pathlib import Path

from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile
from triton_kernels import (
    columns_product,
    descriptor_product,
    packed_scaled_product,
    product,
    scaled_product,
    shifted_boxes,
    weighted_bytes,
    whole_scaled_product,
)

SCALED_TYPES = {"e4m3": "fp8e4nv", "e5m2": "fp8e5", "e2m1": "u8"}
CAPABILITIES = {"sm_100a": 100, "sm_120a": 120}


def without_lines(text):
    """PTX without what tells a debugger of the source."""
    text = re.sub(r"^\s*\.(loc|file)\b[^\n]*\n", "", text, flags=re.M)
    # Sections of debugging information end the file.
    return re.split(r"^\s*\.section\b", text, maxsplit=1, flags=re.M)[0]


def build(name, function, types, constants, multiples, warps=4, stages=2, transposed=""):
    """Compiles `function` for the chip that `name` begins with; `multiples` names the parameters
    that are multiples of 16, `transposed` the operands of which it takes the transpose."""
    names = function.arg_names
    signature = {key: types.get(key, "constexpr" if key in constants else "i32") for key in names}
    source = ASTSource(
        function,
        signature,
        {(names.index(key),): value for key, value in constants.items()},
        {(names.index(key),): [["tt.divisibility", 16]] for key in multiples},
    )
    result = compile(
        source,
        target=GPUTarget("cuda", CAPABILITIES[name.split("-")[0]], 32),
        options=dict(num_warps=warps, num_stages=stages),
    )
    launch = {
        "shared": result.metadata.shared,
        "threads": 32 * warps,
        "tile": [constants["BM"], constants["BN"]],
        "maps": [
            {"box": each["block_size"], "swizzle": each["swizzle"]}
            | ({"padded": True} if each["fp4_padded"] else {})
            for each in result.metadata.tensordesc_meta or []
        ],
    }
    if transposed:
        launch["transposed"] = transposed
    text = f"// {json.dumps(launch)}\n" + without_lines(result.asm["ptx"])
    path = Path(__file__).parent / f"{name}.ptx.gz"
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(path.name, path.stat().st_size, result.metadata.shared)


def constants_of_scaled(a, b, each, tile):
    return dict(
        zip(("BM", "BN", "BK"), tile),
        FA=a,
        FB=b,
        PA=1 + (a == "e2m1"),
        PB=1 + (b == "e2m1"),
        VEC=each,
    )


def build_scaled(name, a, b, each, function, tile, warps=4, stages=2):
    scale = "*u8" if each == 32 else "*fp8e4nv"
    build(
        name,
        function,
        dict(
            a_ptr="*" + SCALED_TYPES[a],
            as_ptr=scale,
            b_ptr="*" + SCALED_TYPES[b],
            bs_ptr=scale,
            c_ptr="*bf16",
        ),
        constants_of_scaled(a, b, each, tile),
        ["a_ptr", "as_ptr", "b_ptr", "bs_ptr", "c_ptr", "K", "sam", "sbn", "scm"][
            : 9 if function is whole_scaled_product else 8
        ],
        warps,
        stages,
    )


def build_packed(name, a, b, each, tile, **options):
    constants = constants_of_scaled(a, b, each, tile)
    (m, n, k), scale = tile, "u8" if each == 32 else "fp8e4nv"
    build(
        name,
        packed_scaled_product,
        dict(
            a=f"tensordesc<{SCALED_TYPES[a]}[{m},{k // constants['PA']}]>",
            sa=f"tensordesc<{scale}[1,{m // 128},{k // each // 4},2,256]>",
            b=f"tensordesc<{SCALED_TYPES[b]}[{n},{k // constants['PB']}]>",
            sb=f"tensordesc<{scale}[1,{n // 128},{k // each // 4},2,256]>",
            d=f"tensordesc<bf16[{m},{n}]>",
        ),
        constants,
        [],
        **options,
    )


def build_plain(name, kind, sums, result, tile, **options):
    build(
        name,
        product,
        dict(a_ptr=kind, b_ptr=kind, d_ptr=result),
        dict(zip(("BM", "BN", "BK"), tile), SUMS=sums),
        ["a_ptr", "b_ptr", "d_ptr", "sam", "sbk"],
        **options,
    )


def build_descriptors(name, kind, transposed, tile, **options):
    m, n, k = tile
    box = f"[{n},{k}]" if transposed else f"[{k},{n}]"
    build(
        name,
        descriptor_product,
        dict(
            a=f"tensordesc<{kind}[{m},{k}]>",
            b=f"tensordesc<{kind}{box}>",
            d=f"tensordesc<bf16[{m},{n}]>",
        ),
        dict(BM=m, BN=n, BK=k, TRANSPOSED=transposed),
        [],
        transposed="b" * transposed,
        **options,
    )


WHOLE = (
    ("mxfp8", "e4m3", "e4m3", 32),
    ("mxfp4", "e2m1", "e2m1", 32),
    ("nvfp4", "e2m1", "e2m1", 16),
    ("mixed", "e4m3", "e2m1", 32),
)


def build_sm_120a():
    from triton.language import float16, float32, int32

    for name, *arguments in WHOLE:
        build_scaled(f"sm_120a-{name}", *arguments, whole_scaled_product, (128, 128, 128))
    build_scaled("sm_120a-mxfp8-ragged", "e5m2", "e4m3", 32, scaled_product, (64, 32, 64), 2, 3)
    build_scaled("sm_120a-mxfp4-ragged", "e2m1", "e2m1", 32, scaled_product, (32, 64, 128), 4, 3)
    build_scaled("sm_120a-nvfp4-ragged", "e2m1", "e2m1", 16, scaled_product, (64, 64, 64), 2, 2)
    build_scaled("sm_120a-mixed-ragged", "e2m1", "e5m2", 32, scaled_product, (64, 32, 64), 4, 2)
    build_plain("sm_120a-bf16-ragged", "*bf16", float32, "*fp32", (64, 64, 32), stages=3)
    build_plain("sm_120a-f16-ragged", "*fp16", float16, "*fp16", (32, 64, 32), warps=2)
    build_plain("sm_120a-tf32-ragged", "*fp32", float32, "*fp32", (32, 32, 32), warps=2, stages=3)
    build_plain("sm_120a-s8-ragged", "*i8", int32, "*i32", (64, 32, 64), warps=4)
    build_descriptors("sm_120a-fp8-boxes", "fp8e4nv", True, (64, 64, 128), stages=3)
    build_descriptors("sm_120a-bf16-boxes", "bf16", False, (64, 64, 32), stages=2)
    build(
        "sm_120a-shifted-boxes",
        shifted_boxes,
        dict(a="tensordesc<bf16[16,32]>", d="tensordesc<bf16[16,32]>"),
        dict(ROWS=5, COLUMNS=24, BM=16, BN=32),
        [],
        warps=1,
    )
    build(
        "sm_120a-weighted-bytes",
        weighted_bytes,
        dict(a_ptr="*i8", w_ptr="*fp32", d_ptr="*fp32"),
        dict(BM=16, BN=64),
        ["a_ptr", "w_ptr", "d_ptr", "N", "sam", "sdm"],
        warps=1,
    )


def build_sm_100a():
    """Kernels that multiply by tcgen05.mma: scales by tcgen05.st, and packed ones by tcgen05.cp."""
    from triton.language import float32, int32

    for name, *arguments in WHOLE:
        depth = 128 if "e4m3" in arguments else 256
        build_scaled(f"sm_100a-{name}", *arguments, whole_scaled_product, (128, 128, depth))
        build_packed(f"sm_100a-{name}-packed", *arguments, (128, 128, depth), stages=3)
    build_packed("sm_100a-mxfp8-wide", "e5m2", "e4m3", 32, (128, 256, 128), stages=2)
    build_plain("sm_100a-bf16-ragged", "*bf16", float32, "*fp32", (64, 64, 32), stages=3)
    build_plain("sm_100a-f16-ragged", "*fp16", float32, "*fp16", (128, 32, 64))
    build_plain("sm_100a-tf32-ragged", "*fp32", float32, "*fp32", (64, 64, 32), stages=3)
    build_plain("sm_100a-s8-ragged", "*i8", int32, "*i32", (64, 32, 64))
    build_descriptors("sm_100a-fp8-boxes", "fp8e4nv", True, (64, 64, 128), stages=3)
    build_descriptors("sm_100a-bf16-boxes", "bf16", False, (128, 128, 32), stages=2)
    build(
        "sm_100a-bf16-columns",
        columns_product,
        dict(
            a="tensordesc<bf16[64,128]>", b="tensordesc<bf16[64,64]>", d="tensordesc<bf16[128,64]>"
        ),
        dict(BM=128, BN=64, BK=64),
        [],
        stages=2,
        transposed="ab",
    )


def main():
    builders = {"sm_100a": build_sm_100a, "sm_120a": build_sm_120a}
    for chip in sys.argv[1:] or builders:
        builders[chip]()


main()
