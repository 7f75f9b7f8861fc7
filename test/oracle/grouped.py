"""One product per group, in f64, and how far a reference may be off."""

import numpy as np

from .matmul import matmul


def ranges(ends):
    """Begin and end of each group."""
    return list(zip([0, *ends[:-1]], ends))


def grouped_m(lhs, rhs, ends):
    """Rows beyond the last group have a bound of infinity: they are undefined."""
    want = np.zeros((lhs.shape[0], rhs.shape[1]))
    magnitude = np.full(want.shape, np.inf)
    for group, (begin, end) in enumerate(ranges(ends)):
        rows = slice(begin, end)
        want[rows], magnitude[rows] = matmul(lhs[rows], rhs[group])
    return want, magnitude


def grouped_k(lhs, rhs, ends):
    """An empty group gives zeros."""
    products = [matmul(lhs[:, begin:end], rhs[:, begin:end]) for begin, end in ranges(ends)]
    return tuple(np.stack(parts) for parts in zip(*products))


def batch(lhs, rhs, counts=None):
    """Rows from the count of a group on are undefined."""
    products = [matmul(left, right) for left, right in zip(lhs, rhs)]
    want, magnitude = (np.stack(parts) for parts in zip(*products))
    for group, count in enumerate([] if counts is None else counts):
        want[group, count:], magnitude[group, count:] = 0, np.inf
    return want, magnitude
