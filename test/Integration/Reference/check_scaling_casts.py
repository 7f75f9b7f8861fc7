# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Casts by scales of e8m0, and matmuls of MX as front ends write them: loops over blocks of K
and within them. Casts bit for bit, all codes; matmuls against f64."""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_bits, expect_within, tensor_type
from oracle.formats import WIDTH, round_to_format
from oracle.matmul import matmul, reference_bound

SMALL = ["f8E4M3FN", "f8E5M2", "f4E2M1FN"]
SCALES = np.uint8([0, 1, 100, 126, 127, 128, 150, 253, 254, 255])
# Bits of a sum that stays in the tensor core.
CORE = 2.0**-11


def power(codes):
    """What codes of e8m0 stand for."""
    return np.where(codes == 255, np.nan, np.ldexp(1.0, codes.astype(int) - 127))


def add_widening(suite, element, result):
    """Each code by each of some scales."""
    codes = np.arange(1 << WIDTH.get(element, 8), dtype=np.uint8)
    data = np.repeat(codes[:, None], len(SCALES), 1).view(DTYPES[element])
    scales = np.repeat(SCALES[None, :], len(codes), 0)
    types = [
        tensor_type(data.shape, element),
        tensor_type(data.shape, "f8E8M0FNU"),
        tensor_type(data.shape, result),
    ]
    function = f"""func.func @NAME(%x: {types[0]}, %s: {types[1]}) -> {types[2]} {{
  %y = arith.scaling_extf %x, %s : {types[0]}, {types[1]} to {types[2]}
  return %y : {types[2]}
}}"""
    with np.errstate(all="ignore"):
        want = (data.astype(np.float64) * power(scales)).astype(np.float32)
        want = want.astype(DTYPES[result])
    suite.add(
        f"widen {element} to {result}",
        function,
        [data, scales.view(DTYPES["f8E8M0FNU"])],
        [expect_bits(want)],
    )


def add_narrowing(suite, source, element):
    generator = np.random.default_rng(5)
    x = (generator.standard_normal((64, len(SCALES))) * 4).astype(DTYPES[source])
    x[0], x[1], x[2] = 0.0, -0.0, np.nan
    # Quotients that the format holds, whatever is done with others.
    codes = np.repeat(np.uint8([120, 125, 126, 127, 128, 129, 130, 140, 254, 127])[None], 64, 0)
    if element == "f4E2M1FN":
        x[2] = 1
    types = [
        tensor_type(x.shape, source),
        tensor_type(x.shape, "f8E8M0FNU"),
        tensor_type(x.shape, element),
    ]
    function = f"""func.func @NAME(%x: {types[0]}, %s: {types[1]}) -> {types[2]} {{
  %y = arith.scaling_truncf %x, %s : {types[0]}, {types[1]} to {types[2]}
  return %y : {types[2]}
}}"""
    with np.errstate(all="ignore"):
        quotient = (x.astype(np.float64) / power(codes)).astype(np.float32)
        limit = {"f8E4M3FN": 448, "f8E5M2": 57344, "f4E2M1FN": 6}[element]
        keep = ~(np.abs(quotient) > limit)
        x = np.where(keep, x, np.array(0, x.dtype))
        want = round_to_format(np.where(keep, quotient, np.float32(0)), element)
    suite.add(
        f"narrow {source} to {element}",
        function,
        [x, codes.view(DTYPES["f8E8M0FNU"])],
        [expect_bits(want)],
    )


def matmul_function(sizes, elements, blocks, onto):
    m, n, g, k = sizes
    if blocks:
        loops, kinds = "m, n, g, k", ["parallel"] * 2 + ["reduction"] * 2
        index, scale, inner = "g, k", "g", f"{g}x{k}"
    else:
        loops, kinds = "m, n, k", ["parallel"] * 2 + ["reduction"]
        index, scale, inner = "k", f"k floordiv {k}", f"{g * k}"
    data = [f"tensor<{rows}x{inner}x{element}>" for rows, element in zip((m, n), elements)]
    scales = [f"tensor<{rows}x{g}xf8E8M0FNU>" for rows in (m, n)]
    out = f"tensor<{m}x{n}xf32>"
    maps = ", ".join(
        f"affine_map<({loops}) -> ({dims})>"
        for dims in [f"m, {index}", f"n, {index}", f"m, {scale}", f"n, {scale}", "m, n"]
    )
    kinds = ", ".join(f'"{kind}"' for kind in kinds)
    argument = f", %i: {out}" if onto else ""
    start = (
        ""
        if onto
        else f"""  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : {out}
  %i = linalg.fill ins(%z : f32) outs(%e : {out}) -> {out}
"""
    )
    return f"""func.func @NAME(%a: {data[0]}, %b: {data[1]}, %s: {scales[0]}, %t: {scales[1]}{argument}) -> {out} {{
{start}  %y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%a, %b, %s, %t : {data[0]}, {data[1]}, {scales[0]}, {scales[1]}) outs(%i : {out}) {{
  ^bb0(%p: {elements[0]}, %q: {elements[1]}, %ps: f8E8M0FNU, %qs: f8E8M0FNU, %o: f32):
    %0 = arith.scaling_extf %p, %ps : {elements[0]}, f8E8M0FNU to f32
    %1 = arith.scaling_extf %q, %qs : {elements[1]}, f8E8M0FNU to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }} -> {out}
  return %y : {out}
}}"""


def add_matmul(suite, sizes, elements, blocks, onto):
    m, n, g, k = sizes
    generator = np.random.default_rng(len(suite.cases))
    data, scales, wide = [], [], []
    for rows, element in zip((m, n), elements):
        codes = generator.integers(0, 1 << WIDTH.get(element, 8), (rows, g * k), np.uint8)
        values = codes.view(DTYPES[element])
        finite = np.isfinite(values.astype(np.float32))
        data.append(np.where(finite, values, np.array(1, values.dtype)))
        scales.append(generator.integers(120, 134, (rows, g)).astype(np.uint8))
        wide.append(data[-1].astype(np.float64) * np.repeat(power(scales[-1]), k, 1))
    # A block that is no number, and one whose scale is the smallest.
    scales[0][0, 0], scales[1][1, g - 1] = 255, 0
    wide = [d.astype(np.float64) * np.repeat(power(s), k, 1) for d, s in zip(data, scales)]
    init = [generator.standard_normal((m, n)).astype(np.float32)] if onto else []
    with np.errstate(all="ignore"):
        want, size = matmul(*wide, *init)
        bound = reference_bound(want, size, g * k, "f32")
        bound = bound + CORE * np.where(np.isfinite(size), size, 0)
    inputs = [d.reshape(-1, g, k) for d in data] if blocks else data
    inputs += [s.view(DTYPES["f8E8M0FNU"]) for s in scales]
    suite.add(
        f"{sizes} {elements} {'blocks' if blocks else 'K'} {'onto' if onto else ''}",
        matmul_function(sizes, elements, blocks, onto),
        inputs + init,
        [expect_within(want, bound, np.dtype(np.float32))],
    )


def main():
    # One that the chip lacks, as another matmul; of rows that it does not store, element by element.
    suite = Suite()
    for element, result in itertools.product(SMALL, ["f32", "bf16"]):
        add_widening(suite, element, result)
    for source, element in zip(["f32", "bf16", "f16"], SMALL):
        add_narrowing(suite, source, element)
    pairs = [("f8E4M3FN", "f8E4M3FN"), ("f8E5M2", "f8E4M3FN"), ("f4E2M1FN", "f4E2M1FN")]
    for elements, sizes, blocks in itertools.product(
        pairs, [(5, 3, 4, 32), (65, 16, 3, 32)], [True, False]
    ):
        add_matmul(suite, sizes, elements, blocks, onto=sizes[0] > 5 and blocks)
    suite.run()


main()
