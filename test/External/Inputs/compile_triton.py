"""Compiles the products of triton_kernels.py by Triton 3.9 to the PTX beside this file; no GPU
is needed.

    pip install triton==3.9.0 && compile_triton.py

The first line of each is a comment of JSON: what a launch has to know.
"""

import gzip
import json
import re
from pathlib import Path

from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile
from triton_kernels import (descriptor_product, product, scaled_product, shifted_boxes,
                            weighted_bytes, whole_scaled_product)

SCALED_POINTERS = {"e4m3": "*fp8e4nv", "e5m2": "*fp8e5", "e2m1": "*u8"}


def without_lines(text):
    """PTX without what tells a debugger of the source."""
    text = re.sub(r"^\s*\.(loc|file)\b[^\n]*\n", "", text, flags=re.M)
    # Sections of debugging information end the file.
    return re.split(r"^\s*\.section\b", text, maxsplit=1, flags=re.M)[0]


def build(name, function, types, constants, multiples, warps=4, stages=2):
    """Compiles `function`; `multiples` names the parameters that are multiples of 16."""
    names = function.arg_names
    signature = {key: types.get(key, "constexpr" if key in constants else "i32") for key in names}
    source = ASTSource(function, signature,
                       {(names.index(key),): value for key, value in constants.items()},
                       {(names.index(key),): [["tt.divisibility", 16]] for key in multiples})
    result = compile(source, target=GPUTarget("cuda", 120, 32),
                     options=dict(num_warps=warps, num_stages=stages))
    launch = {"shared": result.metadata.shared, "threads": 32 * warps,
              "tile": [constants["BM"], constants["BN"]],
              "maps": [{"box": each["block_size"], "swizzle": each["swizzle"]}
                       for each in result.metadata.tensordesc_meta or []]}
    text = f"// {json.dumps(launch)}\n" + without_lines(result.asm["ptx"])
    path = Path(__file__).parent / f"sm_120a-{name}.ptx.gz"
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(path.name, path.stat().st_size, result.metadata.shared)


def build_scaled(name, a, b, each, function, tile, warps=4, stages=2):
    scale = "*u8" if each == 32 else "*fp8e4nv"
    build(name, function,
          dict(a_ptr=SCALED_POINTERS[a], as_ptr=scale, b_ptr=SCALED_POINTERS[b], bs_ptr=scale,
               c_ptr="*bf16"),
          dict(zip(("BM", "BN", "BK"), tile), FA=a, FB=b, PA=1 + (a == "e2m1"),
               PB=1 + (b == "e2m1"), VEC=each),
          ["a_ptr", "as_ptr", "b_ptr", "bs_ptr", "c_ptr", "K", "sam", "sbn", "scm"][
              :9 if function is whole_scaled_product else 8], warps, stages)


def build_plain(name, kind, sums, result, tile, **options):
    build(name, product, dict(a_ptr=kind, b_ptr=kind, d_ptr=result),
          dict(zip(("BM", "BN", "BK"), tile), SUMS=sums),
          ["a_ptr", "b_ptr", "d_ptr", "sam", "sbk"], **options)


def build_descriptors(name, kind, transposed, tile, **options):
    m, n, k = tile
    box = f"[{n},{k}]" if transposed else f"[{k},{n}]"
    build(name, descriptor_product,
          dict(a=f"tensordesc<{kind}[{m},{k}]>", b=f"tensordesc<{kind}{box}>",
               d=f"tensordesc<bf16[{m},{n}]>"),
          dict(BM=m, BN=n, BK=k, TRANSPOSED=transposed), [], **options)


def main():
    from triton.language import float16, float32, int32
    whole = (128, 128, 128)
    for arguments in (("mxfp8", "e4m3", "e4m3", 32), ("mxfp4", "e2m1", "e2m1", 32),
                      ("nvfp4", "e2m1", "e2m1", 16), ("mixed", "e4m3", "e2m1", 32)):
        build_scaled(*arguments, whole_scaled_product, whole)
    build_scaled("mxfp8-ragged", "e5m2", "e4m3", 32, scaled_product, (64, 32, 64), 2, 3)
    build_scaled("mxfp4-ragged", "e2m1", "e2m1", 32, scaled_product, (32, 64, 128), 4, 3)
    build_scaled("nvfp4-ragged", "e2m1", "e2m1", 16, scaled_product, (64, 64, 64), 2, 2)
    build_scaled("mixed-ragged", "e2m1", "e5m2", 32, scaled_product, (64, 32, 64), 4, 2)
    build_plain("bf16-ragged", "*bf16", float32, "*fp32", (64, 64, 32), stages=3)
    build_plain("f16-ragged", "*fp16", float16, "*fp16", (32, 64, 32), warps=2)
    build_plain("tf32-ragged", "*fp32", float32, "*fp32", (32, 32, 32), warps=2, stages=3)
    build_plain("s8-ragged", "*i8", int32, "*i32", (64, 32, 64), warps=4)
    build_descriptors("fp8-boxes", "fp8e4nv", True, (64, 64, 128), stages=3)
    build_descriptors("bf16-boxes", "bf16", False, (64, 64, 32), stages=2)
    build("shifted-boxes", shifted_boxes,
          dict(a="tensordesc<bf16[16,32]>", d="tensordesc<bf16[16,32]>"),
          dict(ROWS=5, COLUMNS=24, BM=16, BN=32), [], warps=1)
    build("weighted-bytes", weighted_bytes, dict(a_ptr="*i8", w_ptr="*fp32", d_ptr="*fp32"),
          dict(BM=16, BN=64), ["a_ptr", "w_ptr", "d_ptr", "N", "sam", "sdm"], warps=1)


main()
