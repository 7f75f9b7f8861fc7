# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""lowp.hadamard, along either dimension, whole and short groups."""

import itertools

from harness import Suite, expect_bits, tensor_type
from inputs import KINDS
from oracle.hadamard import transform

SIGNS = [0, 0xD7E8, 0xFFFF, 1]


def add_case(suite, x, element, axis, signs, dynamic, size=16):
    tensor = tensor_type(x.shape, element, dynamic)
    function = f"""
func.func @NAME(%x: {tensor}) -> {tensor} {{
  %y = lowp.hadamard %x axis {axis} signs {signs} size {size} : {tensor}
  return %y : {tensor}
}}"""
    suite.add(
        f"{x.shape} {element} axis {axis} signs {signs:#x} size {size}",
        function,
        [x],
        [expect_bits(transform(x, axis, signs, element, size))],
    )


suite = Suite()
for element, axis, signs in itertools.product(["f32", "bf16", "f16"], [0, 1], SIGNS):
    for shape in [(32, 48), (5, 16), (16, 1), (37, 50), (0, 16)]:
        add_case(suite, KINDS["ordinary"](shape, element), element, axis, signs, True)
    for kind in KINDS:
        add_case(suite, KINDS[kind]((20, 40), element), element, axis, signs, False)
for element, axis, size in itertools.product(["f32", "bf16", "f16"], [0, 1], [2, 4, 8, 32]):
    signs = 0xB00D_D7E8 & ((1 << size) - 1)
    add_case(suite, KINDS["ordinary"]((37, 70), element), element, axis, signs, True, size)
    for kind in KINDS:
        add_case(suite, KINDS[kind]((33, 40), element), element, axis, signs, False, size)
suite.run()
