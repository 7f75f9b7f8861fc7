"""What grouped matmuls fell for elsewhere: numbers that are wrong, no groups and many, NaN
of neighbours, and what stands before and after them in a program.
"""

import numpy as np

from grouped_gemms import Plain, Scaled, add, expect, spoil
from harness import Suite, expect_bits
from oracle.grouped import batch, grouped_m

RNG = np.random.default_rng(41)
COLUMNS, K = 16, 144
BLOCKS = "#lowp.block<1x128>", "#lowp.block<128x128>"
INT_MAX = 2**31 - 1


def draw(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def scaled(x, is_left):
    return Scaled(x, "f8E4M3FN", BLOCKS[0 if is_left else 1], "torchao")


def clamp(given, rows):
    """The ends that the Specification names."""
    return np.clip(np.maximum.accumulate([0, *given])[1:], 0, rows).astype(int)


def add_rows(suite, label, make, rows, given, sizes=None, lhs=None, rhs=None):
    lhs = lhs or make(draw(rows, K), True)
    groups = len(given)
    rhs = rhs or make(draw(max(groups, 1), COLUMNS, K), False)
    rhs.tensors = [tensor[:groups] for tensor in rhs.tensors]
    ends = clamp(given, rows)
    inside = np.arange(rows) < (ends[-1] if groups else 0)
    want, magnitude = (
        grouped_m(lhs.values, rhs.values, list(ends)) if groups else np.zeros((2, rows, COLUMNS))
    )
    m, g = sizes or (rows, groups)
    add(
        suite,
        label,
        lhs,
        rhs,
        "ends",
        given,
        (f"{m}x{K}", f"{g}x{COLUMNS}x{K}", f"{m}x{COLUMNS}", g),
        expect(want, magnitude, inside[:, None], "bf16"),
        "bf16",
    )


def add_bad_numbers(suite):
    """Wherever ends and counts are, nobody writes or reads elsewhere."""
    for given in [
        (64, 20, 100, -3, 90),
        (-1, -2, 130, 130, 500),
        (INT_MAX, 0, 0, 0, 7),
        (-INT_MAX - 1, 5, INT_MAX, 3, INT_MAX),
    ]:
        add_rows(suite, "bad", scaled, 130, given)
    counts, rows = (-7, 40, 12, INT_MAX, -INT_MAX - 1), 36
    lhs, rhs = scaled(draw(5, rows, K), True), scaled(draw(5, COLUMNS, K), False)
    kept = np.clip(counts, 0, rows)
    inside = np.arange(rows)[None] < kept[:, None]
    want, magnitude = batch(lhs.values, rhs.values, kept)
    spoil(lhs, inside)
    add(
        suite,
        "bad",
        lhs,
        rhs,
        "counts",
        counts,
        (f"5x{rows}x{K}", f"5x{COLUMNS}x{K}", f"5x{rows}x{COLUMNS}", 5),
        expect(want, magnitude, inside[..., None], "bf16"),
        "bf16",
    )


def add_numbers_of_groups(suite):
    """One kernel for all: G and M are known at run time only."""
    for groups in [0, 1, 2, 31, 32, 33, 255, 1024]:
        sizes = RNG.integers(0, 4 if groups > 100 else 9, groups)
        rows = int(sizes.sum()) + 3
        add_rows(suite, "many", scaled, rows, list(np.cumsum(sizes)), ("?", "?"))
    # One group has all rows of 140 groups; no rows at all.
    add_rows(suite, "lonely", scaled, 200, [0] * 70 + [200] * 70, ("?", "?"))
    add_rows(suite, "no rows", lambda x, _: Plain(x, "bf16"), 0, [0, 0, 0], ("?", "?"))
    nothing = np.zeros((2, 9, 0))
    add(
        suite,
        "no columns",
        Plain(draw(9, K), "bf16"),
        Plain(draw(3, 0, K), "bf16"),
        "ends",
        [2, 2, 9],
        (f"9x{K}", f"3x0x{K}", "9x0", 3),
        expect(*nothing, np.full((9, 1), True), "bf16"),
        "bf16",
    )


def add_starts(suite):
    """Groups of sizes around those of a warpgroup and a tile from any row on."""
    make = {}
    for start in range(5):
        for size in (1, 4, 63, 65):
            given = [start, start + size, start + size + 66]
            rows = 160
            lhs = make.setdefault("lhs", scaled(draw(rows, K), True))
            rhs = make.setdefault("rhs", scaled(draw(3, COLUMNS, K), False))
            add_rows(suite, "start", scaled, rows, given, lhs=lhs, rhs=rhs)


def add_widths(suite):
    """Weights of widths that no tile divides."""
    given = [1, 1, 66]
    lhs = scaled(draw(70, K), True)
    for columns in (64, 576, 768, 2112):
        rhs = scaled(draw(3, columns, K), False)
        want, magnitude = grouped_m(lhs.values, rhs.values, given)
        inside = np.arange(70)[:, None] < given[-1]
        add(
            suite,
            f"{columns} columns",
            lhs,
            rhs,
            "ends",
            given,
            (f"70x{K}", f"3x{columns}x{K}", f"70x{columns}", 3),
            expect(want, magnitude, inside, "bf16"),
            "bf16",
        )


def add_neighbours(suite):
    """NaN of one group, in its tokens, its weights or their scales, stays in it."""
    rows, given = 150, [33, 80, 150]
    for spoiled in ("lhs", "rhs"):
        lhs, rhs = scaled(draw(rows, K), True), scaled(draw(3, COLUMNS, K), False)
        want, magnitude = grouped_m(lhs.values, rhs.values, given)
        want[33:80] = np.nan
        for tensor in lhs.tensors[:1] if spoiled == "lhs" else rhs.tensors:
            part = tensor[33:80] if spoiled == "lhs" else tensor[1]
            part.view("u1")[:] = 0xFF
        add(
            suite,
            f"NaN in {spoiled}",
            lhs,
            rhs,
            "ends",
            given,
            (f"{rows}x{K}", f"3x{COLUMNS}x{K}", f"{rows}x{COLUMNS}", 3),
            expect(want, magnitude, np.full((rows, 1), True), "bf16"),
            "bf16",
        )


def add_epilogue(suite):
    """A bias of columns, a factor of rows, a residual and a ReLU after the product, whose
    ends a kernel before it computes."""
    rows, given = 150, np.array([34, 80, 150], np.int32)
    lhs, rhs = scaled(draw(rows, K), True), scaled(draw(3, COLUMNS, K), False)
    bias, factor, residual = draw(COLUMNS), draw(rows), draw(rows, COLUMNS)
    sums, magnitude = grouped_m(lhs.values, rhs.values, list(given))
    want = np.maximum(sums * factor[:, None] + bias + residual, 0)
    result, left, right = (
        f"tensor<{rows}x{COLUMNS}xf32>",
        lhs.type(f"{rows}x{K}"),
        rhs.type(f"3x{COLUMNS}x{K}"),
    )
    suite.add(
        "epilogue",
        f"""
func.func @NAME(%a: {left}, %b: {right}, %n: tensor<3xi32>, %bias: tensor<{COLUMNS}xf32>,
                %factor: tensor<{rows}xf32>, %residual: {result}) -> {result} {{
  %ends = arith.addi %n, %n : tensor<3xi32>
  %y = lowp.grouped_scaled_matmul %a, %b ends(%ends : tensor<3xi32>)
     : {left}, {right} -> {result}
  %e = tensor.empty() : {result}
  %z = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
      affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}}
      ins(%y, %bias, %factor, %residual : {result}, tensor<{COLUMNS}xf32>, tensor<{rows}xf32>,
      {result}) outs(%e : {result}) {{
  ^bb0(%s: f32, %c: f32, %f: f32, %r: f32, %old: f32):
    %0 = arith.mulf %s, %f : f32
    %1 = arith.addf %0, %c : f32
    %2 = arith.addf %1, %r : f32
    %zero = arith.constant 0.0 : f32
    %3 = arith.maximumf %2, %zero : f32
    linalg.yield %3 : f32
  }} -> {result}
  return %z : {result}
}}""",
        [*lhs.tensors, *rhs.tensors, given // 2, bias, factor, residual],
        [expect(want, magnitude * np.abs(factor)[:, None] + 4, np.full((rows, 1), True), "f32")],
    )


def add_recipe(suite, name, left, right, preset):
    """Operands that the program quantizes: tokens without groups, weights each on its own."""
    rows, given = 150, np.array([34, 80, 150], np.int32)
    x, w = draw(rows, K), draw(3, COLUMNS, K)
    lhs, rhs = Scaled(x, "f8E4M3FN", left, preset), Scaled(w, "f8E4M3FN", right, preset)
    want, magnitude = grouped_m(lhs.values, rhs.values, list(given))
    suite.add(
        f"recipe {name}",
        f"""
func.func @NAME(%x: tensor<{rows}x{K}xf32>, %w: tensor<3x{COLUMNS}x{K}xf32>, %n: tensor<3xi32>)
    -> tensor<{rows}x{COLUMNS}xf32> {{
  %y = lowp.grouped_matmul %x, %w ends(%n : tensor<3xi32>)
     {{lowp.recipe = #lowp.matmul_recipe<{name}>}}
     : tensor<{rows}x{K}xf32>, tensor<3x{COLUMNS}x{K}xf32> -> tensor<{rows}x{COLUMNS}xf32>
  return %y : tensor<{rows}x{COLUMNS}xf32>
}}""",
        [x, w, given],
        [expect(want, magnitude, np.full((rows, 1), True), "f32")],
    )


def add_sum(suite):
    """Added to what a tensor holds, in groups; elsewhere it stays."""
    rows, given = 150, np.array([34, 80, 131], np.int32)
    lhs, rhs, old = (
        scaled(draw(rows, K), True),
        scaled(draw(3, COLUMNS, K), False),
        draw(rows, COLUMNS),
    )
    product, magnitude = grouped_m(lhs.values, rhs.values, list(given))
    inside = np.arange(rows)[:, None] < given[-1]
    left, right = lhs.type(f"{rows}x{K}"), rhs.type(f"3x{COLUMNS}x{K}")
    result = f"tensor<{rows}x{COLUMNS}xf32>"
    near = expect(old + product, magnitude, inside, "f32")
    same = expect_bits(old)
    suite.add(
        "accumulate",
        f"""
func.func @NAME(%a: {left}, %b: {right}, %n: tensor<3xi32>, %c: {result}) -> {result} {{
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : tensor<3xi32>) accumulate(%c : {result})
     : {left}, {right} -> {result}
  return %y : {result}
}}""",
        [*lhs.tensors, *rhs.tensors, given, old],
        [(*near[:2], lambda got: np.where(inside, near[2](got), same[2](got)))],
    )


def add_order(suite):
    """Tiles from the last to the first give the same bits, whatever groups they are of."""
    rows, given = 300, [5, 5, 140, 141, 269]
    lhs, rhs = scaled(draw(rows, K), True), scaled(draw(5, COLUMNS, K), False)
    left, right = lhs.type(f"{rows}x{K}"), rhs.type(f"5x{COLUMNS}x{K}")
    result, ends = f"tensor<{rows}x{COLUMNS}xf32>", "tensor<5xi32>"
    product = f"""lowp.grouped_scaled_matmul %a, %b ends(%n : {ends}) ATTRIBUTES
     : {left}, {right} -> {result}"""
    want, magnitude = grouped_m(lhs.values, rhs.values, given)
    inside = np.arange(rows)[:, None] < given[-1]
    suite.add(
        "order",
        f"""
func.func @NAME(%a: {left}, %b: {right}, %n: {ends}) -> ({result}, tensor<{rows}x{COLUMNS}xi1>) {{
  %y = {product.replace("ATTRIBUTES", "")}
  %z = {product.replace("ATTRIBUTES", "{lowp_gpu.descending}")}
  %e = tensor.empty() : tensor<{rows}x{COLUMNS}xi1>
  %c = arith.constant {given[-1]} : index
  %same = linalg.generic {{indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>,
      affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}}
      ins(%y, %z : {result}, {result}) outs(%e : tensor<{rows}x{COLUMNS}xi1>) {{
  ^bb0(%one: f32, %other: f32, %old: i1):
    %m = linalg.index 0 : index
    %behind = arith.cmpi sge, %m, %c : index
    %equal = arith.cmpf oeq, %one, %other : f32
    %ok = arith.ori %behind, %equal : i1
    linalg.yield %ok : i1
  }} -> tensor<{rows}x{COLUMNS}xi1>
  return %y, %same : {result}, tensor<{rows}x{COLUMNS}xi1>
}}""",
        [*lhs.tensors, *rhs.tensors, np.array(given, np.int32)],
        [expect(want, magnitude, inside, "f32"), expect_bits(np.full((rows, COLUMNS), True))],
    )


def main():
    suite = Suite()
    add_bad_numbers(suite)
    add_numbers_of_groups(suite)
    add_starts(suite)
    add_widths(suite)
    add_neighbours(suite)
    add_epilogue(suite)
    add_sum(suite)
    add_order(suite)
    add_recipe(suite, "block_1x128_128x128", *BLOCKS, "torchao")
    add_recipe(suite, "rowwise", "#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise")
    suite.run()


if __name__ == "__main__":
    main()
