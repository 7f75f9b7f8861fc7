"""Runs a block-scaled product that another compiler made against numpy.

The kernel takes A (M x K), its scales, B (N x K), its scales, D (M x N, bf16), then M, N, K
and the strides of rows of A, B and D; or, if it is for one size, bytes that nobody uses; or
tensor maps of the five, with scales in atoms, then M, N and K.
"""

import ml_dtypes
import numpy as np
from launching import Descriptor

RANDOM = np.random.default_rng(5)
TYPES = {"e4m3": ml_dtypes.float8_e4m3fn, "e5m2": ml_dtypes.float8_e5m2}


def operand(name, rows, depth):
    """Bytes of an operand and its values."""
    if name == "e2m1":
        packed = RANDOM.integers(0, 256, (rows, depth // 2)).astype(np.uint8)
        digits = np.stack([packed & 15, packed >> 4], -1).reshape(rows, depth)
        return packed, digits.view(ml_dtypes.float4_e2m1fn).astype(np.float64)
    values = RANDOM.normal(size=(rows, depth)).astype(np.float32).astype(TYPES[name])
    return values.view(np.uint8), values.astype(np.float64)


def scales(rows, count, each):
    if each == 16:
        packed = RANDOM.integers(8, 110, (rows, count)).astype(np.uint8)
        return packed, packed.view(ml_dtypes.float8_e4m3fn).astype(np.float64)
    packed = RANDOM.integers(120, 134, (rows, count)).astype(np.uint8)
    packed[5, count // 2] = 255  # NaN
    return packed, packed.view(ml_dtypes.float8_e8m0fnu).astype(np.float64)


def atoms(packed):
    """Scales of 128 rows, 4 of each: four rows with 32 between each other lie together. Scales
    after the ends are 0."""
    packed = np.pad(packed, [(0, -packed.shape[0] % 128), (0, -packed.shape[1] % 4)])
    rows, count = packed.shape
    parts = packed.reshape(rows // 128, 4, 32, count // 4, 4).transpose(0, 3, 2, 1, 4)
    return np.ascontiguousarray(parts).reshape(rows // 128, count // 4, 512)


def scale_map(kernel, number, packed):
    """Words of the CuTe DSL, whose order of atoms is the map's; bytes of Gluon."""
    whole, facts = atoms(packed), kernel.facts["maps"][number]
    if "order" in facts:
        return Descriptor(kernel, number, "words", whole.view(np.uint16).transpose(facts["order"]))
    return Descriptor(kernel, number, "bytes", whole.reshape(1, *whole.shape[:2], 2, 256))


def by_descriptors(kernel, names, operands, sizes):
    a, sa, b, sb = operands
    maps = kernel.facts["maps"]
    kinds = [
        maps[2 * i].get("kind", name if "padded" in maps[2 * i] else "bytes")
        for i, name in enumerate(names)
    ]
    m, n, k = sizes
    result = Descriptor(kernel, 4, "bf16", np.zeros((m, n), ml_dtypes.bfloat16))
    kernel.launch(
        [
            Descriptor(kernel, 0, kinds[0], a),
            scale_map(kernel, 1, sa),
            Descriptor(kernel, 2, kinds[1], b),
            scale_map(kernel, 3, sb),
            result,
            m,
            n,
            k,
        ],
        m,
        n,
    )
    return result.read()


def by_pointers(kernel, names, operands, sizes):
    """In a kernel of the CuTe DSL, B may have a tensor map."""
    a, sa, b, sb = operands
    m, n, k = sizes
    pitch = (n + 15) // 16 * 16
    result = np.full((m, pitch), 0x1234, np.uint16)
    unused = kernel.facts.get("unused")
    rest = [bytes(unused)] if unused else [m, n, k, a.shape[1], b.shape[1], pitch]
    packed = Descriptor(kernel, 0, names[1], b).map if kernel.facts["maps"] else b
    kernel.launch([a, sa, packed, sb, result, *rest], m, n)
    assert (result[:, n:] == 0x1234).all(), sizes
    return result[:, :n].view(ml_dtypes.bfloat16)


def check(kernel, names, each, sizes):
    m, n, k = sizes
    (a, a_values), (b, b_values) = operand(names[0], m, k), operand(names[1], n, k)
    (sa, sa_values), (sb, sb_values) = scales(m, k // each, each), scales(n, k // each, each)
    run = by_descriptors if len(kernel.facts["maps"]) == 5 else by_pointers
    got = run(kernel, names, (a, sa, b, sb), sizes).astype(np.float64)
    a_values *= np.repeat(sa_values, each, 1)
    b_values *= np.repeat(sb_values, each, 1)
    expected = a_values @ b_values.T
    bound = 2.0**-8 * np.abs(expected) + 2.0**-18 * (np.abs(a_values) @ np.abs(b_values.T))
    assert (np.isnan(got) == np.isnan(expected)).all(), sizes
    finite = ~np.isnan(expected)
    assert (np.abs(got - expected) <= bound)[finite].all(), sizes
