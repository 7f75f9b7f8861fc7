"""Numbers that are no sizes, but made of sizes: expressions of torch's symbols in f64."""

from __future__ import annotations

import functools

import sympy
import torch
from torch.utils._sympy.functions import FloatTrueDiv, IntTrueDiv, ToFloat

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.scalars import Scalar, literal
from lowp.torch.compiling.importer.shapes import Sizes
from lowp._mlir.text import Text

_OPERATIONS = {FloatTrueDiv: "divf", IntTrueDiv: "divf", sympy.Add: "addf", sympy.Mul: "mulf"}


class Reals:
    """Numbers as values of type f64. Each is computed once, outside of what reads it."""

    def __init__(self, text: Text, sizes: Sizes) -> None:
        self._text = text
        self._sizes = sizes
        self._known: dict[sympy.Expr, str] = {}

    def scalar(self, number: sympy.Expr) -> Scalar:
        if number not in self._known:
            self._known[number] = self._compute(number)
        return Scalar(self._known[number], torch.float64)

    def _compute(self, number: sympy.Expr) -> str:
        if number.is_Number:
            return self._text.emit(f"arith.constant {literal(float(number), torch.float64)} : f64")
        if number.is_integer:
            return self._of_size(number)
        if isinstance(number, ToFloat):
            return self.scalar(number.args[0]).name
        operation = _OPERATIONS.get(type(number))
        if operation is None:
            raise Refusal(
                f"expected sums, products and quotients of sizes as a number, got {number}"
            )
        operands = [self.scalar(operand).name for operand in number.args]
        return functools.reduce(
            lambda x, y: self._text.emit(f"arith.{operation} {x}, {y} : f64"), operands
        )

    def _of_size(self, size: sympy.Expr) -> str:
        index = self._sizes.index(size)
        name = self._text.emit(f"arith.index_cast {index} : index to i64")
        return self._text.emit(f"arith.sitofp {name} : i64 to f64")
