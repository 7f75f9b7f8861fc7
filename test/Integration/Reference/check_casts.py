# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Casts of small floats: every code, every neighbourhood, one rounding."""

import numpy as np

from harness import Suite, expect_bits, sample_size, tensor_type
from inputs import as_dtype
from oracle.formats import DTYPES, LARGEST, WIDTH, round_to_format

NARROW = [*LARGEST, "f16", "bf16"]
COLUMNS = 256


def add_cast(suite, x, source, target, op, want):
    """An elementwise cast of a matrix."""
    from_type, to_type = tensor_type(x.shape, source), tensor_type(x.shape, target)
    function = f"""
func.func @NAME(%x: {from_type}) -> {to_type} {{
  %init = tensor.empty() : {to_type}
  %y = linalg.generic {{
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  }} ins(%x : {from_type}) outs(%init : {to_type}) {{
  ^bb0(%in: {source}, %out: {target}):
    %c = arith.{op} %in : {source} to {target}
    linalg.yield %c : {target}
  }} -> {to_type}
  return %y : {to_type}
}}"""
    suite.add(f"{op} {source} to {target}", function, [x], [expect_bits(want)])


def all_codes(element):
    dtype = DTYPES[element]
    width = WIDTH.get(element, 8 * dtype.itemsize)
    codes = np.arange(1 << width, dtype=f"u{dtype.itemsize}")
    return as_matrix(codes.view(dtype))


def boundaries(element, wide):
    """Values of `element`, the middle of neighbours, and what lies beside."""
    with np.errstate(all="ignore"):
        codes = all_codes(element).astype(np.float64).ravel()
    finite = np.unique(codes[np.isfinite(codes)])
    # Beyond the largest value too: one more step, then far away.
    finite = np.append(finite, [2 * finite[-1] - finite[-2], 4 * finite[-1]])
    middles = (finite[1:] + finite[:-1]) / 2
    points = np.concatenate([finite, middles, [np.inf, np.nan, 0.0, 1e-300]])
    with np.errstate(all="ignore"):
        points = np.concatenate([points, -points]).astype(wide)
    around = [points, np.nextafter(points, wide(np.inf)), np.nextafter(points, wide(-np.inf))]
    return np.concatenate(around)


def random_bits(wide):
    rng = np.random.default_rng(5)
    count = sample_size(40000)
    return rng.integers(0, 256, count * wide(0).itemsize, np.uint8).view(wide)


def near_range(element, wide):
    """Values that the format resolves: random bits are mostly out of range."""
    rng = np.random.default_rng(6)
    limit = np.log2(LARGEST.get(element, 2.0**16)) + 1
    magnitudes = np.exp2(rng.uniform(-limit - 6, limit, sample_size(40000)))
    return (magnitudes * rng.choice([-1, 1], len(magnitudes))).astype(wide)


def as_matrix(values):
    rows = -(-len(values) // COLUMNS)
    return np.resize(values, (rows, COLUMNS))


def round_once(values, element):
    """To nearest even straight from f64: by way of f32 rounded to odd."""
    with np.errstate(all="ignore"):
        near = values.astype(np.float32)
        inexact = (near != values) & np.isfinite(near) & np.isfinite(values)
        down = np.where(np.abs(near) > np.abs(values), np.nextafter(near, np.float32(0)), near)
        odd = (down.view(np.uint32) | inexact).astype(np.uint32).view(np.float32)
    return round_to_format(odd, element) if element in LARGEST else as_dtype(odd, element)


suite = Suite(as_shipped=True)
for element in NARROW:
    codes = all_codes(element)
    for target in ["f32", "f64"]:
        add_cast(suite, codes, element, target, "extf", as_dtype(codes, target))
    for source, wide in [("f32", np.float32), ("f64", np.float64)]:
        x = as_matrix(
            np.concatenate(
                [boundaries(element, wide), random_bits(wide), near_range(element, wide)]
            )
        )
        add_cast(suite, x, source, element, "truncf", round_once(x, element))
for target in ["f32", "f64", "bf16"]:
    codes = all_codes("f8E8M0FNU")
    add_cast(suite, codes, "f8E8M0FNU", target, "extf", as_dtype(codes, target))
for element in LARGEST:
    for half in ["f16", "bf16"]:
        codes, halves = all_codes(element), all_codes(half)
        add_cast(suite, codes, element, half, "extf", as_dtype(codes, half))
        add_cast(suite, halves, half, element, "truncf", round_to_format(halves, element))
suite.run()
