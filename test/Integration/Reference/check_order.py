"""Kernels that walk through tensors larger than the cache, each against the one before.

Every second one of a chain of such kernels begins with its last tile. The sizes are
those that make it so, which is more than the CPU's kernels can do. The simulator's are of
a part with a small cache.
"""

import json
import os
import pathlib
import tempfile

import ml_dtypes
import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type, tensor_type
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, quantize

RNG = np.random.default_rng(31)
IS_SIMULATED = "LOWP_CUDA_DRIVER" in os.environ
# The first part of each of the simulator's chips.
PARTS = {"sm_90a": "h200", "sm_100a": "b200", "sm_120a": "rtx5090", "sm_121a": "gb10"}
CACHE = 1 << 16


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def add_chain(suite, rows, columns, results):
    """A softmax, a matmul that reads it, and a softmax of that."""
    x = RNG.standard_normal((rows, columns)).astype(ml_dtypes.bfloat16)
    w = (RNG.standard_normal((columns, results)) * 8).astype(ml_dtypes.bfloat16)
    a, b, c = (
        tensor_type(shape, "bf16")
        for shape in [(rows, columns), (columns, results), (rows, results)]
    )
    sums = tensor_type((rows, results), "f32")
    p = softmax(x.astype(np.float32)).astype(ml_dtypes.bfloat16).astype(np.float32)
    wide = w.astype(np.float32)
    z, size = p @ wide, p @ np.abs(wide)
    y = softmax(z)
    suite.add(
        f"chain {rows}x{columns}x{results}",
        f"""
func.func @NAME(%x: {a}, %w: {b}) -> ({c}, {c}) {{
  %zero = arith.constant 0.0 : f32
  %ea = tensor.empty() : {a}
  %p = linalg.softmax dimension(1) ins(%x : {a}) outs(%ea : {a}) -> {a}
  %es = tensor.empty() : {sums}
  %zs = linalg.fill ins(%zero : f32) outs(%es : {sums}) -> {sums}
  %z = linalg.matmul ins(%p, %w : {a}, {b}) outs(%zs : {sums}) -> {sums}
  %ec = tensor.empty() : {c}
  %z16 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%z : {sums}) outs(%ec : {c}) {{
  ^bb0(%in: f32, %old: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  }} -> {c}
  %y = linalg.softmax dimension(1) ins(%z16 : {c}) outs(%ec : {c}) -> {c}
  return %z16, %y : {c}, {c}
}}""",
        [x, w],
        [
            expect_within(z, 2.0**-6 * size, DTYPES["bf16"]),
            expect_within(y, 2.0**-4 * y + 2.0**-6 * size * y + 1e-6, DTYPES["bf16"]),
        ],
    )


def add_quantize(suite, shape):
    """The amax of the whole, and a second read."""
    x = RNG.standard_normal(shape).astype(ml_dtypes.bfloat16)
    x[shape[0] // 2, 7] = 300.0
    data, scales = quantize(x, "f8E4M3FN", "#lowp.tensorwise", PRESETS["torchao"])
    data, scales = store_data(data, (0, 1)), store_scales(scales, "#lowp.compact")
    kind = scaled_type(shape, "f8E4M3FN", "#lowp.tensorwise")
    results = [tensor_type(shape, "f8E4M3FN"), tensor_type(scales.shape, "f32")]
    suite.add(
        f"quantize {shape}",
        f"""
func.func @NAME(%x: {tensor_type(shape, "bf16")}) -> ({", ".join(results)}) {{
  %q = lowp.quantize %x numerics <torchao> : {tensor_type(shape, "bf16")} -> {kind}
  %d, %s = lowp.split_scaled %q : {kind}
  return %d, %s : {", ".join(results)}
}}""",
        [x],
        [expect_bits(data), expect_bits(scales)],
    )


def write_part(folder):
    """A part whose cache is small."""
    base = PARTS[os.environ.get("LOWP_SIMULATOR_CHIP", "sm_90a")]
    path = pathlib.Path(folder) / "part.json"
    path.write_text(
        json.dumps(
            {
                "format": "lowp-part 1",
                "name": "small-cache",
                "base": base,
                "figures": {"cache_bytes": CACHE},
            }
        ),
        encoding="utf-8",
    )
    return path


def run(options, chains, matrices):
    suite = Suite(options=options)
    for size in chains:
        add_chain(suite, *size)
    for shape in matrices:
        add_quantize(suite, shape)
    suite.run()


def main():
    with tempfile.TemporaryDirectory() as folder:
        if IS_SIMULATED:
            run(
                {"part_file": str(write_part(folder))},
                [(512, 256, 256), (510, 264, 328)],
                [(512, 256), (510, 264)],
            )
        run({}, [(8192, 4096, 2048), (8190, 4104, 2056)], [(8192, 4096), (8190, 4104)])


if __name__ == "__main__":
    main()
