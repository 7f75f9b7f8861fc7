"""Sizes in a traffic report: numbers, or formulas of what the caller knows."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from lowp.bench.errors import BenchError

_NAME = re.compile(r"[a-z]+\d+\.\d+")
_UNKNOWN = "?"

_FUNCTIONS: dict[str, Callable[..., int]] = {
    "ceildiv": lambda a, b: -(-a // b),
    "floordiv": lambda a, b: a // b,
    "max": max,
    "min": min,
}


class _Unreadable(Exception):
    """Not a formula that reports have."""


def _compute(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_compute(operand)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _compute(left) + _compute(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _compute(left) * _compute(right)
        case ast.Call(func=ast.Name(id=name), args=args) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*map(_compute, args))
    raise _Unreadable


def evaluate(formula: int | str, sizes: Mapping[str, int]) -> int | None:
    """The number. sizes: by name, as "argument0.1". None: the report does not know it,
    or names a size that nobody gave. Raises BenchError for what is no formula."""
    if isinstance(formula, int):
        return formula
    if _UNKNOWN in formula:
        return None
    if any(name not in sizes for name in _NAME.findall(formula)):
        return None
    text = _NAME.sub(lambda found: str(sizes[found.group()]), formula)
    try:
        return _compute(ast.parse(text, mode="eval").body)
    except (_Unreadable, SyntaxError):
        raise BenchError(
            "expected the traffic report to have a sum of products, got "
            f"{formula!r}; the library and the package are of different versions"
        ) from None
