"""Sizes that a call decides, by the formulas that lowpProgramSizeFormula in C returns and
that reports of traffic have."""

from __future__ import annotations

import ast
import functools
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import Any


class SizeFault(Exception):
    """Why a formula has no value, or none that is a size."""


def _truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _divides(name: str, divide: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def of(a: int, b: int) -> int:
        if b == 0:
            raise SizeFault(f"{name} of {a} by 0")
        return divide(a, b)

    return of


def _shifts(shift: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def of(a: int, b: int) -> int:
        if not 0 <= b < 64:
            raise SizeFault(f"a shift by {b} of 64 bits")
        return shift(a, b)

    return of


_QUOTIENTS: dict[str, Callable[[int, int], int]] = {
    "floordiv": operator.floordiv,
    "ceildiv": lambda a, b: -(-a // b),
    "mod": operator.mod,
    "divsi": _truncated,
    "remsi": lambda a, b: a - _truncated(a, b) * b,
}
_FUNCTIONS: dict[str, Any] = {
    "__builtins__": {},
    **{name: _divides(name, divide) for name, divide in _QUOTIENTS.items()},
    "min": min,
    "max": max,
    "shli": _shifts(operator.lshift),
    "shrsi": _shifts(operator.rshift),
    "andi": operator.and_,
    "ori": operator.or_,
    "xori": operator.xor,
    "eq": operator.eq,
    "ne": operator.ne,
    "slt": operator.lt,
    "sle": operator.le,
    "sgt": operator.gt,
    "sge": operator.ge,
    "select": lambda condition, yes, no: yes if condition else no,
    "unsigned": lambda a: a % (1 << 64),
}
_NAMES = {"sizes", *_FUNCTIONS} - {"__builtins__"}
_SYNTAX = (
    *(ast.Expression, ast.BinOp, ast.Add, ast.Mult, ast.UnaryOp, ast.USub),
    *(ast.Call, ast.Name, ast.Load, ast.Subscript, ast.Constant),
)


@functools.lru_cache(maxsize=256)
def _compile(formula: str) -> CodeType:
    text = re.sub(r"argument\d+(?:\.\d+)?", r"sizes['\g<0>']", formula)
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if not isinstance(node, _SYNTAX) or getattr(node, "id", "sizes") not in _NAMES:
            raise ValueError(formula)
    return compile(tree, "<size>", "eval")


def name_sizes(shapes: Sequence[Sequence[int] | None]) -> dict[str, int]:
    """Sizes as formulas call them. shapes: of the arguments of a function, None for
    numbers."""
    return {
        f"argument{number}.{dimension}": size
        for number, shape in enumerate(shapes)
        for dimension, size in enumerate(shape or ())
    }


def evaluate(formula: str, sizes: Mapping[str, int]) -> int:
    """The number. sizes: by name, as "argument0.1". Raises SizeFault, KeyError for a
    name without a size, and ValueError or SyntaxError for what is no formula."""
    return eval(_compile(formula), _FUNCTIONS, {"sizes": sizes})
