"""mma.sync with sums of f16 and s32, and with elements of tf32, s8 and u8, against numpy.

warp_matrix_sums.py LIBCUDA
"""

import sys

import numpy as np
from device import Device, DeviceError
from fragments import BITS, LANES, TYPES, decode, fragments, kernel

RANDOM = np.random.default_rng(3)


def bits_of(name, shape):
    """Random patterns, finite; those of wide types are of numbers near 1."""
    if name == "tf32":
        return RANDOM.normal(size=shape).astype(np.float32).view(np.uint32)
    if BITS[name] == 16:
        return RANDOM.normal(size=shape).astype(TYPES[name]).view(np.uint16)
    bits = RANDOM.integers(0, 1 << BITS[name], shape)
    if name not in ("s8", "u8"):
        bits[~np.isfinite(decode(name, bits))] = 1
    return bits


def places():
    """The row and column of each lane's sums."""
    for i in range(4):
        yield i, LANES // 4 + i // 2 * 8, LANES % 4 * 2 + i % 2


def multiply(device, depth, a, b, sums, modifier="", kind=""):
    opcode = f"mma.sync.aligned.m16n8k{depth}.row.col{kind}{modifier}.{sums}.{a}.{b}.{sums}"
    a_bits, b_bits = bits_of(a, (16, depth)), bits_of(b, (8, depth))
    kinds = {"f16": np.float16, "f32": np.float32, "s32": np.int32}
    before = (RANDOM.normal(size=(16, 8)) * 8).astype(kinds[sums])
    if sums == "s32":  # at both ends, where sums wrap or are the largest one
        before[:4], before[4:8] = 2**31 - 1, -(2**31)
    lanes = np.zeros((32, 4), kinds[sums])
    for i, row, column in places():
        lanes[:, i] = before[row, column]
    words = lanes.view(np.uint32)
    result = np.zeros_like(words)
    a_words, b_words = fragments(a_bits, a, depth, 2), fragments(b_bits, b, depth, 1)
    function = device.load(
        kernel(opcode, a_words.shape[1], b_words.shape[1], None, words.shape[1]), "kernel"
    )
    unused = np.zeros((32, 4), np.uint32)
    device.launch(function, [a_words, b_words, words, unused, unused, result])

    exact = before.astype(np.float64) + decode(a, a_bits) @ decode(b, b_bits).T
    if sums == "s32":
        exact = exact.astype(np.int64)
        expected = (np.clip(exact, -(2**31), 2**31 - 1) if modifier else exact).astype(np.int32)
    else:
        with np.errstate(over="ignore"):
            expected = exact.astype(kinds[sums])
    got = np.zeros_like(before)
    for i, row, column in places():
        got[row, column] = result.view(kinds[sums])[:, i]
    assert (got == expected).all(), opcode
    print("right:", opcode)


def refused(device, opcode, a_words, b_words, sum_words):
    try:
        device.load(kernel(opcode, a_words, b_words, None, sum_words), "kernel")
    except DeviceError as error:
        print("refused:", str(error).splitlines()[0].split(": ", 1)[1])
    else:
        raise AssertionError("taken")


def main():
    device = Device(sys.argv[1])
    multiply(device, 4, "tf32", "tf32", "f32")
    multiply(device, 8, "tf32", "tf32", "f32")
    multiply(device, 8, "f16", "f16", "f16")
    multiply(device, 16, "f16", "f16", "f16")
    multiply(device, 32, "e4m3", "e5m2", "f16")
    multiply(device, 16, "e5m2", "e4m3", "f16")
    multiply(device, 16, "e4m3", "e4m3", "f32")
    multiply(device, 32, "e2m3", "e2m1", "f16", kind=".kind::f8f6f4")
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            for modifier in ("", ".satfinite"):
                multiply(device, 16, a, b, "s32", modifier)
                multiply(device, 32, a, b, "s32", modifier)
    row = "mma.sync.aligned.m16n8k{}.row.col.{}"
    refused(device, row.format(16, "f16.bf16.bf16.f16"), 4, 2, 2)
    refused(device, row.format(32, "f32.s8.s8.f32"), 4, 2, 4)
    refused(device, row.format(16, "f32.tf32.tf32.f32"), 4, 2, 4)
    refused(device, row.format(16, "f16.f16.f16.f32"), 4, 2, 4)
    refused(device, row.format(16, "f16.f16.f16.f16"), 4, 2, 4)


main()
