"""Sizes of a region's results, computed from those of its arguments at each call."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any

import torch

# A number, or the terms of a sum. A term is a number and its factors, each of which is
# the index of a symbol or a list: the name of a function and sizes.
Size = int | list[list[Any]]

_FUNCTIONS = {
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "max": torch.sym_max,
    "min": torch.sym_min,
}


def evaluate(size: Size, symbols: list[Any]) -> Any:
    """The size where symbols, which may be numbers or torch's symbols, are these."""
    if isinstance(size, int):
        return size
    return sum(
        number * math.prod(_evaluate_factor(factor, symbols) for factor in factors)
        for number, factors in size
    )


def _evaluate_factor(factor: Any, symbols: list[Any]) -> Any:
    if isinstance(factor, int):
        return symbols[factor]
    name, *operands = factor
    return functools.reduce(_FUNCTIONS[name], [evaluate(each, symbols) for each in operands])
