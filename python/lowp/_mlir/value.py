"""What operations give, with arithmetic that writes further ones."""

from __future__ import annotations

from typing import Any, Protocol

from lowp._mlir.types import Type

# The loops that dimensions follow, the fastest last.
LOOPS = "ghij"


class Writer(Protocol):
    """What operations are added to: a lowp._mlir.function.Function."""

    def add(self, operation: str, type: Any) -> Value: ...

    def constant(self, value: float, type: str) -> Value: ...


class Value:
    """A tensor, or a scalar in the body of an operation. type: a Type, or the text of one that only
    the dialect knows. dims: the letters of the loops that a tensor's dimensions follow."""

    def __init__(self, function: Writer, name: str, type: Any, dims: str = "") -> None:
        self._function, self.name, self.type = function, name, type
        self._dims = dims

    @property
    def dims(self) -> str:
        """The last of LOOPS where nothing else is said."""
        return self._dims or LOOPS[len(LOOPS) - len(self.type.sizes) :]

    def along(self, dims: str) -> Value:
        """The value whose dimensions follow these loops."""
        return Value(self._function, self.name, self.type, dims)

    @property
    def element(self) -> str:
        return self.type.element if isinstance(self.type, Type) else self.type

    @property
    def has_scales(self) -> bool:
        return not isinstance(self.type, Type) or bool(self.type.scales)

    def to(self, element: str) -> Value:
        """The same with another type: floats of 16 bits from and to f32, integers as indices."""
        if element == self.element:
            return self
        if "index" in (element, self.element):
            operation = "index_cast"
        else:
            operation = "extf" if element == "f32" else "truncf"
        type = self.type.of(element) if isinstance(self.type, Type) else element
        return self._function.add(f"arith.{operation} {self.name} : {self.type} to {type}", type)

    def apply(self, operation: str, *others: Value | float) -> Value:
        """An operation whose operands and result have this type."""
        operands = [self, *(self._like(other) for other in others)]
        names = ", ".join(operand.name for operand in operands)
        return self._function.add(f"{operation} {names} : {self.type}", self.type)

    def math(self, name: str) -> Value:
        """A function of the dialect math."""
        return self.apply(f"math.{name}")

    def _like(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return other
        return self._function.constant(other, self.type)

    def _arithmetic(self, name: str, other: Value | float) -> Value:
        return self.apply(f"arith.{name}{'i' if self.element[0] == 'i' else 'f'}", other)

    def __add__(self, other: Value | float) -> Value:
        return self._arithmetic("add", other)

    def __sub__(self, other: Value | float) -> Value:
        return self._arithmetic("sub", other)

    def __mul__(self, other: Value | float) -> Value:
        return self._arithmetic("mul", other)

    def __truediv__(self, other: Value | float) -> Value:
        return self._arithmetic("div", other)

    def __rsub__(self, other: float) -> Value:
        return self._like(other) - self

    def __rtruediv__(self, other: float) -> Value:
        return self._like(other) / self

    def __neg__(self) -> Value:
        return self.apply("arith.negf")
