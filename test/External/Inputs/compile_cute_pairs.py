"""Compiles the products of cute_pairs.py by the CuTe DSL 4.8.1 to the PTX beside this file; no
GPU is needed.

    pip install nvidia-cutlass-dsl==4.8.1 && compile_cute_pairs.py

As in the files of compile_cute.py, the first line is what a launch has to know.
"""

import gzip
import json
import os
import re
import tempfile
from pathlib import Path

FOLDER = tempfile.mkdtemp()
os.environ |= {"CUTE_DSL_ARCH": "sm_100a", "CUTE_DSL_KEEP": "ptx", "CUTE_DSL_DUMP_DIR": FOLDER}

import cutlass.cute as cute  # noqa: E402 (it reads these variables)
from cute_pairs import (  # noqa: E402
    LANES,
    PAIR,
    STEP,
    THREADS,
    PairProduct,
    ScaledPairProduct,
)
from cutlass import (  # noqa: E402
    BFloat16,
    Float4E2M1FN,
    Float8E4M3FN,
    Float8E8M0FNU,
)
from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: E402

# How the driver names a swizzle of 128 bytes.
SWIZZLE = 3
SCALES_PER_ATOM, WORDS_PER_ATOM = 4, 256


def operand_map(product, rows):
    packed = {"kind": "packed"} if product.element == Float4E2M1FN else {}
    depth = 128 * 8 // product.element.width
    return {"box": (rows, min(depth, product.tile[2])), "swizzle": SWIZZLE, **packed}


def scale_map(product, atoms, is_split):
    """Atoms of as many rows, of which each CTA loads half if `is_split`. Atoms along K have the
    middle dimension of three, or the last one if a stage has one of them."""
    along_k = product.tile[2] // product.each // SCALES_PER_ATOM
    words = WORDS_PER_ATOM
    if is_split:
        atoms, words = (atoms // 2, words) if atoms > 1 else (1, words // 2)
    box = (atoms, along_k, words) if along_k > 1 else (1, atoms, words)
    return {"box": box, "swizzle": 0, "order": (0, 1, 2) if along_k > 1 else (1, 0, 2)}


def maps_of(product):
    m, n, _ = product.tile
    a, b = operand_map(product, m // PAIR), operand_map(product, n // PAIR)
    d = {"box": (LANES, STEP), "swizzle": 0}
    if isinstance(product, ScaledPairProduct):
        rows, columns = scale_map(product, 1, False), scale_map(product, -(-n // LANES), True)
        return [a, rows, b, columns, d]
    return [a, b, d]


def tensors_of(product):
    """Operands, and as many bytes as atoms of their scales take."""
    m, n, k = product.sizes

    def fake(kind, *sizes):
        order = tuple(range(len(sizes)))[::-1]
        return make_fake_compact_tensor(kind, sizes, stride_order=order, assumed_align=32)

    def scales(rows):
        along_k = -(-k // (product.each * SCALES_PER_ATOM))
        return fake(product.scale, -(-rows // LANES) * LANES * along_k * SCALES_PER_ATOM)

    a, b = fake(product.element, m, k), fake(product.element, n, k)
    d = fake(BFloat16, m, n)
    if isinstance(product, ScaledPairProduct):
        return [a, scales(m), b, scales(n), d]
    return [a, b, d]


def compile_product(product):
    @cute.jit
    def run_plain(a: cute.Tensor, b: cute.Tensor, d: cute.Tensor):
        product([a, b], d)

    @cute.jit
    def run_scaled(
        a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor, d: cute.Tensor
    ):
        product([a, sa, b, sb], d)

    tensors = tensors_of(product)
    cute.compile(run_plain if len(tensors) == 3 else run_scaled, *tensors)
    [made] = Path(FOLDER).glob("*.ptx")
    text = made.read_text()
    made.unlink()
    # Its name says all types and sizes.
    return text.replace(re.search(r"\.entry\s+(\w+)", text)[1], "product")


def build(name, product):
    text = compile_product(product)
    launch = {
        "shared": product.shared_bytes,
        "threads": THREADS,
        "cluster": PAIR,
        "grid": (PAIR * product.pairs, 1, 1),
        "tile": product.tile[:2],
        "maps": maps_of(product),
        # Bytes that describe the product, and which nobody reads.
        "unused_first": int(re.search(r"param_0\[(\d+)\]", text)[1]),
    }
    if not isinstance(product, ScaledPairProduct):
        launch["transposed"] = "b"
    path = Path(__file__).parent / f"sm_100a-cute-pair-{name}.ptx.gz"
    path.write_bytes(gzip.compress(f"// {json.dumps(launch)}\n{text}".encode(), 9, mtime=0))
    print(path.name, path.stat().st_size, product.shared_bytes)


def main():
    build("bf16", PairProduct((300, 136, 200), (256, 128, 64), BFloat16, stages=3, pairs=1))
    build("fp8", PairProduct((200, 272, 400), (256, 256, 128), Float8E4M3FN, stages=2, pairs=2))
    mx, nv = (Float8E8M0FNU, 32), (Float8E4M3FN, 16)
    for name, shape, tile, type, scale, stages, pairs in (
        ("mxfp8", (300, 264, 416), (256, 128, 128), Float8E4M3FN, mx, 3, 2),
        ("mxfp8-wide", (520, 264, 256), (256, 256, 128), Float8E4M3FN, mx, 2, 3),
        ("mxfp8-halves", (256, 392, 256), (256, 192, 128), Float8E4M3FN, mx, 2, 1),
        ("mxfp4", (300, 136, 640), (256, 256, 256), Float4E2M1FN, mx, 2, 1),
        ("nvfp4", (300, 264, 608), (256, 256, 256), Float4E2M1FN, nv, 2, 1),
    ):
        build(name, ScaledPairProduct(shape, tile, type, *scale, stages=stages, pairs=pairs))


main()
