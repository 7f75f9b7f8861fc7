"""Each form of ldmatrix against numpy.

load_matrix.py LIBCUDA
"""

import sys

import numpy as np
from device import Device, DeviceError, entry, place

RANDOM = np.random.default_rng(11)


def kernel(opcode, registers):
    """Lane i writes 16 bytes at 16 * i and gives ldmatrix the address of its own."""
    names = "{" + ", ".join(f"%r{i}" for i in range(registers)) + "}"
    stores = "\n".join(f"  st.global.b32 [%d2+{4 * i}], %r{i};" for i in range(registers))
    return entry(
        f"""
  .shared .align 128 .b8 memory[512];
{place("%d0", 0, 16)}
  ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%d0];
  mul.lo.u32 %r4, %lane, 16;
  mov.u32 %r5, memory;
  add.u32 %r4, %r4, %r5;
  st.shared.v4.b32 [%r4], {{%r0, %r1, %r2, %r3}};
  bar.warp.sync -1;
{place("%d1", 1, 4)}
  ld.global.b32 %r6, [%d1];
  add.u32 %r6, %r6, %r5;
  {opcode} {names}, [%r6];
{place("%d2", 2, 16)}
{stores}
""",
        3,
    )


def unpack(rows, bits):
    """16 elements of each row of 16 bytes, which lie in its first bytes."""
    digits = np.unpackbits(rows, axis=1, bitorder="little")[:, : 16 * bits]
    weights = (1 << np.arange(bits)).astype(np.uint8)
    return (digits.reshape(len(rows), 16, bits) * weights).sum(-1).astype(np.uint8)


def expected(rows, matrices, per_matrix, bits, transposed):
    """Words of each lane and register."""
    words = []
    for matrix in rows[: matrices * per_matrix].reshape(matrices, per_matrix, 16):
        elements = (
            matrix.view(np.uint16) if bits == 16 else matrix if bits == 8 else unpack(matrix, bits)
        )
        elements = elements.T if transposed else elements
        # Rows of the result, eight of them a register.
        for first in range(0, per_matrix, 8):
            block = np.ascontiguousarray(elements[first : first + 8])
            words.append(block.view(np.uint32).reshape(32))
    return np.stack(words, 1)


def load(device, opcode, matrices, per_matrix, bits, transposed):
    rows = RANDOM.integers(0, 256, (32, 16)).astype(np.uint8)
    order = RANDOM.permutation(32).astype(np.uint32)
    registers = matrices * per_matrix // 8
    result = np.zeros((32, 4), np.uint32)
    device.launch(
        device.load(kernel(opcode, registers), "kernel"), [rows.copy(), order * 16, result]
    )
    want = expected(rows[order], matrices, per_matrix, bits, transposed)
    assert (result[:, :registers] == want).all(), opcode
    print("right:", opcode)


def refused(device, opcode, registers, offset):
    try:
        device.launch(
            device.load(kernel(opcode, registers), "kernel"),
            [
                np.zeros((32, 16), np.uint8),
                np.full(32, offset, np.uint32),
                np.zeros((32, 4), np.uint32),
            ],
        )
    except DeviceError as error:
        print("refused:", str(error).splitlines()[0].split(": ", 1)[1])
    else:
        raise AssertionError("taken")


def main():
    device = Device(sys.argv[1])
    for count in (1, 2, 4):
        for trans in ("", ".trans"):
            load(
                device,
                f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16",
                count,
                8,
                16,
                bool(trans),
            )
        for source, bits in (("b4x16_p64", 4), ("b6x16_p32", 6)):
            load(
                device,
                f"ldmatrix.sync.aligned.m8n16.x{count}.shared.b8x16.{source}",
                count,
                8,
                bits,
                False,
            )
    for count in (1, 2):
        load(device, f"ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.b8", count, 16, 8, True)
        for source, bits in (("b4x16_p64", 4), ("b6x16_p32", 6)):
            load(
                device,
                f"ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.b8x16.{source}",
                count,
                16,
                bits,
                True,
            )
    refused(device, "ldmatrix.sync.aligned.m16n16.x1.shared.b8", 2, 0)
    refused(device, "ldmatrix.sync.aligned.m8n8.x2.shared.b16", 1, 0)
    refused(device, "ldmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 8)
    refused(device, "ldmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 512)


main()
