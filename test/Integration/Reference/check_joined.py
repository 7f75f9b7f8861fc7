# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Rows that are read for a number of each, and again to be quantized in both orders: a kernel
whose CTAs take turns, bit for bit against the oracle.

The number is a maximum, which is exact. On the GPU each function is one kernel, after that which
fills its counters, or two where scales are of whole rows and columns, whose largest magnitudes the
first one finds: for a part with so small a cache that any matrix is read twice.
"""

import itertools
import json
import pathlib
import tempfile

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, wide
from harness import DTYPES, Suite, expect_bits
from inputs import with_special

# About 490 kB each; rows and columns that tiles of 128 divide, and some that they do not.
SHAPES = [(384, 640), (300, 800), (513, 480), (400, 616)]
PART = {
    "format": "lowp-part 1",
    "name": "small_cache",
    "base": "h200",
    "figures": {"cache_bytes": 400_000, "multiprocessors": 1, "launch_microseconds": 0},
}

MAXIMUM = """linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(VALUE : MATRIX) outs(%least : ROWS) {
  ^bb0(%a: bf16, %m: f32):
    %w = arith.extf %a : bf16 to f32
    %b = math.absf %w : f32
    %y = arith.maximumf %b, %m : f32
    linalg.yield %y : f32
  } -> ROWS"""
TIMES = """    %x0 = arith.extf %a0 : bf16 to f32
    %p = arith.mulf %x0, %a1 : f32
    %y = arith.truncf %p : f32 to bf16
    linalg.yield %y : bf16"""


def make_function(shape, targets, adds, returned, results):
    matrix, rows = f"tensor<{shape[0]}x{shape[1]}xbf16>", f"tensor<{shape[0]}xf32>"
    value = "%sum" if adds else "%x"
    total = generic([("%x", matrix, "i, j"), ("%r", matrix, "i, j")], fusions.ADD, shape)
    maximum = MAXIMUM.replace("VALUE", value).replace("MATRIX", matrix).replace("ROWS", rows)
    product = generic([(value, matrix, "i, j"), ("%most", rows, "i")], TIMES, shape)
    quantizes, names = fusions.quantizes(shape, targets, "%product")
    kinds = ", ".join(fusions.tensor_of(result) for result in results)
    added = f"  %sum = {total}\n" if adds else ""
    return f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> ({kinds}) {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {matrix}
  %rows = tensor.empty() : {rows}
  %least = linalg.fill ins(%zero : f32) outs(%rows : {rows}) -> {rows}
{added}  %most = {maximum}
  %product = {product}
{quantizes}
  return {", ".join(returned + names)} : {kinds}
}}"""


def add_cases(suite):
    names = ["both", "both mx", "three", "both rowwise"]
    for shape, name, adds in itertools.product(SHAPES, names, [False, True]):
        label = f"{name}, {shape}" + ", of a sum" * adds
        if not suite.takes(label):
            continue
        targets = fusions.TARGETS[name]
        x = with_special(shape, "bf16", int(RNG.integers(1000)))
        r = RNG.standard_normal(shape).astype(DTYPES["bf16"])
        # A row of zeros, and one of subnormal numbers.
        x[1], x[2] = 0, (RNG.standard_normal(shape[1]) * 1e-39).astype(x.dtype)
        with np.errstate(all="ignore"):
            value = round_bf16(wide(x) + wide(r)) if adds else x
            most = np.max(np.abs(wide(value)), axis=1)
            product = round_bf16(wide(value) * most[:, None])
        # Where nobody wants the sum, the kernel of the maximum stores the product, which the next
        # one reads.
        wanted = (
            {"%product": product} if name == "both rowwise" else {"%sum": value} if adds else {}
        )
        results = list(wanted.values())
        results += [part for target in targets for part in fusions.stored(product, target)]
        suite.add(
            label,
            make_function(shape, targets, adds, list(wanted), results),
            [x, r],
            [expect_bits(result) for result in results],
        )


def find_apart(suite):
    """What to say of functions of which the kernels are not joined."""
    programs = getattr(suite.hosts.get("gpu"), "programs", {})
    for name, program in programs.items():
        kernels = [kernel.name for kernel in program.kernels] if program else []
        computing = [kernel for kernel in kernels if "_fill_" not in kernel]
        count = 1 + any("rowwise" in kernel for kernel in computing)
        if len(computing) != count:
            yield f"{name}: expected {count} kernels beside those that fill, got {kernels}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "part.json")
        file.write_text(json.dumps(PART), encoding="utf-8")
        suite = Suite(options={"part_file": str(file)})
        add_cases(suite)
        suite.run(lambda: list(find_apart(suite)))


if __name__ == "__main__":
    main()
