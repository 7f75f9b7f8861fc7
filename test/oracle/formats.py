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
    "f6E2M3FN": np.dtype(ml_dtypes.float6_e2m3fn),
    "f6E3M2FN": np.dtype(ml_dtypes.float6_e3m2fn),
    "f4E2M1FN": np.dtype(ml_dtypes.float4_e2m1fn),
    "f8E8M0FNU": np.dtype(ml_dtypes.float8_e8m0fnu),
}

LARGEST = {
    "f8E4M3FN": 448.0,
    "f8E5M2": 57344.0,
    "f6E2M3FN": 7.5,
    "f6E3M2FN": 28.0,
    "f4E2M1FN": 6.0,
}

# Bits of a code, where they are not those of a byte.
WIDTH = {"f6E2M3FN": 6, "f6E3M2FN": 6, "f4E2M1FN": 4}

# Mantissa bits and exponent of the smallest normal value of data formats.
MANTISSA = {
    "f8E4M3FN": (3, -6),
    "f8E5M2": (2, -14),
    "f6E2M3FN": (3, 0),
    "f6E3M2FN": (2, -2),
    "f4E2M1FN": (1, 0),
}


def round_to_format(values, name):
    """f32 to a small format, to nearest even, without saturation."""
    values = values.astype(np.float32)
    if name not in WIDTH:
        return values.astype(DTYPES[name])
    # Formats without a NaN: it is the largest positive value, as on hardware.
    values = np.where(np.isnan(values), np.float32(LARGEST[name]), values)
    return values.astype(DTYPES[name])


# Precision in bits (hidden one included) and exponent of the smallest normal.
PRECISION = {"f32": (24, -126), "f16": (11, -14), "bf16": (8, -126)}


def spacing(value, name):
    """Distance between neighbours of `value` in a format, element by element."""
    bits, smallest = PRECISION[name]
    magnitude = np.maximum(np.abs(value), 2.0**smallest)
    return np.exp2(np.floor(np.log2(magnitude)) - (bits - 1))
