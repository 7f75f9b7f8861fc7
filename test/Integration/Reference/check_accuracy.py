# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""exp and divisions in mode exact: units in the last place, or none.

Against f64, over all of f32: numbers of random bits, zeros, infinities, NaN, subnormal
operands and results, and results at both ends of the range.
"""

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within

RNG = np.random.default_rng(16)
SHAPE = (40, 512)
SPECIAL = np.array(
    [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1e-38, 3.4e38, -3.4e38, 1.0], np.float32
)
# Instructions of the chip are good to 2 units, the steps around them to half of one each.
EXP_UNITS, DIVISION_UNITS = 3, 1


def random_bits(shape):
    return RNG.integers(0, 2**32, shape, np.uint32).view(np.float32)


def unit(y):
    """Returns the unit of the last place, of f32, for results y in f64."""
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log2(np.abs(y)))
    return np.exp2(np.clip(np.nan_to_num(exponent, nan=0), -126, 127) - 23)


def expect_units(y, units):
    """Within `units` of f64; beyond the range also the largest number."""
    with np.errstate(all="ignore"):
        wanted = y.astype(np.float32).astype(np.float64)
    bound = np.where(np.isfinite(wanted), units * unit(y), 0)
    return expect_within(wanted, bound, DTYPES["f32"])


def add_exp(suite):
    x = RNG.uniform(-104, 89, SHAPE).astype(np.float32)
    x[0, : len(SPECIAL)] = SPECIAL
    x[1] = np.linspace(-103.98, -87.0, SHAPE[1])
    x[2] = np.linspace(87.5, 88.722, SHAPE[1])
    x[3:8] = random_bits((5, SHAPE[1]))
    kind = f"tensor<{SHAPE[0]}x{SHAPE[1]}xf32>"
    with np.errstate(all="ignore"):
        y = np.exp(x.astype(np.float64))
    suite.add(
        "exp",
        f"""
func.func @NAME(%x: {kind}) -> {kind} {{
  %empty = tensor.empty() : {kind}
  %y = linalg.exp ins(%x : {kind}) outs(%empty : {kind}) -> {kind}
  return %y : {kind}
}}""",
        [x],
        [expect_units(y, EXP_UNITS)],
    )


def add_division(suite):
    x, d = random_bits(SHAPE), random_bits(SHAPE[:1])
    x[:, : len(SPECIAL)] = SPECIAL
    d[: len(SPECIAL)] = SPECIAL
    # Numbers of usual sizes, negative ones too.
    x[20:] = RNG.standard_normal((20, SHAPE[1]))
    d[20:] = RNG.standard_normal(20) * 100
    kind, vector = f"tensor<{SHAPE[0]}x{SHAPE[1]}xf32>", f"tensor<{SHAPE[0]}xf32>"
    with np.errstate(all="ignore"):
        y = x.astype(np.float64) / d.astype(np.float64)[:, None]
    suite.add(
        "division",
        f"""
func.func @NAME(%x: {kind}, %d: {vector}) -> {kind} {{
  %empty = tensor.empty() : {kind}
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %d : {kind}, {vector}) outs(%empty : {kind}) {{
  ^bb0(%a: f32, %b: f32, %old: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  }} -> {kind}
  return %y : {kind}
}}""",
        [x, d],
        [expect_units(y, DIVISION_UNITS)],
    )


def add_quotients(suite, label, x, d, dividend="%a"):
    """Returns the function of elements, rounded to nearest as numpy does."""
    kind = f"tensor<{x.shape[0]}x{x.shape[1]}xf32>"
    with np.errstate(all="ignore"):
        y = (x if dividend == "%a" else np.float32(1)) / d
    suite.add(
        label,
        f"""
func.func @NAME(%x: {kind}, %d: {kind}) -> {kind} {{
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : {kind}
  %y = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %d : {kind}, {kind}) outs(%empty : {kind}) {{
  ^bb0(%a: f32, %b: f32, %old: f32):
    %q = arith.divf {dividend}, %b : f32
    linalg.yield %q : f32
  }} -> {kind}
  return %y : {kind}
}}""",
        [x, d],
        [expect_bits(y)],
    )


def add_all_quotients(suite):
    shape = (200, 512)
    x, d = (RNG.standard_normal(shape).astype(np.float32) * 3 for _ in range(2))
    # At both ends of what needs no division of the chip, and beyond.
    x[100:140] *= np.exp2(RNG.integers(-70, 70, (40, 512))).astype(np.float32)
    d[120:160] *= np.exp2(RNG.integers(-70, 70, (40, 512))).astype(np.float32)
    x[160:180], d[170:] = random_bits((20, 512)), random_bits((30, 512))
    # One of many that is not usual, in each place of a thread's vector.
    for row, special in enumerate(SPECIAL):
        x[row, row::9], d[row + 20, row::9] = special, special
    add_quotients(suite, "quotients", x, d)
    add_quotients(suite, "reciprocals", x, d, "%one")


def main():
    suite = Suite()
    add_exp(suite)
    add_division(suite)
    add_all_quotients(suite)
    suite.run()


if __name__ == "__main__":
    main()
