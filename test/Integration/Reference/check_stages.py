"""Values that read the same matrices, each quantized in both orders: stages of one kernel.

A product, which is stored too, a sum that reads the product, and the positive part of a
sum; bit for bit against the oracle.
"""

import itertools

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, tensor_of, wide
from harness import DTYPES, Suite, expect_bits
from inputs import with_special

SHAPES = [(256, 512), (300, 384), (77, 136), (129, 100), (128, 128), (1, 256), (64, 64), (40, 16)]
TARGETS = ["both", "both mx", "three"]
POSITIVE = """    %x0 = arith.extf %a0 : bf16 to f32
    %x1 = arith.extf %a1 : bf16 to f32
    %s = arith.addf %x0, %x1 : f32
    %t = arith.truncf %s : f32 to bf16
    %zero = arith.constant 0.0 : bf16
    %y = arith.maximumf %t, %zero : bf16
    linalg.yield %y : bf16"""


def make_function(shape, targets, results):
    matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
    x, r, product = (("%" + name, matrix, "i, j") for name in ("x", "r", "product"))
    made = {"product": generic([x, r], fusions.SCALE_COLUMNS, shape),
            "sum": generic([x, product], fusions.ADD, shape),
            "positive": generic([x, r], POSITIVE, shape)}
    text, names = [f"  %empty = tensor.empty() : {matrix}"], ["%product"]
    for name, producer in made.items():
        quantizes, parts = fusions.quantizes(shape, targets, f"%{name}", f"{name}_")
        text += [f"  %{name} = {producer}", quantizes]
        names += parts
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME(%x: {matrix}, %r: {matrix}) -> ({kinds}) {{
{chr(10).join(text)}
  return {", ".join(names)} : {kinds}
}}"""


def add_stages(suite):
    for shape, name in itertools.product(SHAPES, TARGETS):
        targets = fusions.TARGETS[name]
        x = with_special(shape, "bf16", int(RNG.integers(1000)))
        r = RNG.standard_normal(shape).astype(DTYPES["bf16"])
        with np.errstate(all="ignore"):
            product = round_bf16(wide(x) * wide(r))
            values = [product, round_bf16(wide(x) + wide(product)),
                      np.maximum(round_bf16(wide(x) + wide(r)), DTYPES["bf16"].type(0))]
        results = [product] + [part for value in values for target in targets
                               for part in fusions.stored(value, target)]
        suite.add(f"{name}, {shape}", make_function(shape, targets, results), [x, r],
                  [expect_bits(result) for result in results])


def main():
    suite = Suite()
    add_stages(suite)
    suite.run()


if __name__ == "__main__":
    main()
