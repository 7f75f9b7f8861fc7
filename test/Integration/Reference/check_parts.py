# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Concats that are quantized, bit for bit against the oracle: one kernel computes and
quantizes part by part, where blocks lie in parts.

A product and a sum beside or below each other, in both orders, with and without the concat
as a result; parts of unlike sizes; and blocks that have elements of two parts, which stay
two kernels.
"""

import numpy as np

import check_fusions as fusions
from check_fusions import RNG, generic, round_bf16, tensor_of, wide
from harness import DTYPES, Suite, expect_bits
from inputs import with_special

# Rows of the parts, columns of each part, along which dimension.
BESIDE = [(256, (256, 256)), (77, (128, 128)), (129, (128, 256, 128)), (40, (160,) * 4)]
CROSSED = [(130, (64, 64)), (64, (136, 136)), (40, (16, 16))]
BELOW = [(128, (256, 256)), (136, (128, 256))]
# Rows that no kernel holds: their scales come from an amax, as those of columns do.
WIDE = [(9, (16640, 16640)), (3, (16386, 16386))]
# Parts of one column: dimensions that the kernel does not iterate over.
UNIT = [(16, (1,) * 9), (130, (1, 2))]
TALL = ("f8E4M3FN", "#lowp.block<64x1>", (0, 1), "#lowp.compact", "torchao_rowwise")
TARGETS = fusions.TARGETS | {"64x1": [TALL]}


def make_function(shapes, dim, targets, results, stores_concat):
    """Parts of `shapes` side by side along `dim`: products and sums in turn."""
    text, parts, arguments = [], [], []
    for number, shape in enumerate(shapes):
        matrix = f"tensor<{shape[0]}x{shape[1]}xbf16>"
        left, right = ((f"%{name}{number}", matrix, "i, j") for name in ("left", "right"))
        arguments += [f"{left[0]}: {matrix}", f"{right[0]}: {matrix}"]
        body = fusions.ADD if number % 2 else fusions.SCALE_COLUMNS
        part = generic([left, right], body, shape).replace("%empty", f"%empty{number}")
        text += [f"  %empty{number} = tensor.empty() : {matrix}", f"  %part{number} = {part}"]
        parts.append((f"%part{number}", matrix))
    whole = np.array(shapes[0])
    whole[dim] = sum(shape[dim] for shape in shapes)
    names, kinds = (", ".join(each) for each in zip(*parts))
    text.append(
        f"  %whole = tensor.concat dim({dim}) {names} : ({kinds}) -> "
        f"tensor<{whole[0]}x{whole[1]}xbf16>"
    )
    quantized, stored = fusions.quantizes(tuple(whole), targets, "%whole")
    found = ["%whole"] * stores_concat + stored
    kinds = ", ".join(tensor_of(result) for result in results)
    return f"""
func.func @NAME({", ".join(arguments)}) -> ({kinds}) {{
{chr(10).join(text)}
{quantized}
  return {", ".join(found)} : {kinds}
}}"""


def add(suite, shapes, dim, name, stores_concat):
    label = f"{name}, {shapes} along {dim}" + ", and the concat" * stores_concat
    if not suite.takes(label):
        return
    targets = TARGETS[name]
    inputs, parts = [], []
    for number, shape in enumerate(shapes):
        x = with_special(shape, "bf16", int(RNG.integers(1000)))
        r = RNG.standard_normal(shape).astype(DTYPES["bf16"])
        inputs += [x, r]
        with np.errstate(all="ignore"):
            parts.append(round_bf16(wide(x) + wide(r) if number % 2 else wide(x) * wide(r)))
    whole = np.concatenate(parts, dim)
    results = [whole] * stores_concat
    results += [part for target in targets for part in fusions.stored(whole, target)]
    suite.add(
        label,
        make_function(shapes, dim, targets, results, stores_concat),
        inputs,
        [expect_bits(result) for result in results],
    )


def main():
    suite = Suite()
    cases = [
        (name, size, parts, dim)
        for name in ("both", "both mx", "1x128", "128x128", "rowwise")
        for sizes, dim in [(BESIDE + CROSSED, 1), (BELOW, 0)]
        for size, parts in sizes
    ]
    cases += [("both rowwise", size, parts, 1) for size, parts in WIDE + BESIDE[:2]]
    cases += [("64x1", size, parts, 1) for size, parts in UNIT]
    for number, (name, size, parts, dim) in enumerate(cases):
        shapes = [(part, size) if dim == 0 else (size, part) for part in parts]
        add(suite, shapes, dim, name, stores_concat=number % 2 == 0)
    suite.run()


if __name__ == "__main__":
    main()
