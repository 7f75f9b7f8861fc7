"""Sizes: expressions of torch's symbols, computed from sizes of arguments."""

from __future__ import annotations

import sympy

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.text import Text
from lowp.torch.compiling.importer.values import Value


class Sizes:
    """Sizes as values of type index. Each is computed once."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._known: dict[sympy.Expr, str] = {}
        # Of each symbol the argument and the dimension which it is the size of.
        self.places: dict[sympy.Symbol, tuple[int, int]] = {}
        self._arguments: list[Value] = []

    def bind(self, argument: Value) -> None:
        """Takes the symbols that are sizes of an argument, the next one."""
        for dimension, size in enumerate(argument.stored):
            if size.is_Symbol:
                place = len(self._arguments), dimension
                self.places.setdefault(size, place)
        self._arguments.append(argument)

    def check(self, size: sympy.Expr) -> None:
        """Raises Refusal for a size that cannot be computed."""
        terms_of(size, list(self.places))

    def index(self, size: sympy.Expr) -> str:
        if size not in self._known:
            self._known[size] = self._compute(size)
        return self._known[size]

    def dynamic(self, sizes: tuple[sympy.Expr, ...]) -> str:
        """The sizes that a type leaves open, as operands."""
        return ", ".join(self.index(size) for size in sizes if not size.is_Integer)

    def listed(self, sizes: tuple[sympy.Expr, ...]) -> str:
        """All sizes: numbers, and operands for the rest."""
        return ", ".join(
            str(size) if size.is_Integer else self.index(size) for size in sizes
        )

    def _compute(self, size: sympy.Expr) -> str:
        if size.is_Integer:
            return self._text.emit(f"arith.constant {size} : index")
        if size.is_Symbol:
            if size not in self.places:
                raise Refusal(
                    f"expected sizes that follow from those of arguments, got {size}"
                )
            number, dimension = self.places[size]
            argument = self._arguments[number]
            place = self.index(sympy.Integer(dimension))
            return self._text.emit(
                f"tensor.dim {argument.name}, {place} : {argument.type}"
            )
        return self._sum(terms_of(size, sorted(size.free_symbols, key=str)))

    def _sum(self, terms: list[tuple[int, list[sympy.Symbol]]]) -> str:
        total = None
        for factor, symbols in terms:
            product = None if factor == 1 and symbols else self.index(sympy.Integer(factor))
            for symbol in symbols:
                product = self._apply("muli", product, self.index(symbol))
            total = self._apply("addi", total, product)
        return total or self.index(sympy.Integer(0))

    def _apply(self, operation: str, left: str | None, right: str | None) -> str:
        if left is None or right is None:
            return left or right or ""
        return self._text.emit(f"arith.{operation} {left}, {right} : index")


def terms_of(
    size: sympy.Expr, symbols: list[sympy.Symbol]
) -> list[tuple[int, list[sympy.Symbol]]]:
    """A polynomial as a sum of numbers times symbols. Raises Refusal for another
    expression."""
    if size.is_Integer:
        return [(int(size), [])]
    missing = sorted(map(str, size.free_symbols - set(symbols)))
    if missing:
        raise Refusal(
            "expected sizes that follow from those of arguments, got "
            f"{size}, of which nothing gives {', '.join(missing)}"
        )
    polynomial = size.as_poly(*symbols)
    if polynomial is None or not all(x.is_Integer for x in polynomial.coeffs()):
        raise Refusal(f"expected sizes that are sums of products, got {size}")
    terms = []
    for powers, factor in polynomial.terms():
        used = [s for s, power in zip(symbols, powers) for _ in range(power)]
        terms.append((int(factor), used))
    return terms
