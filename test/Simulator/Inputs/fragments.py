"""How the lanes of a warp hold the matrices of mma.sync, and what their bits stand for."""

import ml_dtypes
import numpy as np
from device import entry, place

TYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "e4m3": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m3": ml_dtypes.float6_e2m3fn,
    "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m1": ml_dtypes.float4_e2m1fn,
    "s8": np.int8,
    "u8": np.uint8,
}
BITS = {
    "f16": 16,
    "bf16": 16,
    "tf32": 32,
    "s8": 8,
    "u8": 8,
    "e4m3": 8,
    "e5m2": 8,
    "e2m3": 6,
    "e3m2": 6,
    "e2m1": 4,
}
LANES = np.arange(32)


def decode(name, bits):
    """The values of patterns of bits."""
    if name == "tf32":  # the low 13 bits do not count
        return (bits.astype(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64)
    kind = np.uint16 if BITS[name] == 16 else np.uint8
    with np.errstate(invalid="ignore"):
        return bits.astype(kind).view(TYPES[name]).astype(np.float64)


def scale_of(name, bits):
    kind = ml_dtypes.float8_e8m0fnu if name == "ue8m0" else ml_dtypes.float8_e4m3fn
    with np.errstate(invalid="ignore"):
        return np.abs(bits.astype(np.uint8).view(kind).astype(np.float64))


def fragments(bits, name, depth, groups):
    """Words of each lane, of a matrix of `groups` times 8 rows and `depth` columns."""
    step = BITS[name] if BITS[name] >= 16 else 4 if depth == 64 else 8
    shift = 2 if step == 8 and BITS[name] == 4 else 0
    each = 32 // step
    words = np.zeros((32, depth * groups // 4 // each), np.uint32)
    for element in range(words.shape[1] * each):
        register, place_in = divmod(element, each)
        row = LANES // 4 + 8 * (register % groups)
        column = LANES % 4 * each + place_in + register // groups * 4 * each
        words[:, register] |= (
            bits[row, column].astype(np.uint64) << np.uint64(shift + step * place_in)
        ).astype(np.uint32)
    return words


def sums_of(words):
    """The 16 x 8 sums that the lanes hold, four each."""
    matrix = np.zeros((16, 8), words.dtype)
    for i in range(4):
        matrix[LANES // 4 + i // 2 * 8, LANES % 4 * 2 + i % 2] = words[:, i]
    return matrix


def kernel(opcode, a_words, b_words, selectors=None, sum_words=4):
    """PTX of one mma.sync: parameters are A, B, the sums before, the scales of A and of B, and
    the sums after, as registers of lanes."""

    def load(registers, array):
        count = len(registers)
        suffix = f".v{count}" if count > 1 else ""
        names = "{" + ", ".join(registers) + "}" if count > 1 else registers[0]
        return place("%d0", array, 4 * count) + f"\n  ld.global{suffix}.b32 {names}, [%d0];"

    def names(first, count):
        return [f"%r{first + i}" for i in range(count)]

    def listed(first, count):
        return "{" + ", ".join(names(first, count)) + "}"

    body = [load(names(0, a_words), 0), load(names(4, b_words), 1), load(names(6, sum_words), 2)]
    scales = ""
    if selectors:
        body += [load(names(10, 1), 3), load(names(11, 1), 4)]
        (byte_a, thread_a), (byte_b, thread_b) = selectors
        scales = f", %r10, {{{byte_a}, {thread_a}}}, %r11, {{{byte_b}, {thread_b}}}"
    body += [
        f"  {opcode} {listed(12, sum_words)}, {listed(0, a_words)}, {listed(4, b_words)}, "
        f"{listed(6, sum_words)}{scales};",
        place("%d1", 5, 4 * sum_words),
        f"  st.global.v{sum_words}.b32 [%d1], {listed(12, sum_words)};",
    ]
    return entry("\n".join(body), 6)
