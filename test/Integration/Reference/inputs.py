"""Matrices that hold what breaks quantizers, from fixed seeds."""

import numpy as np

from harness import as_dtype


def ordinary(shape, element, seed=0):
    """Normal values whose magnitude differs from row to row."""
    rng = np.random.default_rng(seed)
    rows = np.exp2(rng.integers(-12, 12, (shape[0], 1)))
    return as_dtype(rng.standard_normal(shape) * rows, element)


def zeros(shape, element):
    """Zeros of both signs."""
    return as_dtype(np.where(np.indices(shape).sum(0) % 2, -0.0, 0.0), element)


def subnormal(shape, element, seed=1):
    """Values around and below the smallest normal one of the type."""
    smallest = {"f32": 2.0**-126, "bf16": 2.0**-126, "f16": 2.0**-14}[element]
    rng = np.random.default_rng(seed)
    return as_dtype(rng.uniform(-2, 2, shape) * smallest, element)


def wide_range(shape, element, seed=2):
    """Each block has tiny and large values: subnormal codes after scaling."""
    rng = np.random.default_rng(seed)
    return as_dtype(rng.standard_normal(shape) * np.exp2(rng.integers(-20, 4, shape)), element)


def extreme(shape, element, seed=4):
    """Finite values from end to end of the type: a row is of one binade, the last
    ones reach the largest value, the first ones the smallest, one is 0."""
    last = {"f32": 127, "bf16": 127, "f16": 15}[element]
    first = {"f32": -149, "bf16": -133, "f16": -24}[element]
    rng = np.random.default_rng(seed)
    powers = np.exp2(np.round(np.linspace(first, last, shape[0])))
    values = rng.uniform(1, 2 - 2**-6, shape) * powers[:, None]
    values *= rng.choice([-1.0, 1.0], shape)
    values[-1, 0] = 2.0**last * (2 - 2**-7)
    values[shape[0] // 2] = 0
    return as_dtype(values, element)


def with_special(shape, element, seed=3):
    """Ordinary values with an infinity, a NaN, both, in some blocks."""
    values = ordinary(shape, element, seed).astype(np.float64)
    last = shape[1] - 1
    values[0, 0] = np.inf
    values[shape[0] // 2, last // 2] = -np.inf
    values[shape[0] - 1, last] = np.nan
    values[shape[0] // 2, last] = 0.0
    return as_dtype(values, element)


KINDS = {
    "ordinary": ordinary,
    "zeros": zeros,
    "subnormal": subnormal,
    "wide_range": wide_range,
    "extreme": extreme,
    "with_special": with_special,
}
