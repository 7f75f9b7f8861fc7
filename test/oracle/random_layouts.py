"""Layouts of scales with random parameters, from the formulas of their places.

Unlike layouts.py, which has the storage of well-known layouts as chains of views,
this knows for any parameters where entry (i, j) lies: docs/Specification.md,
section 4.
"""

from dataclasses import dataclass
from typing import Callable

import numpy as np


@dataclass(frozen=True)
class Layout:
    """How it is written, the place of an entry, the shape for I x J entries."""

    text: str
    place: Callable
    shape: Callable

    def store(self, scales, padding):
        """The stored tensor; places that no entry maps to come from `padding`,
        which gives an array for a shape and a type."""
        stored = padding(self.shape(*scales.shape), scales.dtype)
        taken = np.zeros(stored.shape, bool)
        for i, j in np.ndindex(*scales.shape):
            place = self.place(i, j)
            assert not taken[place], f"{self.text}: two entries at {place}"
            taken[place] = True
            stored[place] = scales[i, j]
        return stored


def round_up(size, multiple):
    return -(-size // multiple) * multiple


def compact(rng):
    return "compact", [], lambda i, j: (i, j), lambda i, j: (i, j)


def mn_major(rng):
    a = int(rng.integers(1, 40))
    return ("mn_major", [f"alignment = {a}"], lambda i, j: (j, i), lambda i, j: (j, round_up(i, a)))


def k_major(rng):
    a = int(rng.integers(1, 12))
    return ("k_major", [f"alignment = {a}"], lambda i, j: (i, j), lambda i, j: (i, round_up(j, a)))


def packed_words(rng):
    w, a = int(rng.integers(1, 7)), int(rng.integers(1, 20))
    return (
        "packed_words",
        [f"scales = {w}", f"alignment = {a}"],
        lambda i, j: (j // w, i, j % w),
        lambda i, j: (-(-j // w), round_up(i, a), w),
    )


def digits(number, base):
    """To a mixed base, the slowest digit first."""
    result = []
    for factor in reversed(base):
        number, digit = divmod(number, factor)
        result.insert(0, digit)
    return result


def swizzled(rng):
    rows = [int(f) for f in rng.integers(1, 6, rng.integers(1, 4))]
    columns = [int(f) for f in rng.integers(1, 5, rng.integers(1, 3))]
    order = [int(o) for o in rng.permutation(len(rows) + len(columns))]
    r, c = int(np.prod(rows)), int(np.prod(columns))

    def place(i, j):
        inner = digits(i % r, rows) + digits(j % c, columns)
        return i // r, j // c, *(inner[o] for o in order)

    def shape(i, j):
        factors = rows + columns
        return -(-i // r), -(-j // c), *(factors[o] for o in order)

    parameters = [f"rows = {rows}", f"columns = {columns}", f"order = {order}"]
    return "swizzled", parameters, place, shape


def random_layout(rng):
    """One of any family, in either direction."""
    families = [compact, mn_major, k_major, packed_words, swizzled]
    name, parameters, place, shape = families[rng.integers(len(families))](rng)
    transposed = bool(rng.integers(2))
    if transposed:
        parameters = [*parameters, "transposed = true"]
        return Layout(
            f"#lowp.{name}<{', '.join(parameters)}>",
            lambda i, j: place(j, i),
            lambda i, j: shape(j, i),
        )
    suffix = f"<{', '.join(parameters)}>" if parameters else ""
    return Layout(f"#lowp.{name}{suffix}", place, shape)
