"""Bits of a row under `batch_invariant`: the same however many rows are in the call.

    check_batch_invariant.py, under lowp-simulate

Each kind of matmul whose scales do not depend on other rows, with results that show the
last bit of sums. Without the option some kind must differ: otherwise this tests nothing.
"""

import os
import sys

import lowp
import ml_dtypes
import numpy as np

LONG = "LOWP_LONG_TESTS" in os.environ
ROWS = (1, 2, 15, 16, 17, 64, 65, 128, 129, 300) if LONG else (1, 17, 65, 129, 200)
N, K = 64, 1024
KINDS = [
    ("", "bf16", {}),
    ("", "f16", {}),
    ("", "f32", {"f32_matmuls": "tf32"}),
    ("rowwise", "bf16", {}),
    ("block_1x128_128x128", "bf16", {}),
    ("block_1x128_1x128", "bf16", {}),
    ("mxfp8", "bf16", {"allow_emulation": True}),
]
# The check takes one of two whose kernels differ in types or blocks alone.
if not LONG:
    KINDS = [KINDS[place] for place in (0, 2, 3, 4, 6)]
DTYPES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32}


def write_program(element):
    x, w, y = f"tensor<?x{K}x{element}>", f"tensor<{N}x{K}x{element}>", f"tensor<?x{N}xf32>"
    return f"""
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @f(%x: {x}, %w: {w}) -> {y} {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : {x}
  %empty = tensor.empty(%m) : {y}
  %init = linalg.fill ins(%zero : f32) outs(%empty : {y}) -> {y}
  %y = linalg.matmul indexing_maps = [#x, #w, #y] ins(%x, %w : {x}, {w}) outs(%init : {y}) -> {y}
  return %y : {y}
}}"""


def count_differing(kind, batch_invariant):
    """Numbers of rows whose bits differ from those of the same rows in the largest call."""
    recipe, element, options = kind
    program = lowp.compile(
        write_program(element),
        chip="sm_90a",
        image_format="ptx",
        recipe=recipe or None,
        batch_invariant=batch_invariant,
        use_cache=False,
        **options,
    )
    rng = np.random.default_rng(1)
    x, w = (rng.standard_normal((rows, K)).astype(DTYPES[element]) for rows in (ROWS[-1], N))
    w = lowp.DeviceArray.from_host(w)

    def call(rows):
        return program["f"](lowp.DeviceArray.from_host(np.ascontiguousarray(x[:rows])), w).to_host()

    whole = call(ROWS[-1])
    return [
        rows for rows in ROWS if (call(rows).view(np.uint32) != whole[:rows].view(np.uint32)).any()
    ]


def main():
    for kind in KINDS:
        if differing := count_differing(kind, batch_invariant=True):
            sys.exit(f"{kind}: other bits at M = {differing}")
    without = {
        kind[0] or kind[1]: count_differing(kind, batch_invariant=False)
        for kind in KINDS
        if kind[0] in ("", "block_1x128_128x128") and kind[1] == "bf16"
    }
    if not any(without.values()):
        sys.exit("expected other bits somewhere without batch_invariant")
    print(f"{len(KINDS)} kinds have the same bits; without the option these differ: {without}")


main()
