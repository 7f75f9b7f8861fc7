"""Sums in f32 in any order: to the bit where no order rounds, else within a bound."""

import numpy as np

from oracle.arithmetic import round_to

from .value import epsilon, lost_to, rounded

# Sums of this many units have all bits of f32.
MOST_UNITS = 2.0**24
# Tensor cores may keep no more of a sum than this.
MOST_UNITS_OF_PRODUCTS = 2.0**12


def unit_of(array):
    """The largest power of two that all elements are multiples of; 0 for none."""
    array = array[array != 0]
    if not array.size:
        return 1.0
    if not np.isfinite(array).all():
        return 0.0
    mantissa, exponent = np.frexp(array)
    whole = (np.abs(mantissa) * 2.0**53).astype(np.int64)
    return float(np.min(np.ldexp((whole & -whole).astype(np.float64), exponent - 53)))


def is_exact_in_any_order(unit, magnitude, most=MOST_UNITS):
    return bool(unit) and 1e-30 < unit and bool(np.all(magnitude <= most * unit))


def finish(want, magnitude, unit, terms, error, element, most=MOST_UNITS):
    """The value and bound of a sum of `terms` terms, rounded once: `magnitude` is the sum of
    theirs, `unit` divides them all, `error` is what they are off together, 0 for nothing."""
    if not np.any(error) and is_exact_in_any_order(unit, magnitude, most):
        return round_to(want + 0.0, element), None
    with np.errstate(all="ignore"):
        bound = rounded(want, error + (terms + 2) * epsilon("f32") * magnitude, element)
        # Sums on the way may be infinite where the whole is not.
        return want, np.where(magnitude < 1e38, bound, np.inf)


def total(x, axes, start=None, of_terms=None):
    """The value and bound of the sum of `x` along `axes`. `start`: an exact array that it is
    added to. `of_terms`: the type that each term may be rounded to, or not."""
    terms = int(np.prod([x.shape[axis] for axis in axes]))
    with np.errstate(all="ignore"):
        wide, unit = x.wide(), unit_of(x.wide())
        want, magnitude = wide.sum(axes), np.abs(wide).sum(axes)
        error = x.error().sum(axes)
        if of_terms:
            error = error + lost_to(of_terms, magnitude, terms)
        if start is not None:
            start = start.astype(np.float64)
            want, magnitude = want + start, magnitude + np.abs(start)
            unit = min(unit, unit_of(start))
    return finish(want, magnitude, unit, terms, error, x.element)
