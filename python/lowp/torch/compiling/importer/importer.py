"""What the functions of all operations share: operands, and operations of linalg."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.reals import Reals
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.shapes import Sizes
from lowp._mlir.text import Text, listed
from lowp.torch.compiling.importer.types import name_of
from lowp.torch.compiling.importer.values import (
    Shape,
    Value,
    expression,
    expressions,
    has_no_elements,
    long_dimensions,
    tensor_type,
    without_ones,
)

Elements = Callable[[Body, list[Scalar]], Scalar]


@dataclasses.dataclass(frozen=True)
class Size:
    """A size as an operand, or a number that is made of sizes."""

    size: sympy.Expr


Operand = Value | Size | bool | int | float


@dataclasses.dataclass(frozen=True)
class Whole:
    """A tensor that has all dimensions of its view, as operations other than those on
    elements read it."""

    name: str
    type: str
    shape: Shape


class Importer:
    """Writes one function."""

    def __init__(self) -> None:
        self.text = Text()
        self.sizes = Sizes(self.text)
        self.reals = Reals(self.text, self.sizes)
        self.values: dict[torch.fx.Node, Any] = {}
        # The tensors that others are in another shape.
        self.roots: dict[str, str] = {}

    def operand(self, argument: Any) -> Operand:
        if isinstance(argument, (bool, int, float)):
            return argument
        if isinstance(argument, (torch.SymInt, torch.SymFloat)):
            return Size(expression(argument))
        if not isinstance(argument, torch.fx.Node):
            raise Refusal(f"expected a tensor or a number, got {argument}")
        if argument in self.values:
            return self.values[argument]
        value = argument.meta.get("val")
        if isinstance(value, torch.Tensor) and has_no_elements(value.shape):
            return Value.nothing(expressions(value.shape), value.dtype)
        if isinstance(value, (int, torch.SymInt, torch.SymFloat)):
            return Size(expression(value))
        raise Refusal(f"expected a tensor or a number, got {type(value).__name__}")

    def value(self, argument: Any) -> Value:
        value = self.operand(argument)
        if not isinstance(value, Value):
            raise Refusal(f"expected a tensor, got {argument}")
        return value

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

    def empty(self, shape: Shape, dtype: torch.dtype) -> Value:
        """A tensor whose elements nobody has written."""
        if has_no_elements(shape):
            return Value.nothing(shape, dtype)
        return Value.plain(self.whole_empty(without_ones(shape), dtype).name, shape, dtype)

    def whole_empty(self, shape: Shape, dtype: torch.dtype) -> Whole:
        """The same with its dimensions of size 1."""
        kind = tensor_type(shape, dtype)
        return Whole(
            self.text.emit(f"tensor.empty({self.sizes.dynamic(shape)}) : {kind}"), kind, shape
        )

    def fill(self, number: bool | int | float, shape: Shape, dtype: torch.dtype) -> Value:
        """A tensor of equal elements."""
        if has_no_elements(shape):
            return Value.nothing(shape, dtype)
        return Value.plain(self.whole_fill(number, without_ones(shape), dtype).name, shape, dtype)

    def whole_fill(self, number: bool | int | float, shape: Shape, dtype: torch.dtype) -> Whole:
        """The same with its dimensions of size 1."""
        out = self.whole_empty(shape, dtype)
        body = Body(self.text)
        constant = body.constant(number, dtype)
        self.text.extend(body.lines)
        name = self.text.emit(
            f"linalg.fill ins({constant.name} : {name_of(dtype)}) "
            f"outs({out.name} : {out.type}) -> {out.type}"
        )
        return Whole(name, out.type, shape)

    def map_elements(
        self,
        operands: Sequence[Operand],
        shape: Shape,
        dtype: torch.dtype,
        elements: Callable[..., Scalar],
        compute: torch.dtype | None = None,
        promoted: Sequence[torch.dtype | None] = (),
    ) -> Value:
        """A tensor whose elements are computed of those of the operands, which repeat
        to `shape`, and of numbers. compute: the type that all operands are cast to.
        promoted: what each is rounded to before."""
        values = [each for each in operands if isinstance(each, Value)]
        out = self.empty(shape, dtype)
        if out.is_empty:
            return out
        sizes = [self._number(each) if isinstance(each, Size) else None for each in operands]

        def write(body: Body, scalars: list[Scalar]) -> Scalar:
            following = iter(scalars)
            arguments = []
            for operand, size, rounded in itertools.zip_longest(operands, sizes, promoted):
                if isinstance(operand, Value):
                    scalar = next(following)
                elif size is not None:
                    scalar = body.from_index(size) if isinstance(size, str) else size
                else:
                    kind = rounded or compute or _kind_of_number(operand, dtype)
                    scalar = body.constant(operand, kind)  # type: ignore[arg-type]
                scalar = body.cast(scalar, rounded) if rounded else scalar
                arguments.append(body.cast(scalar, compute) if compute else scalar)
            return body.cast(elements(body, *arguments), dtype)

        return self.generic(values, out, shape, write)

    def _number(self, number: Size) -> str | Scalar:
        """A size as an index, another number as it is."""
        if number.size.is_integer:
            return self.sizes.index(number.size)
        return self.reals.scalar(number.size)

    def generic(
        self, values: Sequence[Value], out: Value, shape: Shape, elements: Elements
    ) -> Value:
        """A linalg.generic, where `out` has elements, with a loop for each long dimension of
        `shape`, to which the values and `out` repeat: loops along which `out` does are
        reductions. elements: is given the scalars of `values`, and at the end that of `out`
        where there are reductions."""
        if out.is_empty:
            return out
        first = len(shape) - len(out.shape)
        kept = {d + first for d in out.reads}
        reduces = any(d not in kept for d in long_dimensions(shape))
        body = Body(self.text)
        scalars = [Scalar(self.text.new_name(), value.dtype) for value in values]
        last = Scalar(self.text.new_name(), out.dtype)
        result = elements(body, [*scalars, last] if reduces else scalars)
        arguments = ", ".join(f"{each.name}: {each.type}" for each in (*scalars, last))
        block = [
            f"  ^bb0({arguments}):",
            *body.lines,
            f"    linalg.yield {result.name} : {result.type}",
        ]
        maps = (each.map_in(shape) for each in (*values, out))
        loops = (d in kept for d in long_dimensions(shape))
        name = self.text.generic(maps, loops, values, out, block)
        return dataclasses.replace(out, name=name)

    def make_scaled(self, parts: Sequence[Whole], kind: str) -> str:
        """Data and scales as one tensor of the type `kind`."""
        return self.text.emit(f"lowp.make_scaled {listed(parts)} -> {kind}")

    def materialize(self, value: Value) -> Value:
        """The view as a stored tensor."""
        return value if value.is_plain else self.copy(value)

    def copy(self, value: Value) -> Value:
        return self.map_elements([value], value.shape, value.dtype, lambda _body, x: x)

    def cast(self, value: Value, dtype: torch.dtype) -> Value:
        if value.dtype is dtype:
            return value
        if value.is_empty:
            return Value.nothing(value.shape, dtype)
        # The stored elements once, however often they repeat.
        stored = Value.plain(value.name, value.stored, value.dtype)
        result = self.map_elements([stored], value.stored, dtype, lambda _body, x: x)
        return dataclasses.replace(value, name=result.name, dtype=dtype)

    def whole(self, value: Value) -> Whole:
        """The view as a tensor that has its dimensions of size 1, too."""
        return self.whole_as_stored(self.materialize(value))[0]

    def whole_as_stored(self, value: Value) -> tuple[Whole, list[int]]:
        """The same with long dimensions in the order in which they are stored, and which
        dimension of the view each one is."""
        if value.is_empty:
            raise Refusal("expected a tensor with elements, got one without")
        if not value.is_permuted:
            raise AssertionError(f"{value} repeats")
        order = list(value.reads)
        for dimension in range(len(value.shape)):
            if value.repeats(dimension):
                order.insert(dimension, dimension)
        shape = tuple(value.shape[d] for d in order)
        kind = tensor_type(shape, value.dtype)
        if shape == value.stored:
            return Whole(value.name, kind, shape), order
        groups = _groups_of_ones(shape)
        name = self.text.emit(
            f"tensor.expand_shape {value.name} {groups} output_shape "
            f"[{self.sizes.listed(shape)}] : {value.type} into {kind}"
        )
        self.roots[name] = self.root(value.name)
        return Whole(name, kind, shape), order

    def value_of(self, name: str, shape: Shape, dtype: torch.dtype) -> Value:
        """The value of a tensor that has its dimensions of size 1, too."""
        stored = without_ones(shape)
        if stored == shape:
            return Value.plain(name, shape, dtype)
        result = self.text.emit(
            f"tensor.collapse_shape {name} {_groups_of_ones(shape)} : "
            f"{tensor_type(shape, dtype)} into {tensor_type(stored, dtype)}"
        )
        self.roots[result] = self.root(name)
        return Value.plain(result, shape, dtype)

    def root(self, name: str) -> str:
        """The tensor whose elements a stored one is, in another shape."""
        return self.roots.get(name, name)

    def index(self, body: Body, shape: Shape, dimension: int) -> Scalar:
        """The index along a dimension of what is computed in `shape`, as an i64."""
        if shape[dimension] == 1:
            return body.constant(0, torch.int64)
        return body.index(long_dimensions(shape).index(dimension))


def _groups_of_ones(shape: Shape) -> list[list[int]]:
    """Each long dimension with the dimensions of size 1 beside it."""
    groups: list[list[int]] = []
    ones: list[int] = []
    for dimension, size in enumerate(shape):
        if size != 1:
            groups.append([*ones, dimension])
            ones = []
        elif groups:
            groups[-1].append(dimension)
        else:
            ones.append(dimension)
    return groups


def _kind_of_number(number: Any, dtype: torch.dtype) -> torch.dtype:
    if isinstance(number, bool):
        return torch.bool
    return dtype
