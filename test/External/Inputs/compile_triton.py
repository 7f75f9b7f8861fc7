"""Compiles a block-scaled product by Triton 3.9 to the PTX beside this file; no GPU is needed.

    pip install triton && compile_triton.py
"""

import gzip
import re
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile

POINTERS = {"e4m3": "*fp8e4nv", "e5m2": "*fp8e5", "e2m1": "*u8"}


@triton.jit
def mx_kernel(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M, N, K, sam, sbn, scm,
              BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
              FA: tl.constexpr, FB: tl.constexpr, PA: tl.constexpr, PB: tl.constexpr,
              VEC: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    of_a, of_b = tl.arange(0, BK // PA), tl.arange(0, BK // PB)
    of_scales = tl.arange(0, BK // VEC)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptr + rows[:, None] * sam + (k * (BK // PA) + of_a)[None, :])
        b = tl.load(b_ptr + columns[:, None] * sbn + (k * (BK // PB) + of_b)[None, :])
        place = (k * (BK // VEC) + of_scales)[None, :]
        sa = tl.load(as_ptr + rows[:, None] * (K // VEC) + place)
        sb = tl.load(bs_ptr + columns[:, None] * (K // VEC) + place)
        total = tl.dot_scaled(a, sa, FA, b.T, sb, FB, total)
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.bfloat16))


def without_lines(text):
    """PTX without what tells a debugger of the source."""
    text = re.sub(r"^\s*\.(loc|file)\b[^\n]*\n", "", text, flags=re.M)
    # Sections of debugging information end the file.
    return re.split(r"^\s*\.section\b", text, maxsplit=1, flags=re.M)[0]


def build(name, a, b, each):
    constants = dict(BM=128, BN=128, BK=128, FA=a, FB=b, PA=1 + (a == "e2m1"),
                     PB=1 + (b == "e2m1"), VEC=each)
    scale = "*u8" if each == 32 else "*fp8e4nv"
    types = dict(a_ptr=POINTERS[a], as_ptr=scale, b_ptr=POINTERS[b], bs_ptr=scale, c_ptr="*bf16")
    names = mx_kernel.arg_names
    signature = {key: types.get(key, "constexpr" if key in constants else "i32") for key in names}
    multiples = [key for key in names if key.endswith("_ptr") or key in ("K", "sam", "sbn", "scm")]
    source = ASTSource(mx_kernel, signature,
                       {(names.index(key),): value for key, value in constants.items()},
                       {(names.index(key),): [["tt.divisibility", 16]] for key in multiples})
    result = compile(source, target=GPUTarget("cuda", 120, 32),
                     options=dict(num_warps=4, num_stages=2))
    path = Path(__file__).parent / f"sm_120a-{name}.ptx.gz"
    path.write_bytes(gzip.compress(without_lines(result.asm["ptx"]).encode(), 9, mtime=0))


for arguments in (("mxfp8", "e4m3", "e4m3", 32), ("mxfp4", "e2m1", "e2m1", 32),
                  ("nvfp4", "e2m1", "e2m1", 16), ("mixed", "e4m3", "e2m1", 32)):
    build(*arguments)
