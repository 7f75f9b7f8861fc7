"""Element formats, by the names that MLIR gives them."""

import ml_dtypes
import numpy as np

DTYPES = {
    "f64": np.dtype(np.float64),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
}

LARGEST = {"f8E4M3FN": 448.0, "f8E5M2": 57344.0}

# Precision in bits (hidden one included) and exponent of the smallest normal.
PRECISION = {"f32": (24, -126), "f16": (11, -14), "bf16": (8, -126)}


def spacing(value, name):
    """Distance between neighbours of `value` in a format, element by element."""
    bits, smallest = PRECISION[name]
    magnitude = np.maximum(np.abs(value), 2.0**smallest)
    return np.exp2(np.floor(np.log2(magnitude)) - (bits - 1))
