# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Sums of 16-bit floats against f64, however a program spells them: a sum that were kept
in 16 bits would stop growing long before the end of these rows."""

import numpy as np

from harness import DTYPES, Suite, expect_within

ROWS, LENGTH = 3, 2048
UNIT = {"bf16": 2.0**-8, "f16": 2.0**-11}


def matrix(element, rows=ROWS, columns=LENGTH):
    return f"tensor<{rows}x{columns}x{element}>"


def draw(element, shape=(ROWS, LENGTH)):
    """Positive, so that sums are large; one row of equal numbers."""
    x = np.random.default_rng(3).uniform(0.25, 1, shape)
    x[0] = 0.5
    return x.astype(DTYPES[element])


def near(want, element, roundings=2):
    want = np.asarray(want, np.float64)
    return expect_within(want, roundings * UNIT[element] * np.abs(want) + 1e-7, DTYPES[element])


def start(name, kind, element, value="0.0"):
    return f"""  %{name}_number = arith.constant {value} : {element}
  %{name}_empty = tensor.empty() : {kind}
  %{name} = linalg.fill ins(%{name}_number : {element}) outs(%{name}_empty : {kind}) -> {kind}
"""


def reduction(element, body, results=1, inputs=1, value="0.0"):
    """A function of a matrix, or two, that adds up rows by `body`: %a and %b, %s0 and on."""
    row, whole = f"tensor<{ROWS}x{element}>", matrix(element)
    maps = ["affine_map<(i, j) -> (i, j)>"] * inputs + ["affine_map<(i, j) -> (i)>"] * results
    inits = ", ".join(f"%i{n}" for n in range(results))
    rows, wholes = ", ".join([row] * results), ", ".join([whole] * inputs)
    parameters = ", ".join(f"%{name}: {whole}" for name in "xw"[:inputs])
    arguments = ", ".join(
        [
            *(f"%{name}: {element}" for name in "ab"[:inputs]),
            *(f"%s{n}: {element}" for n in range(results)),
        ]
    )
    starts = "".join(start(f"i{n}", row, element, value) for n in range(results))
    names = ", ".join(f"%y#{n}" for n in range(results))
    kinds = f"({rows})" if results > 1 else rows
    return f"""
func.func @NAME({parameters}) -> ({rows}) {{
{starts}  %y:{results} = linalg.generic {{indexing_maps = [{", ".join(maps)}],
      iterator_types = ["parallel", "reduction"]}} ins({", ".join(["%x", "%w"][:inputs])} : {wholes})
      outs({inits} : {rows}) {{
  ^bb0({arguments}):
{body.replace("TYPE", element)}  }} -> {kinds}
  return {names} : {rows}
}}"""


def add_reductions(suite, element):
    x, w = draw(element), draw(element)[:, ::-1].copy()
    wide, other = x.astype(np.float64), w.astype(np.float64)
    suite.add(
        "two results",
        reduction(
            element,
            """    %q = arith.mulf %a, %a : TYPE
    %t = arith.addf %s0, %a : TYPE
    %u = arith.addf %q, %s1 : TYPE
    linalg.yield %t, %u : TYPE, TYPE
""",
            results=2,
        ),
        [x],
        [near(wide.sum(1), element), near((wide**2).sum(1), element, 3)],
    )
    suite.add(
        "a sum and a maximum",
        reduction(
            element,
            """    %t = arith.maximumf %s0, %a : TYPE
    %u = arith.addf %a, %s1 : TYPE
    linalg.yield %t, %u : TYPE, TYPE
""",
            results=2,
        ),
        [x],
        [near(wide.max(1), element), near(wide.sum(1), element)],
    )
    suite.add(
        "two terms",
        reduction(
            element,
            """    %t = arith.addf %s0, %a : TYPE
    %u = arith.addf %b, %t : TYPE
    linalg.yield %u : TYPE
""",
            inputs=2,
        ),
        [x, w],
        [near((wide + other).sum(1), element)],
    )
    suite.add(
        "a difference",
        reduction(
            element,
            """    %t = arith.subf %s0, %a : TYPE
    linalg.yield %t : TYPE
""",
        ),
        [x],
        [near(-wide.sum(1), element)],
    )
    suite.add(
        "fma",
        reduction(
            element,
            """    %t = math.fma %a, %b, %s0 : TYPE
    linalg.yield %t : TYPE
""",
            inputs=2,
        ),
        [x, w],
        [near((wide * other).sum(1), element)],
    )
    suite.add(
        "from a number",
        reduction(
            element,
            """    %t = arith.addf %s0, %a : TYPE
    linalg.yield %t : TYPE
""",
            value="100.0",
        ),
        [x],
        [near(100 + wide.sum(1), element)],
    )


def add_softmax(suite, element):
    kind = matrix(element)
    for label, x in [
        ("equal", np.zeros((ROWS, LENGTH), DTYPES[element])),
        ("drawn", draw(element)),
    ]:
        wide = x.astype(np.float64)
        e = np.exp(wide - wide.max(1, keepdims=True))
        suite.add(
            f"softmax, {label}",
            f"""
func.func @NAME(%x: {kind}) -> {kind} {{
  %e = tensor.empty() : {kind}
  %y = linalg.softmax dimension(1) ins(%x : {kind}) outs(%e : {kind}) -> {kind}
  return %y : {kind}
}}""",
            [x],
            [near(e / e.sum(1, keepdims=True), element, 4)],
        )


def add_mean(suite, element):
    """What a norm subtracts and divides by: a sum, a quotient and what they are read by."""
    kind, row = matrix(element), f"tensor<{ROWS}x{element}>"
    x = draw(element)
    wide = x.astype(np.float64)
    suite.add(
        "mean",
        f"""
func.func @NAME(%x: {kind}) -> {row} {{
{start("i", row, element)}  %s = linalg.reduce {{ arith.addf }} ins(%x : {kind}) outs(%i : {row}) dimensions = [1]
  %n = arith.constant dense<{LENGTH}.0> : {row}
  %y = arith.divf %s, %n : {row}
  return %y : {row}
}}""",
        [x],
        [near(wide.mean(1), element)],
    )


def add_scan(suite, element):
    """cumsum, as torch-mlir writes it."""
    kind, row = matrix(element, columns=1024), f"tensor<{ROWS}x{element}>"
    x = draw(element, (ROWS, 1024))
    total = np.cumsum(x.astype(np.float64), 1)
    suite.add(
        "scan",
        f"""
func.func @NAME(%x: {kind}) -> ({kind}, {row}) {{
{start("z", row, element)}  %e = tensor.empty() : {kind}
  %y:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : {kind}) outs(%e, %z : {kind}, {row}) {{
  ^bb0(%a: {element}, %b: {element}):
    %s = arith.addf %a, %b : {element}
    tm_tensor.yield %s : {element}
  }} -> {kind}, {row}
  return %y#0, %y#1 : {kind}, {row}
}}""",
        [x],
        [near(total, element), near(total[:, -1], element)],
    )


def add_attention(suite, element):
    """Equal scores of many keys: weights are 1 over their number."""
    keys, width = 1024, 8
    q, k, o = (f"tensor<1x{n}x{width}x{element}>" for n in (4, keys, 4))
    value = draw(element, (1, keys, width))
    want = np.broadcast_to(value.astype(np.float64).mean(1, keepdims=True), (1, 4, width))
    suite.add(
        "attention",
        f"""
func.func @NAME(%q: {q}, %k: {k}, %v: {k}) -> {o} {{
  %e = tensor.empty() : {o}
  %y = tm_tensor.attention ins(%q, %k, %v : {q}, {k}, {k}) outs(%e : {o}) -> {o}
  return %y : {o}
}}""",
        [
            np.zeros((1, 4, width), DTYPES[element]),
            np.zeros((1, keys, width), DTYPES[element]),
            value,
        ],
        [near(want, element)],
    )


def add_pooling(suite, element):
    kind, out = f"tensor<1x32x32x2x{element}>", f"tensor<1x1x1x2x{element}>"
    x = draw(element, (1, 32, 32, 2))
    want = x.astype(np.float64).sum((1, 2), keepdims=True)
    suite.add(
        "pooling",
        f"""
func.func @NAME(%x: {kind}) -> {out} {{
{start("i", out, element)}  %k = tensor.empty() : tensor<32x32x{element}>
  %y = linalg.pooling_nhwc_sum ins(%x, %k : {kind}, tensor<32x32x{element}>) outs(%i : {out}) -> {out}
  return %y : {out}
}}""",
        [x],
        [near(want, element)],
    )


def add_matmul(suite, element, source):
    """Matmuls of narrower operands, whose sums are of `element`."""
    lhs, rhs, out = (
        f"tensor<2x{LENGTH}x{source}>",
        f"tensor<{LENGTH}x3x{source}>",
        f"tensor<2x3x{element}>",
    )
    a, b = draw(source, (2, LENGTH)), draw(source, (LENGTH, 3))
    suite.add(
        f"matmul of {source}",
        f"""
func.func @NAME(%a: {lhs}, %b: {rhs}) -> {out} {{
{start("i", out, element)}  %y = linalg.matmul ins(%a, %b : {lhs}, {rhs}) outs(%i : {out}) -> {out}
  return %y : {out}
}}""",
        [a, b],
        [near(a.astype(np.float64) @ b.astype(np.float64), element)],
    )


def main():
    suite = Suite()
    for element in UNIT:
        add_reductions(suite, element)
        add_softmax(suite, element)
        add_mean(suite, element)
        add_scan(suite, element)
        add_attention(suite, element)
        add_pooling(suite, element)
        for source in (element, "f8E4M3FN", "f8E5M2"):
            add_matmul(suite, element, source)
    suite.run()


if __name__ == "__main__":
    main()
