# REQUIRES: numpy, ptxas
# RUN: env LOWP_SIMULATOR_SMS=2 %simulate %python %s --gpu --sample=0 --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Elementwise functions whose inputs and results lie in other orders: threads read and write
vectors along rows and along columns. Each function reads one tensor as it lies and one turned,
and writes their sum turned and a product as it lies; bit for bit against numpy.
"""

import numpy as np

from harness import DTYPES, Suite, expect_bits, tensor_type

RNG = np.random.default_rng(41)
# Whole tiles, ragged ones, rows that are no multiple of a thread's, and few columns.
CASES = [
    ((256, 128), (1, 0)),
    ((77, 136), (1, 0)),
    ((130, 37), (1, 0)),
    ((2, 68, 3, 64), (0, 2, 3, 1)),
    ((2, 66, 3, 64), (0, 2, 3, 1)),
    ((3, 36, 5, 40), (2, 0, 3, 1)),
    ((36, 5, 40), (1, 2, 0)),
    ((5, 36, 2, 8), (0, 2, 3, 1)),
    ((4, 1, 72, 64), (1, 3, 0, 2)),
]
FUNCTION = """
func.func @NAME(%x: {plain}, %z: {turned}) -> ({turned}, {plain}) {{
  %three = arith.constant 3.0 : {element}
  %et = tensor.empty() : {turned}
  %ep = tensor.empty() : {plain}
  %s = linalg.generic {{indexing_maps = [affine_map<({loops}) -> ({read})>, affine_map<({loops}) -> ({loops})>,
      affine_map<({loops}) -> ({loops})>], iterator_types = [{parallel}]}}
      ins(%x, %z : {plain}, {turned}) outs(%et : {turned}) {{
  ^bb0(%a: {element}, %b: {element}, %o: {element}):
    %v = arith.addf %a, %b : {element}
    linalg.yield %v : {element}
  }} -> {turned}
  %p = linalg.generic {{indexing_maps = [affine_map<({loops}) -> ({loops})>, affine_map<({loops}) -> ({loops})>],
      iterator_types = [{parallel}]}} ins(%x : {plain}) outs(%ep : {plain}) {{
  ^bb0(%a: {element}, %o: {element}):
    %v = arith.mulf %a, %three : {element}
    linalg.yield %v : {element}
  }} -> {plain}
  return %s, %p : {turned}, {plain}
}}
"""


def function(shape, order, element):
    """Loops are the dimensions of what an operation writes."""
    rank = len(shape)
    return FUNCTION.format(
        plain=tensor_type(shape, element),
        turned=tensor_type([shape[place] for place in order], element),
        element=element,
        loops=", ".join(f"d{loop}" for loop in range(rank)),
        read=", ".join(f"d{order.index(place)}" for place in range(rank)),
        parallel=", ".join(['"parallel"'] * rank),
    )


def draw(shape, dtype):
    """Ordinary values, zeros, subnormal ones, infinities and NaN."""
    values = RNG.standard_normal(shape).astype(dtype)
    values.flat[::97] = np.inf
    values.flat[13::101] = np.nan
    values.flat[7::89] = 0
    values.flat[5::83] = np.float32(1e-7 if dtype == np.float16 else 1e-39)
    return values


def main():
    suite = Suite()
    for shape, order in CASES:
        for element in ("f32", "bf16", "f16"):
            dtype = DTYPES[element]
            x, z = draw(shape, dtype), draw([shape[place] for place in order], dtype)
            wide = x.astype(np.float32)
            with np.errstate(all="ignore"):
                total = (wide.transpose(order) + z.astype(np.float32)).astype(dtype)
                product = (wide * np.float32(3)).astype(dtype)
            outputs = [expect_bits(total), expect_bits(product)]
            label = f"{shape} {order} {element}"
            suite.add(label, function(shape, order, element), [x, z], outputs)
    suite.run()


if __name__ == "__main__":
    main()
