"""Sizes that a call decides, by the formulas that lowpProgramSizeFormula in C returns and
that reports of traffic have."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence

from lowp import _library


class SizeFault(Exception):
    """Why a formula has no value that is a size."""


def name_sizes(shapes: Sequence[Sequence[int] | None]) -> dict[str, int]:
    """Sizes as formulas call them. shapes: of the arguments of a function, None for
    numbers."""
    return {
        f"argument{number}.{dimension}": size
        for number, shape in enumerate(shapes)
        for dimension, size in enumerate(shape or ())
    }


def evaluate(formula: str, sizes: Mapping[str, int]) -> int:
    """The size, -1 where it is not known: the formula says so, or names a size that is
    not among `sizes`. Raises SizeFault where there is none, and for what is no formula."""
    count = len(sizes)
    names = (ctypes.c_char_p * count)(*map(str.encode, sizes))
    values = (ctypes.c_int64 * count)(*sizes.values())
    result, library = ctypes.c_int64(), _library.get()
    about = formula.encode(), names, values, count
    library.check(library.EvaluateSize, *about, ctypes.byref(result), kind=SizeFault)
    return result.value
