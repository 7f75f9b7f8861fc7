"""What the functions of all operations share: operands, and operations of linalg."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.shapes import Sizes
from lowp.torch.compiling.importer.text import Text
from lowp.torch.compiling.importer.types import name_of
from lowp.torch.compiling.importer.values import (
    Value,
    expression,
    expressions,
    tensor_type,
)

Shape = tuple[sympy.Expr, ...]
Elements = Callable[[Body, list[Scalar]], Scalar]


@dataclasses.dataclass(frozen=True)
class Size:
    """A size as an operand."""

    size: sympy.Expr


Operand = Value | Size | bool | int | float


class Importer:
    """Writes one function."""

    def __init__(self) -> None:
        self.text = Text()
        self.sizes = Sizes(self.text)
        self.values: dict[torch.fx.Node, Any] = {}

    def operand(self, argument: Any) -> Operand:
        if isinstance(argument, (bool, int, float)):
            return argument
        if isinstance(argument, torch.SymInt):
            return Size(expression(argument))
        if not isinstance(argument, torch.fx.Node):
            raise Refusal(f"expected a tensor or a number, got {argument}")
        if argument in self.values:
            return self.values[argument]
        value = argument.meta.get("val")
        if isinstance(value, (int, torch.SymInt)):
            return Size(expression(value))
        raise Refusal(f"expected a tensor or a size, got {type(value).__name__}")

    def value(self, argument: Any) -> Value:
        value = self.operand(argument)
        if not isinstance(value, Value):
            raise Refusal(f"expected a tensor, got {argument}")
        return value

    @staticmethod
    def arguments(node: torch.fx.Node, count: int, *defaults: Any) -> tuple[Any, ...]:
        """`count` arguments and, where they are not given, the defaults of others."""
        missing = count + len(defaults) - len(node.args)
        return (*node.args, *defaults[len(defaults) - missing :]) if missing > 0 else node.args

    def size(self, argument: Any) -> sympy.Expr:
        """An argument that is a size, or a number."""
        operand = self.operand(argument)
        if isinstance(operand, Size):
            return operand.size
        if isinstance(operand, int):
            return sympy.Integer(operand)
        raise Refusal(f"expected a size, got {argument}")

    def result(self, node: torch.fx.Node) -> tuple[Shape, torch.dtype]:
        """Sizes and type that torch gives the node."""
        value = node.meta["val"]
        return expressions(value.shape), value.dtype

    def empty(self, shape: Shape, dtype: torch.dtype) -> str:
        dynamic = self.sizes.dynamic(shape)
        return self.text.emit(f"tensor.empty({dynamic}) : {tensor_type(shape, dtype)}")

    def fill(self, number: bool | int | float, shape: Shape, dtype: torch.dtype) -> Value:
        """A tensor of equal elements."""
        body = Body(self.text)
        constant = body.constant(number, dtype)
        self.text.lines.extend(body.lines)
        kind = tensor_type(shape, dtype)
        empty = self.empty(shape, dtype)
        name = self.text.emit(
            f"linalg.fill ins({constant.name} : {name_of(dtype)}) "
            f"outs({empty} : {kind}) -> {kind}"
        )
        return Value.plain(name, shape, dtype)

    def map_elements(
        self,
        operands: Sequence[Operand],
        shape: Shape,
        dtype: torch.dtype,
        elements: Callable[..., Scalar],
        compute: torch.dtype | None = None,
    ) -> Value:
        """A tensor whose elements are computed of those of the operands, which repeat
        to `shape`, and of numbers. compute: the type that all operands are cast to."""
        values = [each for each in operands if isinstance(each, Value)]
        sizes = [
            self.sizes.index(each.size) if isinstance(each, Size) else None
            for each in operands
        ]

        def write(body: Body, scalars: list[Scalar]) -> Scalar:
            following = iter(scalars)
            arguments = []
            for operand, index in zip(operands, sizes):
                if isinstance(operand, Value):
                    scalar = next(following)
                elif index is not None:
                    scalar = body.from_index(index)
                else:
                    kind = compute or _kind_of_number(operand, dtype)
                    scalar = body.constant(operand, kind)  # type: ignore[arg-type]
                arguments.append(body.cast(scalar, compute) if compute else scalar)
            return body.cast(elements(body, *arguments), dtype)

        maps = [value.map_in(shape) for value in values]
        loops = ["parallel"] * len(shape)
        out = Value.plain(self.empty(shape, dtype), shape, dtype)
        return self.generic(values, out, [*maps, out.map_in(shape)], loops, write)

    def generic(
        self,
        values: Sequence[Value],
        out: Value,
        maps: Sequence[str],
        loops: Sequence[str],
        elements: Elements,
    ) -> Value:
        """A linalg.generic. elements: is given the scalars of `values`, and at the end
        that of `out` where a loop is a reduction."""
        body = Body(self.text)
        scalars = [Scalar(self.text.new_name(), value.dtype) for value in values]
        last = Scalar(self.text.new_name(), out.dtype)
        reduces = "reduction" in loops
        result = elements(body, [*scalars, last] if reduces else scalars)
        arguments = ", ".join(f"{each.name}: {each.type}" for each in (*scalars, last))
        block = [
            f"  ^bb0({arguments}):",
            *body.lines,
            f"    linalg.yield {result.name} : {result.type}",
        ]
        kinds = ", ".join(f'"{loop}"' for loop in loops)
        names = ", ".join(value.name for value in values)
        types = ", ".join(value.type for value in values)
        inputs = f" ins({names} : {types})" if values else ""
        name = self.text.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], "
            f"iterator_types = [{kinds}]}}{inputs} outs({out.name} : {out.type})",
            block,
            f" -> {out.type}",
        )
        return Value.plain(name, out.stored, out.dtype)

    def materialize(self, value: Value) -> Value:
        """The view as a stored tensor."""
        return value if value.is_plain else self.copy(value)

    def copy(self, value: Value) -> Value:
        return self.map_elements([value], value.shape, value.dtype, lambda _body, x: x)

    def cast(self, value: Value, dtype: torch.dtype) -> Value:
        if value.dtype is dtype:
            return value
        # The stored elements once, however often they repeat.
        stored = Value.plain(value.name, value.stored, value.dtype)
        made = self.map_elements([stored], value.stored, dtype, lambda _body, x: x)
        return dataclasses.replace(value, name=made.name, dtype=dtype)


def _kind_of_number(number: Any, dtype: torch.dtype) -> torch.dtype:
    if isinstance(number, bool):
        return torch.bool
    return dtype
