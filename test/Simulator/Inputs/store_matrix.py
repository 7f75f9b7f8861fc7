"""Each form of stmatrix against numpy.

store_matrix.py LIBCUDA
"""

import sys

import numpy as np
from device import Device, entry, place

RANDOM = np.random.default_rng(19)


def kernel(opcode, matrices):
    """Lane i gives the address 16 * order[i], and reads back what lies at 16 * i."""
    names = "{" + ", ".join(f"%r{i}" for i in range(matrices)) + "}"
    loads = "\n".join(f"  ld.global.b32 %r{i}, [%d0+{4 * i}];" for i in range(matrices))
    return entry(
        f"""
  .shared .align 16 .b8 memory[512];
{place("%d0", 0, 16)}
{loads}
{place("%d1", 1, 4)}
  ld.global.b32 %r8, [%d1];
  mov.u32 %r9, memory;
  add.u32 %r8, %r8, %r9;
  {opcode} [%r8], {names};
  bar.warp.sync -1;
  setp.lt.u32 %p0, %lane, {8 * matrices};
  @!%p0 bra END;
  mad.lo.u32 %r10, %lane, 16, %r9;
  ld.shared.v4.b32 {{%r4, %r5, %r6, %r7}}, [%r10];
{place("%d2", 2, 16)}
  st.global.v4.b32 [%d2], {{%r4, %r5, %r6, %r7}};
END:
""",
        3,
    ).replace(".reg .b32 %lane;", ".reg .pred %p<2>; .reg .b32 %lane;")


def store(device, matrices, transposed):
    opcode = f"stmatrix.sync.aligned.m8n8.x{matrices}{'.trans' if transposed else ''}.shared.b16"
    words = RANDOM.integers(0, 1 << 32, (32, 4), dtype=np.uint64).astype(np.uint32)
    count = 8 * matrices
    order = np.zeros(32, np.uint32)
    order[:count] = RANDOM.permutation(count)
    result = np.zeros((32, 4), np.uint32)
    device.launch(device.load(kernel(opcode, matrices), "kernel"), [words, order * 16, result])
    for matrix in range(matrices):
        # Lane 4 r + c has two elements of row r, of the stored matrix or of its transpose.
        held = np.ascontiguousarray(words[:, matrix]).view(np.uint16).reshape(8, 8)
        held = held.T if transposed else held
        rows = result[order[8 * matrix : 8 * matrix + 8]]
        assert (np.ascontiguousarray(rows).view(np.uint16) == held).all(), opcode
    print("right:", opcode)


def main():
    device = Device(sys.argv[1])
    for matrices in (1, 2, 4):
        for transposed in (False, True):
            store(device, matrices, transposed)


main()
