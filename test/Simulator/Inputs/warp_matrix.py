"""mma.sync of each kind against numpy, with the formats of ml_dtypes.

    warp_matrix.py LIBCUDA

Elements and scales are random patterns of bits: zeros, subnormals, Inf and NaN among them.
"""

import itertools
import sys

import numpy as np
from device import Device, DeviceError
from fragments import BITS, TYPES, decode, fragments, kernel, scale_of, sums_of

RANDOM = np.random.default_rng(7)


def multiply(device, depth, a, b, kind="", scales=0, scale_type="", selectors=None):
    suffix = f".{scale_type}" if scales else ""
    opcode = f"mma.sync.aligned.m16n8k{depth}.row.col{kind}.f32.{a}.{b}.f32{suffix}"
    a_bits = RANDOM.integers(0, 1 << BITS[a], (16, depth))
    b_bits = RANDOM.integers(0, 1 << BITS[b], (8, depth))
    # NaN and Inf in some rows and columns only: the others show what is wrong.
    for bits, name in ((a_bits[:12], a), (b_bits[:6], b)):
        bits[~np.isfinite(decode(name, bits))] = 3
        if BITS[name] == 16:
            bits[:] = RANDOM.normal(size=bits.shape).astype(TYPES[name]).view(np.uint16)
    a_words, b_words = fragments(a_bits, a, depth, 2), fragments(b_bits, b, depth, 1)
    c_words = RANDOM.normal(size=(32, 4)).astype(np.float32)
    # Scales of UE8M0 are mostly near 1; two lanes have a NaN and both ends.
    low, high = (117, 138) if scale_type != "ue4m3" else (0, 128)
    scale_words = RANDOM.integers(low, high, (2, 32, 4)).astype(np.uint8)
    scale_words[0, 28:30] = (0, 255, 254, 1)
    result = np.zeros((32, 4), np.float32)
    function = device.load(kernel(opcode, a_words.shape[1], b_words.shape[1], selectors), "kernel")
    device.launch(
        function,
        [
            a_words,
            b_words,
            c_words,
            scale_words[0].view(np.uint32),
            scale_words[1].view(np.uint32),
            result,
        ],
    )

    a_values, b_values = decode(a, a_bits), decode(b, b_bits)
    if scales:
        (byte_a, thread_a), (byte_b, thread_b) = selectors
        rows, columns = np.arange(16), np.arange(8)
        of_a = scale_words[0, rows % 8 * 4 + 2 * thread_a + rows // 8, byte_a : byte_a + scales]
        of_b = scale_words[1, columns * 4 + thread_b, byte_b : byte_b + scales]
        a_values = a_values * np.repeat(scale_of(scale_type, of_a), depth // scales, 1)
        b_values = b_values * np.repeat(scale_of(scale_type, of_b), depth // scales, 1)
    with np.errstate(all="ignore"):
        expected = (sums_of(c_words) + a_values @ b_values.T).astype(np.float32)
        bound = np.abs(sums_of(c_words)) + np.abs(a_values) @ np.abs(b_values.T)
    got = sums_of(result)
    assert np.isfinite(expected).sum() >= 48, opcode
    finite = np.isfinite(expected)
    assert (np.isnan(got) == np.isnan(expected)).all(), opcode
    assert (got[np.isinf(expected)] == expected[np.isinf(expected)]).all(), opcode
    error = np.abs(got.astype(np.float64) - expected)[finite]
    assert (error <= 2.0**-23 * np.abs(expected[finite]) + 2.0**-45 * bound[finite]).all(), opcode
    print("right:", opcode, selectors or "")


def refused(device, text):
    """A use that the simulator does not take: what it says."""
    try:
        device.launch(
            device.load(text, "kernel"), [np.full((32, 4), 0x41414141, np.uint32) for _ in range(6)]
        )
    except DeviceError as error:
        print("refused:", str(error).splitlines()[0].split(": ", 1)[1])
    else:
        raise AssertionError("taken")


def main():
    device = Device(sys.argv[1])
    multiply(device, 16, "bf16", "bf16")
    multiply(device, 8, "bf16", "bf16")
    multiply(device, 16, "f16", "f16")
    for a, b in (("e4m3", "e4m3"), ("e5m2", "e4m3"), ("e4m3", "e5m2"), ("e5m2", "e5m2")):
        multiply(device, 32, a, b)
    narrow = ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")
    for a in narrow:
        for b in narrow:
            multiply(device, 32, a, b, ".kind::f8f6f4")
            selectors = [
                (byte, RANDOM.integers(0, threads))
                for byte, threads in zip(RANDOM.integers(0, 4, 2), (2, 4))
            ]
            multiply(
                device, 32, a, b, ".kind::mxf8f6f4.block_scale.scale_vec::1X", 1, "ue8m0", selectors
            )
    # Each byte and thread, of A beside each of B.
    for byte_a, thread_a, byte_b, thread_b in itertools.product(
        range(4), range(2), range(4), range(4)
    ):
        multiply(
            device,
            32,
            "e4m3",
            "e2m1",
            ".kind::mxf8f6f4.block_scale.scale_vec::1X",
            1,
            "ue8m0",
            [(byte_a, thread_a), (byte_b, thread_b)],
        )
    for byte_a, thread_a, byte_b, thread_b in itertools.product((0, 2), range(2), (0, 2), range(4)):
        for kind in ("mxf4", "mxf4nvf4"):
            multiply(
                device,
                64,
                "e2m1",
                "e2m1",
                f".kind::{kind}.block_scale.scale_vec::2X",
                2,
                "ue8m0",
                [(byte_a, thread_a), (byte_b, thread_b)],
            )
    for thread_a, thread_b in itertools.product(range(2), range(4)):
        for scale_type in ("ue4m3", "ue8m0"):
            multiply(
                device,
                64,
                "e2m1",
                "e2m1",
                ".kind::mxf4nvf4.block_scale.scale_vec::4X",
                4,
                scale_type,
                [(0, thread_a), (0, thread_b)],
            )

    scaled = "mma.sync.aligned.m16n8k{}.row.col.kind::{}.block_scale.scale_vec::{}.f32.{}.f32.{}"
    for depth, kind, vectors, types, scale_type, selectors in (
        (32, "mxf8f6f4", "1X", "e4m3.e4m3", "ue8m0", [(4, 0), (0, 0)]),
        (32, "mxf8f6f4", "1X", "e4m3.e4m3", "ue8m0", [(0, 2), (0, 0)]),
        (64, "mxf4", "2X", "e2m1.e2m1", "ue8m0", [(0, 0), (1, 0)]),
        (32, "mxf8f6f4", "1X", "e4m3.e4m3", "ue4m3", [(0, 0), (0, 0)]),
        (64, "mxf4", "4X", "e2m1.e2m1", "ue8m0", [(0, 0), (0, 0)]),
        (32, "mxf8f6f4", "1X", "bf16.bf16", "ue8m0", [(0, 0), (0, 0)]),
        (64, "mxf4nvf4", "4X", "e2m1.e2m1", "ue4m3", [(0, 0), (2, 0)]),
    ):
        refused(
            device, kernel(scaled.format(depth, kind, vectors, types, scale_type), 4, 2, selectors)
        )
    # 0x41 has a bit beyond the four of an element in the middle of its byte.
    refused(
        device,
        kernel("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e4m3.f32", 4, 2, None),
    )


main()
