# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls of f32 under the option f32_matmuls=tf32: every order of operands, batches,
results of every type, sums onto a tensor, ragged and unknown sizes, against float64 on
operands that numpy rounds to 10 bits of mantissa, to the nearest, ties to even.
"""

import numpy as np

from check_contractions import BATCHES, ODD, ORDERS, SHAPES, Matmul, add
from harness import Suite


def round_to_tf32(values):
    """11 significant bits, fewer below 2^-126; infinity from 2^128 on."""
    wide = values.astype(np.float64)
    unit = np.ldexp(1.0, np.maximum(np.frexp(wide)[1], -125) - 11)
    with np.errstate(all="ignore"):
        rounded = np.rint(wide / unit) * unit
        return np.where(np.abs(rounded) >= 2.0**128, np.sign(rounded) * np.inf, rounded)


class F32Matmul(Matmul):
    def __init__(self, sizes, order="nn", result="f32", unknown="", accumulate=False):
        super().__init__(sizes, order, "f32", result, unknown, accumulate)

    def expect(self, operands):
        lhs, rhs, *init = operands
        return super().expect([round_to_tf32(lhs), round_to_tf32(rhs), *init])


def ties(generator, shape):
    """Numbers between two of tf32, in the middle and beside it."""
    whole = generator.integers(1024, 2048, shape) * 8.0
    return (whole + generator.choice([0, 3, 4, 5], shape)) / 8


def largest(generator, shape):
    """The largest f32, which rounds to infinity, beside small numbers."""
    x = generator.standard_normal(shape)
    x[..., 0, 0] = np.finfo(np.float32).max
    return x


VALUES = {"ties": ties, "largest": largest}


def add_values(suite, matmul, kind):
    """Both operands have values of this kind."""
    generator = np.random.default_rng(len(suite.cases))
    operands = [
        VALUES[kind](generator, operand.shape).astype(np.float32) for operand in matmul.stored(0)
    ]
    suite.add(f"{matmul.label()} {kind}", matmul.text(), operands, [matmul.expect(operands)])


def add_beside_half(suite, element):
    """An operand of f32 beside one that is wider bf16 or f16, which tf32 holds."""
    m, n, k = 65, 72, 100
    text = f"""func.func @NAME(%a: tensor<{m}x{k}xf32>, %b: tensor<{n}x{k}x{element}>) -> tensor<{m}x{n}xf32> {{
  %wide = arith.extf %b : tensor<{n}x{k}x{element}> to tensor<{n}x{k}xf32>
  %te = tensor.empty() : tensor<{k}x{n}xf32>
  %t = linalg.transpose ins(%wide : tensor<{n}x{k}xf32>) outs(%te : tensor<{k}x{n}xf32>) permutation = [1, 0]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{m}x{n}xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %y = linalg.matmul ins(%a, %t : tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) outs(%init : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %y : tensor<{m}x{n}xf32>
}}"""
    matmul = Matmul((m, n, k), "nt", element)
    half = matmul.stored(17)[1]
    full = F32Matmul((m, n, k), "nt").stored(19)[0]
    want = F32Matmul((m, n, k), "nt").expect([full, half.astype(np.float32)])
    suite.add(f"beside {element}", text, [full, half], [want])


def main():
    suite = Suite(options={"f32_matmuls": "tf32"})
    for sizes in SHAPES + BATCHES + ODD:
        for order in ORDERS:
            add(suite, F32Matmul(sizes, order))
        add(suite, F32Matmul(sizes, "nn", "f16"))
        add(suite, F32Matmul(sizes, "nt", "bf16"), "integers")
        add(suite, F32Matmul(sizes, "nt", accumulate=True))
    for kind in ["special", "large"]:
        add(suite, F32Matmul((65, 72, 200), "nt"), kind)
        add(suite, F32Matmul((3, 65, 72, 200), "nn", "bf16"), kind)
    for kind in VALUES:
        add_values(suite, F32Matmul((65, 72, 36), "nt"), kind)
    for unknown in ["m", "b", "mb", "n", "k", "mnkb"]:
        add(suite, F32Matmul((3, 65, 72, 40), "nt", unknown=unknown))
        add(suite, F32Matmul((3, 65, 71, 33), "tn", "bf16", unknown=unknown))
        add(suite, F32Matmul((65, 71, 33), "nn", unknown=unknown, accumulate=True))
    add_beside_half(suite, "bf16")
    add_beside_half(suite, "f16")
    suite.run()


if __name__ == "__main__":
    main()
