"""Runs kernels of other compilers that compute element by element, against numpy."""

import ml_dtypes
import numpy as np
from launching import Descriptor

RANDOM = np.random.default_rng(3)


def check_shifted_boxes(kernel):
    """Rows and columns further: 0 before the matrix and after it."""
    m, n, rows, columns = 37, 72, 5, 24
    a = RANDOM.normal(size=(m, n)).astype(ml_dtypes.bfloat16)
    result = Descriptor(kernel, 1, "bf16", np.full((m + 8, n + 32), 7, ml_dtypes.bfloat16))
    kernel.launch([Descriptor(kernel, 0, "bf16", a), result], m + 8, n + 32)
    expected = np.zeros((m + 8, n + 32), np.float32)
    expected[rows : rows + m, columns : columns + n] = a
    assert (result.read().astype(np.float32) == expected).all()


def check_weighted_bytes(kernel):
    m, n = 19, 80
    a = RANDOM.integers(-128, 128, (m, n)).astype(np.int8)
    a[0, :2] = -128, 127
    w = RANDOM.normal(size=n).astype(np.float32)
    result = np.zeros((m, n), np.float32)
    kernel.launch([a.view(np.uint8), w, result, m, n, n, n], m, n)
    assert (result == a.astype(np.float32) * w).all()


def check_scales(kernel):
    """Each scale: the last is NaN."""
    scales = RANDOM.permutation(256).astype(np.uint8)
    result = np.zeros(256, np.float32)
    kernel.launch([scales, result], 256, 1, unused=0)
    expected = scales.view(ml_dtypes.float8_e8m0fnu).astype(np.float32)
    assert np.array_equal(result, expected, equal_nan=True)


CHECKS = {
    "shifted-boxes": check_shifted_boxes,
    "weighted-bytes": check_weighted_bytes,
    "cute-scales": check_scales,
}
