# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""What front ends write around matmuls: reshapes, slices, masks, loops, constants,
softmax, scalars, functions of mathematics; against numpy. The bounds of functions
are those of the GPU's polynomials."""

import itertools
import math

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within

RNG = np.random.default_rng(3)
INTEGERS = {
    "i1": np.dtype(bool),
    "i8": np.dtype("i1"),
    "i16": np.dtype("i2"),
    "i32": np.dtype("i4"),
    "i64": np.dtype("i8"),
    "index": np.dtype("i8"),
}
ALL_TYPES = {
    **{name: DTYPES[name] for name in ("f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2")},
    **INTEGERS,
}
# What libm has, with a range where it is finite.
FUNCTIONS = {
    "absf": (np.abs, -4, 4),
    "acos": (np.arccos, -1, 1),
    "acosh": (np.arccosh, 1, 9),
    "asin": (np.arcsin, -1, 1),
    "asinh": (np.arcsinh, -9, 9),
    "atan": (np.arctan, -9, 9),
    "atanh": (np.arctanh, -0.9, 0.9),
    "cbrt": (np.cbrt, -9, 9),
    "ceil": (np.ceil, -9, 9),
    "cos": (np.cos, -9, 9),
    "cosh": (np.cosh, -5, 5),
    "erf": (np.vectorize(math.erf), -4, 4),
    "erfc": (np.vectorize(math.erfc), -2, 2),
    "exp": (np.exp, -9, 9),
    "exp2": (np.exp2, -9, 9),
    "expm1": (np.expm1, -9, 9),
    "floor": (np.floor, -9, 9),
    "log": (np.log, 0.1, 9),
    "log10": (np.log10, 0.1, 9),
    "log1p": (np.log1p, -0.9, 9),
    "log2": (np.log2, 0.1, 9),
    "round": (lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), -9, 9),
    "roundeven": (np.rint, -9, 9),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 0.1, 9),
    "sin": (np.sin, -9, 9),
    "sinh": (np.sinh, -5, 5),
    "sqrt": (np.sqrt, 0, 9),
    "tan": (np.tan, -1, 1),
    "tanh": (np.tanh, -9, 9),
    "trunc": (np.trunc, -9, 9),
}
BINARY_FUNCTIONS = {"atan2": np.arctan2, "copysign": np.copysign, "powf": np.power}


def random(shape, name):
    if name in ("i1",):
        return RNG.integers(0, 2, shape).astype(bool)
    if name in INTEGERS:
        return RNG.integers(-100, 100, shape).astype(INTEGERS[name])
    return RNG.standard_normal(shape).astype(DTYPES[name])


def add_functions(suite):
    for name, (formula, low, high) in FUNCTIONS.items():
        for element, bound in [("f64", 1e-13), ("f32", 4e-6), ("bf16", 2**-7), ("f16", 2**-10)]:
            x = RNG.uniform(low, high, 500).astype(DTYPES[element])
            want = formula(x.astype(np.float64))
            suite.add(
                f"math.{name} on {element}",
                f"""
func.func @NAME(%x: tensor<500x{element}>) -> tensor<500x{element}> {{
  %y = math.{name} %x : tensor<500x{element}>
  return %y : tensor<500x{element}>
}}""",
                [x],
                [expect_within(want, bound * np.maximum(np.abs(want), 1), DTYPES[element])],
            )
    for name, formula in BINARY_FUNCTIONS.items():
        x, y = (RNG.uniform(0.1, 4, 500).astype(np.float32) for _ in range(2))
        want = formula(x.astype(np.float64), y)
        suite.add(
            f"math.{name}",
            f"""
func.func @NAME(%x: tensor<500xf32>, %y: tensor<500xf32>) -> tensor<500xf32> {{
  %z = math.{name} %x, %y : tensor<500xf32>
  return %z : tensor<500xf32>
}}""",
            [x, y],
            [expect_within(want, 1e-5 * np.abs(want), DTYPES["f32"])],
        )
    base, power = RNG.integers(-5, 6, 100).astype("i4"), RNG.integers(0, 8, 100).astype("i4")
    suite.add(
        "math.ipowi",
        """
func.func @NAME(%x: tensor<100xi32>, %y: tensor<100xi32>) -> tensor<100xi32> {
  %z = math.ipowi %x, %y : tensor<100xi32>
  return %z : tensor<100xi32>
}""",
        [base, power],
        [expect_bits(base**power)],
    )


def add_moves(suite):
    """Every type through slices, concatenation, padding and a transposing pack."""
    for element, dtype in ALL_TYPES.items():
        x, y = random((4, 6), element), random((4, 6), element)
        pad = np.pad(x, ((1, 0), (0, 2)))
        if element == "i1":
            zero = "arith.constant false"
        elif element == "index" or element[0] == "i":
            zero = f"arith.constant 0 : {element}"
        else:
            zero = f"arith.constant 0.0 : {element}"
        suite.add(
            f"moves of {element}",
            f"""
func.func @NAME(%x: tensor<4x6x{element}>, %y: tensor<4x6x{element}>)
    -> (tensor<4x12x{element}>, tensor<2x3x{element}>, tensor<5x8x{element}>,
        tensor<2x2x3x2x{element}>, tensor<4x6x{element}>) {{
  %c = tensor.concat dim(1) %x, %y : (tensor<4x6x{element}>, tensor<4x6x{element}>)
    -> tensor<4x12x{element}>
  %s = tensor.extract_slice %y[1, 0] [2, 3] [1, 2] : tensor<4x6x{element}> to tensor<2x3x{element}>
  %z = {zero}
  %p = tensor.pad %x low[1, 0] high[0, 2] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %z : {element}
  }} : tensor<4x6x{element}> to tensor<5x8x{element}>
  %e = tensor.empty() : tensor<2x2x3x2x{element}>
  %k = linalg.pack %x inner_dims_pos = [1, 0] inner_tiles = [3, 2] into %e
    : tensor<4x6x{element}> -> tensor<2x2x3x2x{element}>
  %u = tensor.empty() : tensor<4x6x{element}>
  %b = linalg.unpack %k inner_dims_pos = [1, 0] inner_tiles = [3, 2] into %u
    : tensor<2x2x3x2x{element}> -> tensor<4x6x{element}>
  return %c, %s, %p, %k, %b : tensor<4x12x{element}>, tensor<2x3x{element}>,
    tensor<5x8x{element}>, tensor<2x2x3x2x{element}>, tensor<4x6x{element}>
}}""",
            [x, y],
            list(
                map(
                    expect_bits,
                    [
                        np.concatenate([x, y], 1),
                        y[1:3, 0:6:2],
                        pad,
                        x.reshape(2, 2, 2, 3).transpose(0, 2, 3, 1),
                        x,
                    ],
                )
            ),
        )


def literal(array, element):
    """A dense constant, by its bytes."""
    sizes = "x".join(map(str, array.shape))
    if element == "i1":
        rows = ", ".join(
            "[" + ", ".join("true" if v else "false" for v in row) + "]" for row in array
        )
        return f"dense<[{rows}]> : tensor<{sizes}xi1>"
    return f'dense<"0x{array.tobytes().hex().upper()}"> : tensor<{sizes}x{element}>'


def add_constants(suite):
    for element in ALL_TYPES:
        constant = random((3, 5), element)
        row = constant[:1]
        suite.add(
            f"constants of {element}",
            f"""
func.func @NAME() -> (tensor<3x5x{element}>, tensor<3x5x{element}>) {{
  %c = arith.constant {literal(constant, element)}
  %r = arith.constant {literal(row, element)}
  %e = tensor.empty() : tensor<3x5x{element}>
  %s = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}}
    ins(%r : tensor<1x5x{element}>) outs(%e : tensor<3x5x{element}>) {{
  ^bb0(%x: {element}, %o: {element}):
    linalg.yield %x : {element}
  }} -> tensor<3x5x{element}>
  return %c, %s : tensor<3x5x{element}>, tensor<3x5x{element}>
}}""",
            [],
            [expect_bits(constant), expect_bits(np.repeat(row, 3, 0))],
        )


def add_scalars(suite):
    """Scalars in memory; numbers as arguments are in test/python/test_call.py."""
    for element, dtype in ALL_TYPES.items():
        value, y = random((1,), element).reshape(()), random(3, element)
        suite.add(
            f"scalar of {element}",
            f"""
func.func @NAME(%s: tensor<{element}>, %y: tensor<3x{element}>) -> tensor<6x{element}> {{
  %e = tensor.empty() : tensor<3x{element}>
  %f = linalg.generic {{indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}}
    ins(%s : tensor<{element}>) outs(%e : tensor<3x{element}>) {{
  ^bb0(%v: {element}, %o: {element}):
    linalg.yield %v : {element}
  }} -> tensor<3x{element}>
  %c = tensor.concat dim(0) %f, %y : (tensor<3x{element}>, tensor<3x{element}>) -> tensor<6x{element}>
  return %c : tensor<6x{element}>
}}""",
            [value, y],
            [expect_bits(np.concatenate([np.repeat(value, 3), y]))],
        )


def add_reshapes(suite):
    x = random((6, 4), "f32")
    suite.add(
        "tensor.reshape",
        """
func.func @NAME(%x: tensor<?x4xf32>) -> tensor<?x?x2xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %h = arith.divsi %n, %c2 : index
  %s = tensor.from_elements %h, %c4, %c2 : tensor<3xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x?x2xf32>
  return %r : tensor<?x?x2xf32>
}""",
        [x],
        [expect_bits(x.reshape(3, 4, 2))],
    )
    for before, after in itertools.product([(1, 1), (24,), (2, 3, 4)], repeat=2):
        if math.prod(before) != math.prod(after) or before == after:
            continue
        y = random(before, "f32")
        b, a = ("x".join(map(str, shape)) for shape in (before, after))
        sizes = ", ".join(map(str, after))
        suite.add(
            f"reshape of {b} to {a}",
            f"""
func.func @NAME(%x: tensor<{b}xf32>) -> tensor<{a}xf32> {{
  %s = arith.constant dense<[{sizes}]> : tensor<{len(after)}xi32>
  %r = tensor.reshape %x(%s) : (tensor<{b}xf32>, tensor<{len(after)}xi32>) -> tensor<{a}xf32>
  return %r : tensor<{a}xf32>
}}""",
            [y],
            [expect_bits(y.reshape(after))],
        )


def add_masks(suite):
    x, y, m = random((8, 8), "f32"), random((8, 8), "f32"), random((8, 8), "i1")
    suite.add(
        "masks",
        """
func.func @NAME(%m: tensor<8x8xi1>, %x: tensor<8x8xf32>, %y: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xi1>) {
  %g = arith.cmpf ogt, %x, %y : tensor<8x8xf32>
  %b = arith.xori %g, %m : tensor<8x8xi1>
  %s = arith.select %b, %x, %y : tensor<8x8xi1>, tensor<8x8xf32>
  return %s, %b : tensor<8x8xf32>, tensor<8x8xi1>
}""",
        [m, x, y],
        [expect_bits(np.where((x > y) ^ m, x, y)), expect_bits((x > y) ^ m)],
    )


def add_softmax(suite):
    for element, bound in [("f32", 1e-6), ("bf16", 2**-6), ("f64", 1e-14)]:
        x = random((5, 33), element)
        wide = np.exp(x.astype(np.float64))
        want = wide / wide.sum(1, keepdims=True)
        suite.add(
            f"softmax on {element}",
            f"""
func.func @NAME(%x: tensor<5x33x{element}>) -> tensor<5x33x{element}> {{
  %e = tensor.empty() : tensor<5x33x{element}>
  %y = linalg.softmax dimension(1) ins(%x : tensor<5x33x{element}>)
    outs(%e : tensor<5x33x{element}>) -> tensor<5x33x{element}>
  return %y : tensor<5x33x{element}>
}}""",
            [x],
            [expect_within(want, bound, DTYPES[element])],
        )


MATMUL = """
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8x8xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    %y = linalg.matmul ins(%h, %w : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>"""


def add_loops(suite):
    x, w = (random((8, 8), "f32") for _ in range(2))
    want = x.astype(np.float64) @ w @ w @ w
    outputs = [expect_within(want, 1e-4 * np.abs(want).max(), DTYPES["f32"])]
    suite.add(
        "scf.for carries a matmul",
        f"""
func.func @NAME(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> (tensor<8x8xf32>) {{{MATMUL}
    scf.yield %y : tensor<8x8xf32>
  }}
  return %r : tensor<8x8xf32>
}}""",
        [x, w],
        outputs,
    )
    suite.add(
        "scf.while carries a matmul",
        f"""
func.func @NAME(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%g = %x, %i = %c0) : (tensor<8x8xf32>, index) -> (tensor<8x8xf32>, index) {{
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %g, %i : tensor<8x8xf32>, index
  }} do {{
  ^bb0(%h: tensor<8x8xf32>, %i: index):{MATMUL}
    %next = arith.addi %i, %c1 : index
    scf.yield %y, %next : tensor<8x8xf32>, index
  }}
  return %r#0 : tensor<8x8xf32>
}}""",
        [x, w],
        outputs,
    )
    suite.add(
        "loop values that swap places",
        """
func.func @NAME(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %w)
      -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %s = arith.addf %a, %b : tensor<8x8xf32>
    scf.yield %b, %s : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %r#0, %r#1 : tensor<8x8xf32>, tensor<8x8xf32>
}""",
        [x, w],
        [expect_bits(w + (x + w)), expect_bits((x + w) + (w + (x + w)))],
    )


suite = Suite()
for add in [
    add_functions,
    add_moves,
    add_constants,
    add_scalars,
    add_reshapes,
    add_masks,
    add_softmax,
    add_loops,
]:
    add(suite)
suite.run()
