"""Scalars in the body of an operation on elements."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from lowp._mlir.text import Text
from lowp.torch.compiling.importer.types import name_of, wide, width_of


class Scalar(NamedTuple):
    name: str
    dtype: torch.dtype

    @property
    def type(self) -> str:
        return name_of(self.dtype)


def literal(value: bool | int | float, dtype: torch.dtype) -> str:
    """A number as MLIR writes it, exactly; integers wrap around, as torch's do."""
    if dtype is torch.bool:
        return "true" if value else "false"
    if not dtype.is_floating_point:
        half = 2 ** (8 * dtype.itemsize - 1)
        return str((int(value) + half) % (2 * half) - half)
    number = torch.tensor(float(value), dtype=dtype)
    if math.isfinite(number.item()):
        text = repr(number.item())
        return text if "." in text else text.replace("e", ".0e")
    width = width_of(dtype)
    bits = number.view({16: torch.int16, 32: torch.int32, 64: torch.int64}[width]).item()
    return f"0x{int(bits) % 2**width:0{width // 4}X}"


class Body:
    """Writes the body."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self.lines: list[str] = []

    def emit(self, operation: str, dtype: torch.dtype) -> Scalar:
        name = self._text.new_name()
        self.lines.append(f"    {name} = {operation}")
        return Scalar(name, dtype)

    def constant(self, value: bool | int | float, dtype: torch.dtype) -> Scalar:
        if dtype is torch.bool:
            return self.emit(f"arith.constant {literal(value, dtype)}", dtype)
        text = literal(value, dtype)
        return self.emit(f"arith.constant {text} : {name_of(dtype)}", dtype)

    def apply(self, operation: str, *operands: Scalar) -> Scalar:
        """An operation whose operands and result have one type."""
        names = ", ".join(operand.name for operand in operands)
        return self.emit(f"{operation} {names} : {operands[0].type}", operands[0].dtype)

    def arithmetic(self, name: str, left: Scalar, right: Scalar) -> Scalar:
        """add, sub or mul; on truth values, or and and."""
        if left.dtype is torch.bool:
            return self.apply({"add": "arith.ori", "mul": "arith.andi"}[name], left, right)
        suffix = "f" if left.dtype.is_floating_point else "i"
        return self.apply(f"arith.{name}{suffix}", left, right)

    def compare(self, predicate: str, left: Scalar, right: Scalar) -> Scalar:
        """predicate: eq, ne, lt, le, gt or ge. Comparisons with NaN are false, but for
        ne."""
        if left.dtype.is_floating_point:
            order = "u" if predicate == "ne" else "o"
            kind = f"arith.cmpf {order}{predicate}"
        else:
            sign = "" if predicate in ("eq", "ne") else "u" if left.dtype is torch.bool else "s"
            kind = f"arith.cmpi {sign}{predicate}"
        return self.emit(f"{kind}, {left.name}, {right.name} : {left.type}", torch.bool)

    def select(self, condition: Scalar, yes: Scalar, no: Scalar) -> Scalar:
        names = f"{condition.name}, {yes.name}, {no.name}"
        return self.emit(f"arith.select {names} : {yes.type}", yes.dtype)

    def cast(self, value: Scalar, dtype: torch.dtype) -> Scalar:
        """As torch casts."""
        if value.dtype is dtype:
            return value
        if dtype is torch.bool:
            return self.compare("ne", value, self.constant(0, value.dtype))
        if value.dtype.is_floating_point and dtype.is_floating_point:
            return self._cast_float(value, dtype)
        if value.dtype.is_floating_point:
            return self._convert("arith.fptosi", value, dtype)
        if dtype.is_floating_point:
            sign = "u" if value.dtype is torch.bool else "s"
            result = self._convert(f"arith.{sign}itofp", value, wide(dtype))
            return self.cast(result, dtype)
        return self._cast_integer(value, dtype)

    def _cast_float(self, value: Scalar, dtype: torch.dtype) -> Scalar:
        have, want = width_of(value.dtype), width_of(dtype)
        # Types of 16 bits are made of f32 alone, or hold all that is.
        if want == 16 and have not in (8, 32):
            value = self._cast_float(value, torch.float32)
            have = 32
        return self._convert("arith.extf" if want > have else "arith.truncf", value, dtype)

    def _cast_integer(self, value: Scalar, dtype: torch.dtype) -> Scalar:
        if value.dtype is torch.bool:
            return self._convert("arith.extui", value, dtype)
        grows = dtype.itemsize > value.dtype.itemsize
        return self._convert("arith.extsi" if grows else "arith.trunci", value, dtype)

    def _convert(self, operation: str, value: Scalar, dtype: torch.dtype) -> Scalar:
        return self.emit(f"{operation} {value.name} : {value.type} to {name_of(dtype)}", dtype)

    def index(self, loop: int) -> Scalar:
        """The index of a loop, as an i64."""
        name = self._text.new_name()
        self.lines.append(f"    {name} = linalg.index {loop} : index")
        return self.from_index(name)

    def from_index(self, name: str) -> Scalar:
        """A value of type index as an i64."""
        return self.emit(f"arith.index_cast {name} : index to i64", torch.int64)

    def to_index(self, value: Scalar) -> str:
        name = self._text.new_name()
        self.lines.append(f"    {name} = arith.index_cast {value.name} : {value.type} to index")
        return name
