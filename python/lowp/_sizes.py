"""Sizes of results that a function computes of those of its arguments, by formulas as
lowpProgramSizeFormula in C returns them."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable

Shapes = list["tuple[int, ...] | None"]


class SizeFault(Exception):
    """Why a formula has no value, or none that is a size."""


def _signed(value: int, bits: int) -> int:
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _shifted(shift: Callable) -> Callable:
    def of(bits: int, a: int, b: int) -> int:
        if not 0 <= b < bits:
            raise SizeFault(f"a shift by {b} of {bits} bits")
        return shift(bits, a, b)

    return of


_Function = Callable[..., int]

# Functions of numbers with a sign.
_SIGNED: dict[str, _Function] = {
    "addi": operator.add,
    "subi": operator.sub,
    "muli": operator.mul,
    "minsi": min,
    "maxsi": max,
    "andi": operator.and_,
    "ori": operator.or_,
    "xori": operator.xor,
    "divsi": _truncated,
    "remsi": lambda a, b: a - _truncated(a, b) * b,
    "floordivsi": operator.floordiv,
    "ceildivsi": lambda a, b: -(-a // b),
    "mod": operator.mod,
    "eq": operator.eq,
    "ne": operator.ne,
    "slt": operator.lt,
    "sle": operator.le,
    "sgt": operator.gt,
    "sge": operator.ge,
}
# Functions of what the same bits are without one.
_UNSIGNED: dict[str, _Function] = {
    "minui": min,
    "maxui": max,
    "divui": operator.floordiv,
    "remui": operator.mod,
    "ceildivui": lambda a, b: -(-a // b),
    "ult": operator.lt,
    "ule": operator.le,
    "ugt": operator.gt,
    "uge": operator.ge,
}
_OTHERS: dict[str, _Function] = {
    "trunci": lambda bits, a: _signed(a, bits),
    "extui": lambda bits, a: a % (1 << bits),
    "select": lambda bits, condition, yes, no: yes if condition else no,
    "shli": _shifted(lambda bits, a, b: a << b),
    "shrsi": _shifted(lambda bits, a, b: a >> b),
    "shrui": _shifted(lambda bits, a, b: a % (1 << bits) >> b),
}


def _apply(name: str, bits: int, operands: list[int]) -> int:
    if ("div" in name or "rem" in name or name == "mod") and operands[1] == 0:
        raise SizeFault(f"{name} of {operands[0]} by 0")
    if name in _SIGNED:
        value = _SIGNED[name](*operands)
    elif name in _UNSIGNED:
        value = _UNSIGNED[name](*(operand % (1 << bits) for operand in operands))
    else:
        value = _OTHERS[name](bits, *operands)
    # What is without a sign has more bits from here on.
    return int(value) if name == "extui" else _signed(int(value), bits)


@functools.lru_cache(maxsize=256)
def _tokens(formula: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[()]|[^\s()]+", formula))


def _evaluate(tokens: list[str], shapes: Shapes) -> int:
    token = tokens.pop()
    if token.startswith("argument"):
        number, dimension = token[len("argument") :].split(".")
        return (shapes[int(number)] or ())[int(dimension)]
    if token != "(":
        return int(token)
    name, bits = tokens.pop(), int(tokens.pop())
    operands = []
    while tokens[-1] != ")":
        operands.append(_evaluate(tokens, shapes))
    tokens.pop()
    return _apply(name, bits, operands)


def evaluate(formula: str, shapes: Shapes) -> int:
    """The size where arguments have these shapes. Raises SizeFault."""
    size = _evaluate(list(reversed(_tokens(formula))), shapes)
    if size < 0:
        raise SizeFault(f"{size}")
    return size
