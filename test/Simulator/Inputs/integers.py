"""prmt in each mode, bfe, bfi and moves of 128 bits against numpy.

integers.py LIBCUDA
"""

import sys

import numpy as np
from device import Device, entry, place

RANDOM = np.random.default_rng(13)
COUNT = 32 * 16  # 16 in each lane


def kernel(opcode, bits, sources):
    """Applies `opcode` to arrays of words of so many bits; those after the first two have 32."""
    registers = {32: "%r", 64: "%d"}
    loops = []
    for i in range(COUNT // 32):
        for j in range(sources):
            wide = bits if j < 2 and sources != 3 or j == 0 else 32
            loops += [
                place("%a12", j, wide // 8),
                f"  ld.global.b{wide} {registers[wide]}{j + 1}, [%a12+{i * 4 * wide}];",
            ]
        names = [registers[bits] + "0"]
        names += [
            (registers[bits] if j == 0 or (sources == 4 and j < 2) else "%r") + str(j + 1)
            for j in range(sources)
        ]
        loops += [
            f"  {opcode} {', '.join(names)};",
            place("%a12", sources, bits // 8),
            f"  st.global.b{bits} [%a12+{i * 4 * bits}], {names[0]};",
        ]
    return entry("\n".join(loops), sources + 1)


def run(device, opcode, bits, arrays):
    kind = np.uint32 if bits == 32 else np.uint64
    result = np.zeros(COUNT, kind)
    device.launch(device.load(kernel(opcode, bits, len(arrays)), "kernel"), [*arrays, result])
    return result


def check(opcode, got, want):
    assert (got == want).all(), (opcode, got[got != want][:4], want[got != want][:4])
    print("right:", opcode)


def words(limit=1 << 32, kind=np.uint32):
    return RANDOM.integers(0, limit, COUNT, dtype=np.uint64).astype(kind)


# The byte that each of the four is, by the low two bits of the selector.
PERMUTATIONS = {
    "f4e": ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
    "b4e": ((0, 7, 6, 5), (1, 0, 7, 6), (2, 1, 0, 7), (3, 2, 1, 0)),
    "rc8": ((0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)),
    "ecl": ((0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 2, 3), (3, 3, 3, 3)),
    "ecr": ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
    "rc16": ((0, 1, 0, 1), (2, 3, 2, 3), (0, 1, 0, 1), (2, 3, 2, 3)),
}


def permute(device):
    a, b, selectors = words(), words(), words()
    both = np.concatenate([a[:, None], b[:, None]], 1).view(np.uint8)
    lane = np.arange(COUNT)[:, None]
    nibbles = selectors[:, None] >> (4 * np.arange(4, dtype=np.uint32)) & 15
    picked = both[lane, nibbles & 7]
    picked = np.where(nibbles & 8, np.where(picked & 128, 255, 0), picked).astype(np.uint8)
    check("prmt.b32", run(device, "prmt.b32", 32, [a, b, selectors]), picked.view(np.uint32)[:, 0])
    for mode, table in PERMUTATIONS.items():
        picked = np.ascontiguousarray(both[lane, np.array(table)[selectors & 3]])
        check(
            f"prmt.b32.{mode}",
            run(device, f"prmt.b32.{mode}", 32, [a, b, selectors]),
            picked.view(np.uint32)[:, 0],
        )


def extract(value, first, count, bits, signed):
    """Bits of a Python number; beyond the last bit there is the sign, or 0."""
    sign = value >> min(first + count - 1, bits - 1) & 1 if signed and count else 0
    field = value >> first & (1 << count) - 1
    if first + count > bits or sign:
        known = max(0, min(count, bits - first))
        field = value >> first & (1 << known) - 1
        if sign:
            field |= (1 << bits) - (1 << known)
    return field & (1 << bits) - 1


def bit_fields(device):
    first, count = words(256), words(256)
    first[::2], count[::3] = first[::2] % 40, count[::3] % 40
    for bits, kind in ((32, np.uint32), (64, np.uint64)):
        values = words((1 << bits) - 1, kind)
        for sign in "us":
            want = [
                extract(int(v), int(f), int(c), bits, sign == "s")
                for v, f, c in zip(values, first, count)
            ]
            check(
                f"bfe.{sign}{bits}",
                run(device, f"bfe.{sign}{bits}", bits, [values, first, count]),
                np.array(want, kind),
            )
    a, b = words(), words()
    want = []
    for x, y, f, c in zip(*(array.tolist() for array in (a, b, first, count))):
        mask = ((1 << c) - 1) << f & 0xFFFFFFFF
        want.append(y & ~mask | x << f & mask)
    check("bfi.b32", run(device, "bfi.b32", 32, [a, b, first, count]), np.array(want, np.uint32))


def quads(device):
    """Loads, turns the halves round, keeps a lane's own bytes in shared memory, and stores."""
    text = entry(
        f"""
  .reg .b128 %q<3>;
  .shared .align 16 .b8 memory[512];
{place("%d0", 0, 16)}
  ld.global.b128 %q0, [%d0];
  mov.b128 {{%d1, %d2}}, %q0;
  mov.b128 %q1, {{%d2, %d1}};
  mov.b128 %q2, %q1;
  mov.u32 %r0, memory;
  mad.lo.u32 %r0, %lane, 16, %r0;
  st.shared.b128 [%r0], %q2;
  ld.shared.b128 %q0, [%r0];
{place("%d3", 1, 16)}
  st.global.b128 [%d3], %q0;
""",
        2,
    )
    source = RANDOM.integers(0, 1 << 63, (32, 2)).astype(np.uint64)
    result = np.zeros_like(source)
    device.launch(device.load(text, "kernel"), [source, result])
    check("b128", result, source[:, ::-1])


def main():
    device = Device(sys.argv[1])
    permute(device)
    bit_fields(device)
    quads(device)


main()
