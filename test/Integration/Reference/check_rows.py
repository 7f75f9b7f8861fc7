# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Rows of any length, static or not: softmax, and a LayerNorm that returns its means.

The lengths are those around which a kernel of another kind is taken.
"""

import numpy as np

from harness import DTYPES, Suite, expect_within

RNG = np.random.default_rng(18)
LENGTHS = [1, 100, 256, 257, 2048, 2051, 8192, 8193, 20001]


def sizes(values, shape):
    """Operations that give the dynamic sizes of `shape`, and their names."""
    unknown = [n for n, size in enumerate(shape) if size == "?"]
    text = "".join(
        f"  %i{n} = arith.constant {n} : index\n"
        f"  %d{n} = tensor.dim {values}, %i{n} : tensor<{'x'.join(shape)}>\n"
        for n in unknown
    )
    return text, ", ".join(f"%d{n}" for n in unknown)


def add_softmax(suite, x, shape, element):
    kind = f"tensor<{'x'.join(shape)}x{element}>"
    dims, names = sizes("%x", shape + [element])
    wide = x.astype(np.float64)
    with np.errstate(all="ignore"):
        e = np.exp(wide - np.max(wide, -1, keepdims=True))
        y = e / e.sum(-1, keepdims=True)
    # Each operation rounds to the type of the elements.
    bound = np.where(np.isnan(y), 0, (2**-4 if element == "bf16" else 1e-4) * np.abs(y) + 1e-6)
    suite.add(
        f"softmax {x.shape} as {kind}",
        f"""
func.func @NAME(%x: {kind}) -> {kind} {{
{dims}  %empty = tensor.empty({names}) : {kind}
  %y = linalg.softmax dimension({len(shape) - 1}) ins(%x : {kind}) outs(%empty : {kind}) -> {kind}
  return %y : {kind}
}}""",
        [x],
        [expect_within(y, bound, DTYPES[element])],
    )


def reduction(name, value, kind, vector, names, body):
    return f"""  %{name}e = tensor.empty({names}) : {vector}
  %{name}i = linalg.fill ins(%zero : f32) outs(%{name}e : {vector}) -> {vector}
  %{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}}
      ins({value} : {kind}) outs(%{name}i : {vector}) {{
  ^bb0(%a: f32, %s: f32):
{body}    linalg.yield %t : f32
  }} -> {vector}
"""


def with_rows(name, value, row, kind, vector, names, body):
    return f"""  %{name}e = tensor.empty({names}) : {kind}
  %{name} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}}
      ins({value}, {row} : {kind}, {vector}) outs(%{name}e : {kind}) {{
  ^bb0(%a: f32, %m: f32, %old: f32):
{body}    linalg.yield %t : f32
  }} -> {kind}
"""


def add_layernorm(suite, x, shape):
    """(x - mean) / sqrt(mean of squares), and the sums of rows."""
    kind, vector = f"tensor<{'x'.join(shape)}xf32>", f"tensor<{shape[0]}xf32>"
    dims, names = sizes("%x", shape + ["f32"])
    row = names.split(", ")[0] if shape[0] == "?" else ""
    length = x.shape[1]
    wide = x.astype(np.float64)
    total = wide.sum(1)
    centred = wide - (total / length)[:, None]
    y = centred / np.sqrt((centred**2).mean(1) + 1e-5)[:, None]
    text = f"""
func.func @NAME(%x: {kind}) -> ({kind}, {vector}) {{
  %zero = arith.constant 0.0 : f32
  %n = arith.constant {float(length)} : f32
  %eps = arith.constant 1.0e-5 : f32
{dims}"""
    text += reduction("sum", "%x", kind, vector, row, "    %t = arith.addf %a, %s : f32\n")
    text += with_rows(
        "c",
        "%x",
        "%sum",
        kind,
        vector,
        names,
        "    %mean = arith.divf %m, %n : f32\n    %t = arith.subf %a, %mean : f32\n",
    )
    text += reduction(
        "v",
        "%c",
        kind,
        vector,
        row,
        "    %q = arith.mulf %a, %a : f32\n    %t = arith.addf %q, %s : f32\n",
    )
    text += with_rows(
        "y",
        "%c",
        "%v",
        kind,
        vector,
        names,
        """    %u = arith.divf %m, %n : f32
    %w = arith.addf %u, %eps : f32
    %r = math.rsqrt %w : f32
    %t = arith.mulf %a, %r : f32
""",
    )
    text += f"  return %y, %sum : {kind}, {vector}\n}}"
    suite.add(
        f"layernorm {x.shape} as {kind}",
        text,
        [x],
        [
            expect_within(y, 1e-4 * np.abs(y) + 1e-4, DTYPES["f32"]),
            expect_within(total, 1e-4 * np.sqrt(length) + 1e-5 * np.abs(total), DTYPES["f32"]),
        ],
    )


def main():
    suite = Suite()
    for length in LENGTHS:
        x = RNG.standard_normal((3, 5, length)).astype(np.float32) * 3
        # A row of which all but one element are masked, and one with a NaN.
        x[0, 1, 1:] = -np.inf
        x[1, 2, length // 2] = np.nan
        # A sum of many bf16 depends on the order.
        for element in ("f32", "bf16") if length <= 100 else ("f32",):
            add_softmax(suite, x.astype(DTYPES[element]), ["3", "?", "?"], element)
        y = RNG.standard_normal((7, length)).astype(np.float32) + 1
        add_layernorm(suite, y, ["?", "?"])
        add_layernorm(suite, y, ["7", "?"])
    # Too long for registers.
    x = RNG.standard_normal((5, 40000)).astype(np.float32)
    add_softmax(suite, x, ["5", "40000"], "f32")
    add_layernorm(suite, x, ["5", "40000"])
    suite.run()


if __name__ == "__main__":
    main()
