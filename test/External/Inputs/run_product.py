"""Runs a product that another compiler made against numpy.

The kernel takes A (M x K), B (K x N) and D (M x N), then M, N, K and the strides of rows; or
tensor maps of the three, or of the transposes of A and B that it takes.
"""

import ml_dtypes
import numpy as np
from launching import Descriptor

RANDOM = np.random.default_rng(9)
TYPES = {
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "tf32": np.float32,
    "s8": np.int8,
    "e4m3": ml_dtypes.float8_e4m3fn,
}
RESULTS = {"bf16": np.float32, "f16": np.float16, "tf32": np.float32, "s8": np.int32}
# Allowed shares of a sum of magnitudes; sums of f16 are rounded after each mma.sync.
ERRORS = {"bf16": 2.0**-18, "f16": 2.0**-8, "tf32": 2.0**-18, "s8": 0, "e4m3": 2.0**-18}


def values(name, rows, columns):
    if name == "s8":
        return RANDOM.integers(-128, 128, (rows, columns)).astype(np.int8)
    result = RANDOM.normal(size=(rows, columns)).astype(np.float32).astype(TYPES[name])
    # tf32 has no more bits than these: whether they are rounded does not show.
    return (result.view(np.uint32) & 0xFFFFE000).view(np.float32) if name == "tf32" else result


def padded(array, multiple):
    """Rows with a pitch; what is after their end is NaN or -1 in any type."""
    rows, columns = array.shape
    result = np.empty((rows, (columns + multiple - 1) // multiple * multiple), array.dtype)
    result.view(np.uint8)[...] = 0xFF
    result[:, :columns] = array
    return result


def as_bytes(array):
    return array.view(np.uint8)


def by_pointers(kernel, name, a, b, sizes):
    m, n, k = sizes
    left, right = padded(a, 16), padded(b, 16)
    result = padded(np.zeros((m, n), RESULTS[name]), 8)
    kernel.launch(
        [
            as_bytes(left),
            as_bytes(right),
            result,
            m,
            n,
            k,
            left.shape[1],
            right.shape[1],
            result.shape[1],
        ],
        m,
        n,
    )
    assert (as_bytes(result[:, n:].copy()) == 0xFF).all(), sizes
    return result[:, :n]


def by_descriptors(kernel, name, a, b, sizes):
    m, n, k = sizes
    transposed = kernel.facts.get("transposed", "")
    left = np.ascontiguousarray(a.T) if "a" in transposed else a
    right = np.ascontiguousarray(b.T) if "b" in transposed else b
    result = Descriptor(kernel, 2, "bf16", np.zeros((m, n), ml_dtypes.bfloat16))
    kernel.launch(
        [Descriptor(kernel, 0, name, left), Descriptor(kernel, 1, name, right), result, m, n, k],
        m,
        n,
    )
    return result.read()


def check(kernel, name, sizes):
    m, n, k = sizes
    a, b = values(name, m, k), values(name, k, n)
    run = by_descriptors if kernel.facts["maps"] else by_pointers
    got = run(kernel, name, a, b, sizes).astype(np.float64)
    a, b = a.astype(np.float64), b.astype(np.float64)
    expected = a @ b
    bound = ERRORS[name] * (np.abs(a) @ np.abs(b))
    if kernel.facts["maps"]:
        bound += 2.0**-8 * np.abs(expected)
    assert (np.abs(got - expected) <= bound).all(), sizes
