# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Quantizes with what they read, and chains without one: what runs as one kernel.

Where the arithmetic is exact or rounded once per operation, bit for bit against the
oracle; functions, quotients and sums along rows within a bound.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, scaled_type
from inputs import with_special
from oracle.layouts import store_data, store_scales
from oracle.quantize import PRESETS, dequantize, quantize

RNG = np.random.default_rng(16)
BF16 = DTYPES["bf16"]
SHAPES = [
    (256, 512),
    (300, 384),
    (77, 136),
    (129, 100),
    (1, 256),
    (8, 7168),
    (64, 64),
    (40, 16),
    (16, 40),
]
# Element, recipe, order, scale layout, numerics.
ALONG_ROWS = ("f8E4M3FN", "#lowp.block<1x128>", (0, 1), "#lowp.mn_major", "torchao")
DOWN_COLUMNS = ("f8E4M3FN", "#lowp.block<128x1>", (1, 0), "#lowp.mn_major", "torchao")
SQUARE = ("f8E4M3FN", "#lowp.block<128x128>", (0, 1), "#lowp.compact", "torchao")
ROWWISE = ("f8E4M3FN", "#lowp.rowwise", (0, 1), "#lowp.compact", "torchao_rowwise")
COLUMNWISE = ("f8E4M3FN", "#lowp.rowwise<axis = 0>", (1, 0), "#lowp.compact", "torchao_rowwise")
MX_ROWS = ("f8E4M3FN", "#lowp.mx<1x32>", (0, 1), "#lowp.swizzled", "mx_rceil")
MX_COLUMNS = ("f8E5M2", "#lowp.mx<32x1>", (1, 0), "#lowp.swizzled", "mx_rceil")
TARGETS = {
    "1x128": [ALONG_ROWS],
    "128x1": [DOWN_COLUMNS],
    "128x128": [SQUARE],
    "rowwise": [ROWWISE],
    "mx": [MX_ROWS],
    "mx down": [MX_COLUMNS],
    "both": [ALONG_ROWS, DOWN_COLUMNS],
    "both mx": [MX_ROWS, MX_COLUMNS],
    "both rowwise": [ROWWISE, COLUMNWISE],
    "three": [ALONG_ROWS, SQUARE, DOWN_COLUMNS],
}


def wide(x):
    return x.astype(np.float32)


def round_bf16(x):
    with np.errstate(all="ignore"):
        return x.astype(BF16)


def generic(inputs, body, shape, maps=None, element="bf16"):
    """A linalg.generic over the rows and columns; `inputs` are (value, type, map)."""
    sizes = f"{shape[0]}x{shape[1]}"
    names = ", ".join(value for value, _, _ in inputs)
    types = ", ".join(kind for _, kind, _ in inputs)
    all_maps = ", ".join(f"affine_map<(i, j) -> ({m})>" for m in [i[2] for i in inputs] + ["i, j"])
    arguments = ", ".join(
        f"%a{n}: {kind.split('x')[-1][:-1]}" for n, (_, kind, _) in enumerate(inputs)
    )
    return f"""linalg.generic {{indexing_maps = [{all_maps}],
      iterator_types = ["parallel", "parallel"]}} ins({names} : {types})
      outs(%empty : tensor<{sizes}x{element}>) {{
  ^bb0({arguments}, %old: {element}):
{body}
  }} -> tensor<{sizes}x{element}>"""


ADD = """    %x0 = arith.extf %a0 : bf16 to f32
    %x1 = arith.extf %a1 : bf16 to f32
    %s = arith.addf %x0, %x1 : f32
    %y = arith.truncf %s : f32 to bf16
    linalg.yield %y : bf16"""
SCALE_COLUMNS = ADD.replace("addf", "mulf")
RELU = """    %zero = arith.constant 0.0 : bf16
    %y = arith.maximumf %a0, %zero : bf16
    linalg.yield %y : bf16"""
SWIGLU = """    %x0 = arith.extf %a0 : bf16 to f32
    %x1 = arith.extf %a1 : bf16 to f32
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x0 : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %silu = arith.divf %x0, %d : f32
    %p = arith.mulf %silu, %x1 : f32
    %y = arith.truncf %p : f32 to bf16
    linalg.yield %y : bf16"""


def producers(shape):
    """Name, text that defines %y from %x, %r and %w, and the oracle."""
    matrix, row = f"tensor<{shape[0]}x{shape[1]}xbf16>", f"tensor<{shape[1]}xbf16>"
    full, columns = ("%x", matrix, "i, j"), ("%w", row, "j")
    other = ("%r", matrix, "i, j")
    return [
        ("identity", None, lambda x, r, w: x),
        ("add", generic([full, other], ADD, shape), lambda x, r, w: round_bf16(wide(x) + wide(r))),
        (
            "times row",
            generic([full, columns], SCALE_COLUMNS, shape),
            lambda x, r, w: round_bf16(wide(x) * wide(w)),
        ),
        ("relu", generic([full], RELU, shape), lambda x, r, w: np.maximum(x, BF16.type(0))),
    ]


def quantizes(shape, targets, value, prefix=""):
    """Text of the quantizes and splits, and names of results."""
    text, names = [], []
    for n, (element, recipe, order, layout, numerics) in enumerate(targets):
        kind = scaled_type(shape, element, recipe, order, layout)
        q, d, s = (f"%{prefix}{part}{n}" for part in "qds")
        text.append(
            f"  {q} = lowp.quantize {value} numerics <{numerics}> : "
            f"tensor<{shape[0]}x{shape[1]}xbf16> -> {kind}"
        )
        text.append(f"  {d}, {s} = lowp.split_scaled {q} : {kind}")
        names += [d, s]
    return "\n".join(text), names


def stored(value, target):
    element, recipe, order, layout, numerics = target
    data, scales = quantize(value, element, recipe, PRESETS[numerics])
    return store_data(data, order), store_scales(scales, layout)


def tensor_of(array):
    name = next(n for n in DTYPES if DTYPES[n] == array.dtype)
    return f"tensor<{'x'.join(map(str, array.shape))}x{name}>"


def function(shape, producer, targets, results, yields_value):
    matrix, row = f"tensor<{shape[0]}x{shape[1]}xbf16>", f"tensor<{shape[1]}xbf16>"
    text, names = quantizes(shape, targets, "%y" if producer else "%x")
    if yields_value:
        names.append("%y" if producer else "%x")
    made = f"  %empty = tensor.empty() : {matrix}\n  %y = {producer}\n" if producer else ""
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME(%x: {matrix}, %r: {matrix}, %w: {row}) -> ({kinds}) {{
{made}{text}
  return {", ".join(names)} : {kinds}
}}"""


def values(shape):
    x = with_special(shape, "bf16", int(RNG.integers(1000)))
    return [x, RNG.standard_normal(shape).astype(BF16), RNG.standard_normal(shape[1]).astype(BF16)]


def add_quantizes(suite):
    for shape, (name, targets) in itertools.product(SHAPES, TARGETS.items()):
        for producer_name, producer, formula in producers(shape):
            label = f"{producer_name}, {name}, {shape}"
            if not suite.takes(label):
                continue
            inputs = values(shape)
            with np.errstate(all="ignore"):
                y = formula(*inputs)
            results = [part for target in targets for part in stored(y, target)]
            if producer:
                results.append(y)
            suite.add(
                label,
                function(shape, producer, targets, results, bool(producer)),
                inputs,
                [expect_bits(result) for result in results],
            )


def add_swiglu(suite):
    for shape in SHAPES:
        x, r, w = (RNG.standard_normal(s).astype(BF16) for s in (shape, shape, shape[1]))
        y = wide(x) / (1 + np.exp(-wide(x))) * wide(r)
        matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
        text = generic([("%x", matrix, "i, j"), ("%r", matrix, "i, j")], SWIGLU, shape)
        suite.add(
            f"swiglu {shape}",
            f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> {matrix} {{
  %empty = tensor.empty() : {matrix}
  %y = {text}
  return %y : {matrix}
}}""",
            [x, r],
            [expect_within(y, 2**-7 * np.abs(y) + 1e-30, BF16)],
        )


def row_reduction(name, combiner, start, shape, before=""):
    element = "%a0" if not before else "%e"
    return f"""  %{name}_start = arith.constant {start} : f32
  %{name}_empty = tensor.empty() : tensor<{shape[0]}xf32>
  %{name}_init = linalg.fill ins(%{name}_start : f32) outs(%{name}_empty : tensor<{shape[0]}xf32>)
    -> tensor<{shape[0]}xf32>
  %{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}}
      ins(%f : tensor<{shape[0]}x{shape[1]}xf32>) outs(%{name}_init : tensor<{shape[0]}xf32>) {{
  ^bb0(%a0: f32, %sum: f32):
{before}    %t = arith.{combiner} {element}, %sum : f32
    linalg.yield %t : f32
  }} -> tensor<{shape[0]}xf32>
"""


def widened(shape):
    matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
    return f"""  %wide = tensor.empty() : tensor<{shape[0]}x{shape[1]}xf32>
  %f = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      ins(%x : {matrix}) outs(%wide : tensor<{shape[0]}x{shape[1]}xf32>) {{
  ^bb0(%a0: bf16, %old: f32):
    %v = arith.extf %a0 : bf16 to f32
    linalg.yield %v : f32
  }} -> tensor<{shape[0]}x{shape[1]}xf32>
  %empty = tensor.empty() : {matrix}
"""


def add_norms(suite):
    """RMSNorm and softmax: with a quantize of the result, whose values are compared."""
    for shape in SHAPES:
        rows, length = shape
        matrix, wide_matrix = f"tensor<{rows}x{length}xbf16>", f"tensor<{rows}x{length}xf32>"
        x, w = RNG.standard_normal(shape).astype(BF16), RNG.standard_normal(length).astype(BF16)
        squares = row_reduction("sum", "addf", "0.0", shape, "    %e = arith.mulf %a0, %a0 : f32\n")
        normalise = generic(
            [
                ("%f", wide_matrix, "i, j"),
                ("%sum", f"tensor<{rows}xf32>", "i"),
                ("%w", f"tensor<{length}xbf16>", "j"),
            ],
            f"""    %n = arith.constant {float(length):e} : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %a1, %n : f32
    %m = arith.addf %mean, %eps : f32
    %s = math.rsqrt %m : f32
    %p = arith.mulf %a0, %s : f32
    %v = arith.extf %a2 : bf16 to f32
    %z = arith.mulf %p, %v : f32
    %y = arith.truncf %z : f32 to bf16
    linalg.yield %y : bf16""",
            shape,
        )
        y = wide(x) / np.sqrt(np.mean(wide(x) ** 2, 1, keepdims=True) + 1e-5) * wide(w)
        data, scales = stored(round_bf16(y), ALONG_ROWS)
        text, names = quantizes(shape, [ALONG_ROWS], "%y")
        bound = 2**-7 * np.abs(y) + 1e-6
        plain = dequantize(
            data,
            quantize(round_bf16(y), "f8E4M3FN", "#lowp.block<1x128>", PRESETS["torchao"])[1],
            "#lowp.block<1x128>",
        )
        suite.add(
            f"rmsnorm {shape}",
            f"""
func.func @NAME(%x: {matrix}, %w: tensor<{length}xbf16>) -> ({matrix}, {matrix}) {{
{widened(shape)}{squares}  %y = {normalise}
  %q = lowp.quantize %y numerics <torchao> : {matrix} -> {scaled_type(shape, *ALONG_ROWS[:4])}
  %v = lowp.dequantize %q : {scaled_type(shape, *ALONG_ROWS[:4])} -> {matrix}
  return %y, %v : {matrix}, {matrix}
}}""",
            [x, w],
            [
                expect_within(y, bound, BF16),
                expect_within(plain, 2**-3 * np.abs(plain) + 1e-2, BF16),
            ],
        )

        largest = row_reduction("top", "maximumf", "0xFF800000", shape)
        # exp(x - top), its sum, and the quotient.
        total = row_reduction("sum", "addf", "0.0", shape).replace("%f :", "%g :")
        exponentials = generic(
            [("%f", wide_matrix, "i, j"), ("%top", f"tensor<{rows}xf32>", "i")],
            """    %d = arith.subf %a0, %a1 : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32""",
            shape,
            element="f32",
        ).replace("%empty", "%wide")
        quotients = generic(
            [("%g", wide_matrix, "i, j"), ("%sum", f"tensor<{rows}xf32>", "i")],
            """    %d = arith.divf %a0, %a1 : f32
    %y = arith.truncf %d : f32 to bf16
    linalg.yield %y : bf16""",
            shape,
        )
        e = np.exp(wide(x) - np.max(wide(x), 1, keepdims=True))
        y = e / e.sum(1, keepdims=True)
        suite.add(
            f"softmax {shape}",
            f"""
func.func @NAME(%x: {matrix}) -> {matrix} {{
{widened(shape)}{largest}  %g = {exponentials}
{total}  %y = {quotients}
  return %y : {matrix}
}}""",
            [x],
            [expect_within(y, 2**-7 * y + 1e-7, BF16)],
        )


def add_batches(suite):
    """3D weights: either order of each matrix, blocks and scales of its own."""
    for count, rows, columns in [(3, 128, 256), (2, 70, 150)]:
        for target in (SQUARE, DOWN_COLUMNS, MX_ROWS, MX_COLUMNS, ALONG_ROWS):
            element, recipe, order, layout, numerics = target
            x = np.stack([with_special((rows, columns), "bf16", n) for n in range(count)])
            parts = [stored(matrix, target) for matrix in x]
            data, scales = (np.stack(part) for part in zip(*parts))
            kind = scaled_type((count, rows, columns), element, recipe, order, layout)
            suite.add(
                f"batch {x.shape} {target}",
                f"""
func.func @NAME(%x: {tensor_of(x)}) -> ({tensor_of(data)}, {tensor_of(scales)}) {{
  %q = lowp.quantize %x numerics <{numerics}> : {tensor_of(x)} -> {kind}
  %d, %s = lowp.split_scaled %q : {kind}
  return %d, %s : {tensor_of(data)}, {tensor_of(scales)}
}}""",
                [x],
                [expect_bits(data), expect_bits(scales)],
            )


def main():
    suite = Suite()
    add_quantizes(suite)
    add_swiglu(suite)
    add_norms(suite)
    add_batches(suite)
    suite.run()


if __name__ == "__main__":
    main()
