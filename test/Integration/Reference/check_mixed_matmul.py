# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Matmuls of the narrow formats: MX, NVFP4, and operands that differ."""

import itertools

from harness import Suite
from inputs import ordinary, with_special
from matmul_cases import Operand, add_case
from oracle.formats import LARGEST

E4M3 = Operand("f8E4M3FN", "#lowp.mx<1x32>", "mx_rceil")
E2M1 = Operand("f4E2M1FN", "#lowp.mx<1x32>", "mx_rceil")
NVFP4 = Operand("f4E2M1FN", "#lowp.nvfp4<1x16>", "transformer_engine")
PAIRS = [
    *(
        (Operand(a, "#lowp.mx<1x32>", "mx_rceil"), Operand(b, "#lowp.mx<32x32>", "mx_floor"))
        for a, b in itertools.product(LARGEST, LARGEST)
    ),
    (NVFP4, NVFP4),
    (NVFP4, Operand("f4E2M1FN", "#lowp.nvfp4<16x16>", "transformer_engine")),
    (E4M3, NVFP4),
    # A block of 256 beside one of 128; a weight's tile beside rows.
    (
        Operand("f8E4M3FN", "#lowp.block<1x256>", "torchao"),
        Operand("f8E4M3FN", "#lowp.block<128x128>", "torchao"),
    ),
    (
        Operand("f8E5M2", "#lowp.block<1x256>", "torchao"),
        Operand("f8E4M3FN", "#lowp.block<1x256>", "torchao"),
    ),
    # dgrad of rowwise_with_gw_hp.
    (
        Operand("f8E4M3FN", "#lowp.rowwise", "torchao_rowwise"),
        Operand("f8E4M3FN", "#lowp.tensorwise", "torchao_rowwise"),
    ),
]

suite = Suite()
x, w = ordinary((40, 300), "bf16", 1), ordinary((50, 300), "bf16", 2)
for lhs, rhs in PAIRS:
    add_case(suite, x, w, lhs, rhs, "f32")
    add_case(suite, x, w, lhs, rhs, transposed=(True, False), dynamic=True)
for lhs, rhs in [(E4M3, E2M1), (NVFP4, NVFP4)]:
    for hadamard in [0, 0xD7E8]:
        add_case(suite, x, w, lhs, rhs, "f32", hadamard=hadamard)
        add_case(suite, x, w, lhs, rhs, transposed=(True, False), hadamard=hadamard)
    add_case(suite, with_special((20, 96), "bf16"), w[:, :96].copy(), lhs, rhs)
    add_case(suite, x, w, lhs, rhs, accumulates=True)
    for m, n, k in [(0, 64, 256), (1, 1, 32), (3, 5, 0)]:
        add_case(suite, ordinary((m, k), "bf16"), ordinary((n, k), "bf16"), lhs, rhs)
suite.run()
