"""Functions of math within the bounds of the Specification, of numbers that are exact or not."""

import math

import numpy as np

from .value import epsilon, rounded

# By name: the function in f64.
FUNCTIONS = {
    "exp": np.exp,
    "exp2": np.exp2,
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
    "atan": np.arctan,
}
CANCELLING = {"log1p": np.log1p, "expm1": np.expm1}
OF_POSITIVE = {
    "log": np.log,
    "log2": np.log2,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "cbrt": np.cbrt,
    "sqrt": np.sqrt,
}
ALL = {**FUNCTIONS, **CANCELLING, **OF_POSITIVE}
# "Good to a few units in the last place", absolute where the result is near 0.
UNITS = 8
SMALLEST_NORMAL = 2.0**-126


def exact_error(name, want):
    unit = UNITS * 2 * epsilon("f32")
    if name in ("sin", "cos"):
        return unit * np.maximum(np.abs(want), 2.0**-20)
    return unit * np.abs(want)


def fast_error(name, x, want):
    """That of approximations of a chip."""
    size = np.abs(want)
    if name == "exp":
        return (2.0**-21 + np.abs(x) * 2.0**-23) * size
    if name in ("log", "log2"):
        return 2.0**-21 * np.maximum(size, 1)
    if name == "tanh":
        return 2.0**-10 * size
    if name == "erf":
        return np.full(np.shape(want), 2.0**-20)
    return 2.0**-21 * size if name in ("exp2", "sqrt", "rsqrt") else 0 * size


def spread_of(function, x, error):
    """How far a function moves where its argument is off."""
    want = function(x)
    return np.maximum(np.abs(function(x + error) - want), np.abs(function(x - error) - want))


def apply(name, x, is_fast=False):
    """The value and bound of a function of a value."""
    with np.errstate(all="ignore"):
        wide, function = x.wide(), ALL[name]
        want = function(wide)
        error = exact_error(name, want)
        if is_fast:
            error = error + fast_error(name, wide, want) + SMALLEST_NORMAL
        if not x.is_exact:
            error = error + (
                x.error() if name in ("sin", "cos") else spread_of(function, wide, x.error())
            )
        return want, rounded(want, error, x.element)
