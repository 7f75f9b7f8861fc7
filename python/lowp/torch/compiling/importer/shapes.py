"""Sizes: expressions of torch's symbols, computed from sizes of arguments."""

from __future__ import annotations

import functools

import sympy
from torch.utils._sympy.functions import CleanDiv, FloorDiv, Max, Min, Mod, PythonMod

from lowp.torch.compiling.errors import Refusal
from lowp._mlir.text import Text
from lowp.torch.compiling.importer.values import Shape

# Numbers times known sizes and functions, to be added.
Terms = list[tuple[int, list[sympy.Expr]]]

# Functions of sizes, by names that programs keep.
FUNCTIONS = {
    FloorDiv: "floordiv",
    CleanDiv: "floordiv",
    Mod: "mod",
    PythonMod: "mod",
    Max: "max",
    Min: "min",
}
_OPERATIONS = {"floordiv": "floordivsi", "max": "maxsi", "min": "minsi"}


def function_of(size: sympy.Expr) -> str | None:
    """The name of the function that a size is the result of."""
    return FUNCTIONS.get(type(size))


class Sizes:
    """Sizes as values of type index. Each is computed once."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._known: dict[sympy.Expr, str] = {}
        # An argument and a dimension for a symbol, or for a product whose symbols may be
        # unknown, which is the dimension's size divided by the number.
        self.places: dict[sympy.Expr, tuple[int, int, int]] = {}
        # Their names and types.
        self._arguments: list[tuple[str, str]] = []

    def bind(self, name: str, type: str, shape: Shape) -> None:
        """Takes what sizes of an argument, the next one, are a number of times."""
        for dimension, size in enumerate(shape):
            factor, rest = size.as_coeff_Mul()
            if size.is_Integer or not factor.is_Integer:
                continue
            place = len(self._arguments), dimension, int(factor)
            if rest not in self.places or place[2] < self.places[rest][2]:
                self.places[rest] = place
        self._arguments.append((name, type))

    def index(self, size: sympy.Expr) -> str:
        if size not in self._known:
            self._known[size] = self._compute(size)
        return self._known[size]

    def dynamic(self, sizes: tuple[sympy.Expr, ...]) -> str:
        """The sizes that a type leaves open, as operands."""
        return ", ".join(self.index(size) for size in sizes if not size.is_Integer)

    def listed(self, sizes: tuple[sympy.Expr, ...]) -> str:
        """All sizes: numbers, and operands for the rest."""
        return ", ".join(str(size) if size.is_Integer else self.index(size) for size in sizes)

    def _compute(self, size: sympy.Expr) -> str:
        if size.is_Integer:
            return self._text.emit(f"arith.constant {size} : index")
        if size in self.places:
            return self._divide(*self.places[size])
        name = function_of(size)
        if name is None:
            return self._sum(terms_of(size, list(self.places)))
        operands = [self.index(operand) for operand in size.args]
        return functools.reduce(functools.partial(self._call, name), operands)

    def _call(self, name: str, left: str, right: str) -> str:
        if name != "mod":
            return self._apply(_OPERATIONS[name], left, right)
        # As Python has it, of any signs.
        times = self._apply("floordivsi", left, right)
        return self._apply("subi", left, self._apply("muli", times, right))

    def _divide(self, number: int, dimension: int, divisor: int) -> str:
        name, type = self._arguments[number]
        place = self.index(sympy.Integer(dimension))
        length = self._text.emit(f"tensor.dim {name}, {place} : {type}")
        if divisor == 1:
            return length
        by = self.index(sympy.Integer(divisor))
        return self._text.emit(f"arith.divui {length}, {by} : index")

    def _sum(self, terms: Terms) -> str:
        total = None
        for factor, known in terms:
            product = None if factor == 1 and known else self.index(sympy.Integer(factor))
            for size in known:
                product = self._apply("muli", product, self.index(size))
            total = self._apply("addi", total, product)
        return total or self.index(sympy.Integer(0))

    def _apply(self, operation: str, left: str | None, right: str | None) -> str:
        if left is None or right is None:
            return left or right or ""
        return self._text.emit(f"arith.{operation} {left}, {right} : index")


def terms_of(size: sympy.Expr, known: list[sympy.Expr]) -> Terms:
    """A size as a sum of numbers times known sizes and functions, whose operands are sizes
    again. Raises Refusal where it is not one."""
    hidden = {each: sympy.Dummy(integer=True) for each in _functions_in(size, known)}
    shown = {dummy: each for each, dummy in hidden.items()}
    terms = _terms_of(size.xreplace(hidden), [*known, *shown])
    return [(factor, [shown.get(each, each) for each in used]) for factor, used in terms]


def _functions_in(size: sympy.Expr, known: list[sympy.Expr]) -> list[sympy.Expr]:
    """Functions that a size is made of and that are not known, without those in their
    operands."""
    if size in known:
        return []
    if function_of(size):
        return [size]
    return [each for operand in size.args for each in _functions_in(operand, known)]


def _terms_of(size: sympy.Expr, known: list[sympy.Expr]) -> Terms:
    if size in known:
        return [(1, [size])]
    symbols = [each for each in known if each.is_Symbol]
    terms = _polynomial(size, symbols)
    if terms is not None:
        return terms
    for product in known:
        if not product.is_Symbol:
            terms = _polynomial(sympy.cancel(size / product), symbols)
            if terms is not None:
                return [(factor, [*used, product]) for factor, used in terms]
    raise Refusal(
        "expected sizes that are sums of products of sizes of arguments and of their "
        f"functions {', '.join(sorted(set(FUNCTIONS.values())))}, got "
        f"{size} where {', '.join(map(str, known)) or 'nothing'} is known"
    )


def _polynomial(size: sympy.Expr, symbols: list[sympy.Expr]) -> Terms | None:
    """None where it is not one of these symbols with whole coefficients."""
    if size.is_Integer:
        return [(int(size), [])]
    if not size.free_symbols or not size.free_symbols <= set(symbols):
        return None
    polynomial = size.as_poly(*symbols)
    if polynomial is None or not all(x.is_Integer for x in polynomial.coeffs()):
        return None
    return [
        (int(factor), [s for s, power in zip(symbols, powers) for _ in range(power)])
        for powers, factor in polynomial.terms()
    ]
