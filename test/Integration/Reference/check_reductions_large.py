"""Sums in a matrix of more than 2^31 elements and 2^32 bytes: places are no 32-bit numbers.

The last columns are added up, over all rows, and the last rows, over all columns, with
sizes that are known and with one that is not; what else the matrix holds is what the
driver left there. This takes too much of the simulator's time and memory for every run: there
LOWP_LONG_TESTS=1 asks for it.
"""

import os
import sys

import numpy as np

import lowp
from check_grouped_large import Memory
from lowp.arrays import reinterpret
from lowp.check.driver_memory import open_driver

ROWS, COLUMNS = 65600, 32800
# What is added up lies after all else.
TAKEN = 16
RNG = np.random.default_rng(8)


def write(rows, dim):
    """The sum over `dim` of the last columns, or of the last rows."""
    matrix = f"tensor<{rows}x{COLUMNS}xf32>"
    count = f"{ROWS}" if rows != "?" else "?"
    if dim == 0:
        place, part = f"[0, {COLUMNS - TAKEN}] [%m, {TAKEN}]", f"tensor<{count}x{TAKEN}xf32>"
    else:
        place, part = f"[%last, 0] [{TAKEN}, {COLUMNS}]", f"tensor<{TAKEN}x{COLUMNS}xf32>"
    if rows != "?":
        place = place.replace("%m", str(ROWS)).replace("%last", str(ROWS - TAKEN))
    kinds = '"reduction", "parallel"' if dim == 0 else '"parallel", "reduction"'
    kept = "d1" if dim == 0 else "d0"
    return f"""
func.func @f(%x: {matrix}) -> tensor<{TAKEN}xf32> {{
  %c0 = arith.constant 0 : index
  %taken = arith.constant {TAKEN} : index
  %m = tensor.dim %x, %c0 : {matrix}
  %last = arith.subi %m, %taken : index
  %zero = arith.constant 0.0 : f32
  %part = tensor.extract_slice %x{place} [1, 1] : {matrix} to {part}
  %e = tensor.empty() : tensor<{TAKEN}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<{TAKEN}xf32>) -> tensor<{TAKEN}xf32>
  %y = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ({kept})>],
                       iterator_types = [{kinds}]}}
      ins(%part : {part}) outs(%init : tensor<{TAKEN}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  }} -> tensor<{TAKEN}xf32>
  return %y : tensor<{TAKEN}xf32>
}}"""


def fill(matrix):
    """Small integers, whose sums are exact; returns what each sum is of all."""
    columns = RNG.integers(-4, 5, (ROWS, TAKEN)).astype(np.float32)
    rows = RNG.integers(-4, 5, (TAKEN, COLUMNS)).astype(np.float32)
    rows[:, -TAKEN:] = columns[-TAKEN:]
    for row in range(ROWS):
        matrix.put(row * COLUMNS + COLUMNS - TAKEN, columns[row])
    matrix.put((ROWS - TAKEN) * COLUMNS, rows)
    return columns.sum(0), rows.sum(1)


def main():
    is_simulated = "LOWP_SIMULATOR_SMS" in os.environ and "--gpu" not in sys.argv
    if is_simulated and os.environ.get("LOWP_LONG_TESTS") != "1":
        print("left out: set LOWP_LONG_TESTS=1")
        return
    open_driver()
    matrix, result = Memory((ROWS, COLUMNS), 4), Memory((TAKEN,), 4)
    for dim, want in enumerate(fill(matrix)):
        for rows in (ROWS, "?"):
            function = lowp.compile(write(rows, dim), chip="sm_90a")["f"]
            function(reinterpret(matrix, "f32"), out=(reinterpret(result, "f32"),))
            got = result.get(0, TAKEN).view(np.float32)
            assert np.array_equal(got, want), f"over {dim}, {rows} rows: {got}, expected {want}"
            print(f"over {dim}, {rows} rows: right")


if __name__ == "__main__":
    main()
