# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Casts to and from each small format, rounded values that are divided, selected and reduced
again: no kernel keeps a vector of elements on a thread's stack.

Inputs are each number of the format, what lies between two of them, and what no number is.
"""

import os
import pathlib
import subprocess
import tempfile

import numpy as np

from harness import DTYPES, Suite, expect_bits, tensor_type

IS_LONG = bool(os.environ.get("LOWP_LONG_TESTS"))
FORMATS = ["f4E2M1FN", "f6E3M2FN", "f8E4M3FN"]
CHIPS = ["sm_90a"]
if IS_LONG:
    FORMATS += ["f6E2M3FN", "f8E5M2", "f16", "bf16"]
    CHIPS += ["sm_100a", "sm_120a"]
# Whole threads, and rows that end in the middle of one.
SHAPES = [(16, 64), (7, 37)]


def draw(element, shape):
    """Numbers of the format, midpoints of neighbours, and what rounds to the largest ones."""
    generator = np.random.default_rng(shape[1])
    width = min(8 * DTYPES[element].itemsize, int(element.lstrip("bf").partition("E")[0]))
    codes = np.arange(1 << width).astype(f"u{DTYPES[element].itemsize}")
    with np.errstate(all="ignore"):
        numbers = codes.view(DTYPES[element]).astype(np.float32)
    numbers = np.unique(numbers[np.isfinite(numbers)])
    between = (numbers[1:] / 2 + numbers[:-1] / 2).astype(np.float32)
    special = np.float32([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30])
    values = np.concatenate([numbers, between, special])
    return generator.choice(values, shape).astype(np.float32)


def rounded(x, element):
    """As arith.truncf: formats without infinities and NaN end at their largest number."""
    with np.errstate(all="ignore"):
        return x.astype(DTYPES[element])


def add_casts(suite, element, shape):
    wide, small = tensor_type(shape, "f32"), tensor_type(shape, element)
    x, e = draw(element, shape), draw(element, shape)
    if "FN" in element and "8" not in element:
        # ml_dtypes takes NaN for a zero of these formats, lowp for the largest number.
        x, e = (np.where(np.isnan(values), np.float32(1), values) for values in (x, e))
    q, d = rounded(x, element), rounded(e, element)
    back, divisor = q.astype(np.float32), d.astype(np.float32)
    with np.errstate(all="ignore"):
        quotient = back / divisor
        chosen = np.where(x < e, q, d)
    suite.add(
        f"round trip of {element} {shape}",
        f"""
func.func @NAME(%x: {wide}, %e: {wide}) -> ({wide}, {wide}, {small}) {{
  %q = arith.truncf %x : {wide} to {small}
  %d = arith.truncf %e : {wide} to {small}
  %b = arith.extf %q : {small} to {wide}
  %c = arith.extf %d : {small} to {wide}
  %y = arith.divf %b, %c : {wide}
  return %b, %y, %q : {wide}, {wide}, {small}
}}""",
        [x, e],
        [expect_bits(back), expect_bits(quotient), expect_bits(q)],
    )
    suite.add(
        f"choice of {element} {shape}",
        f"""
func.func @NAME(%x: {wide}, %e: {wide}, %q: {small}, %d: {small}) -> ({small}, {wide}) {{
  %less = arith.cmpf olt, %x, %e : {wide}
  %s = arith.select %less, %q, %d : tensor<{shape[0]}x{shape[1]}xi1>, {small}
  %b = arith.extf %s : {small} to {wide}
  %y = arith.divf %b, %b : {wide}
  return %s, %y : {small}, {wide}
}}""",
        [x, e, q, d],
        [expect_bits(chosen), expect_bits(own_quotient(chosen))],
    )


def own_quotient(values):
    with np.errstate(all="ignore"):
        wide = values.astype(np.float32)
        return wide / wide


def add_row_maximum(suite, element, shape):
    """The maximum of each row, in the small format."""
    wide, small = tensor_type(shape, "f32"), tensor_type(shape, element)
    x = draw(element, shape)
    x = np.where(np.isfinite(x), x, np.float32(0.5))
    x[x == 0] = np.float32(1)
    q = rounded(x, element)
    row = f"tensor<{shape[0]}x{element}>"
    least = q.astype(np.float32).min()
    maximum = q.astype(np.float32).max(axis=1).astype(DTYPES[element])
    suite.add(
        f"row maximum of {element} {shape}",
        f"""
func.func @NAME(%x: {wide}) -> {row} {{
  %q = arith.truncf %x : {wide} to {small}
  %least = arith.constant {least:e} : {element}
  %e = tensor.empty() : {row}
  %i = linalg.fill ins(%least : {element}) outs(%e : {row}) -> {row}
  %y = linalg.reduce {{ arith.maximumf }} ins(%q : {small}) outs(%i : {row}) dimensions = [1]
  return %y : {row}
}}""",
        [x],
        [expect_bits(maximum)],
    )


def stacks(suite):
    """The functions whose kernels declare local memory."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        program, image = (pathlib.Path(name) / each for each in ("all.mlir", "all.ptx"))
        program.write_text(
            "\n".join(text.replace("NAME", function) for text, function in suite.functions.items())
        )
        for chip in CHIPS:
            subprocess.run(
                [suite.tools / "lowp-compile", program, f"--chip={chip}", "-o", image], check=True
            )
            kernels = image.read_text().split(".entry ")[1:]
            assert len(kernels) >= len(suite.functions)
            found += [
                f"{chip}: {kernel.partition('(')[0]} uses the stack"
                for kernel in kernels
                if ".local" in kernel
            ]
    return found


suite = Suite()
for element in FORMATS:
    for shape in SHAPES if IS_LONG or element == FORMATS[0] else SHAPES[:1]:
        add_casts(suite, element, shape)
    add_row_maximum(suite, element, SHAPES[0])
suite.run(complain=lambda: stacks(suite))
