"""The text of one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lowp._mlir.text import Text, listed
from lowp._mlir.types import Type
from lowp._mlir.value import Value

# The loops that the operands of lhs . rhs^T follow.
TURNED = ("mk", "nk")


def affine_map(loops: Iterable[str], dims: Iterable[str]) -> str:
    """Which of the loops each dimension follows."""
    return f"affine_map<({', '.join(loops)}) -> ({', '.join(dims)})>"


def _braced(attributes: Mapping[str, str | None]) -> str:
    given = [f"{name} = {value}" for name, value in attributes.items() if value]
    return f" {{{', '.join(given)}}}" if given else ""


def _literal(value: str | float) -> str:
    """A number as MLIR writes it; texts are written already."""
    text = str(value)
    return text if isinstance(value, (str, int)) or "." in text else text.replace("e", ".0e")


class Function:
    """Writes a function. Every dynamic size of what operations make is `rows`."""

    def __init__(self, name: str, attributes: str = "") -> None:
        self.name, self._attributes = name, attributes
        self.arguments: list[Value] = []
        self.results: list[Value] = []
        self.rows: Value | None = None
        self._signature: list[str] = []
        self._text = Text(None)
        self._turned: dict[str, Value] = {}

    def argument(self, type: Any, name: str = "", mark: str = "") -> Value:
        """Adds an argument. mark: its attributes."""
        value = Value(self, f"%{name or f'arg{len(self.arguments)}'}", type)
        self.arguments.append(value)
        self._signature.append(f"{value.name}: {type}" + (f" {{{mark}}}" if mark else ""))
        return value

    def add(self, operation: str, type: Any, dims: str = "") -> Value:
        """What an operation gives."""
        return Value(self, self._text.emit(operation), type, dims)

    def add_several(
        self, operation: str, types: Sequence[Any], block: list[str] | None = None, end: str = ""
    ) -> list[Value]:
        """The results of an operation. block: the lines of its region, which `end` follows."""
        name = self._text.emit_results(len(types), operation, block, end)
        return [Value(self, f"{name}#{index}", type) for index, type in enumerate(types)]

    def constant(self, value: str | float, type: str) -> Value:
        return self.add(f"arith.constant {_literal(value)} : {type}", type)

    def size(self, value: Value, dimension: int = 0) -> Value:
        at = self.constant(dimension, "index")
        return self.add(f"tensor.dim {value.name}, {at.name} : {value.type}", "index")

    def empty(self, type: Type) -> Value:
        rows = self.rows.name if self.rows and None in type.sizes else ""
        return self.add(f"tensor.empty({rows}) : {type}", type)

    def fill(self, type: Type, value: str | float = 0.0) -> Value:
        """A tensor of one value."""
        given = self.constant(value, type.element)
        out = self.empty(type)
        return self.add(f"linalg.fill ins({listed([given])}) outs({listed([out])}) -> {type}", type)

    def turn(self, value: Value) -> Value:
        """The value with its last two dimensions exchanged, once for all that read it so."""
        if value.name in self._turned:
            return self._turned[value.name]
        *batch, n, k = value.type.sizes
        order = [*range(len(batch)), len(batch) + 1, len(batch)]
        out = self.empty(value.type._replace(sizes=(*batch, k, n)))
        self._turned[value.name] = self.add(
            f"linalg.transpose ins({listed([value])}) outs({listed([out])}) permutation = {order}",
            out.type,
        )
        return self._turned[value.name]

    def extract(self, value: Value, *at: Value) -> Value:
        """One element."""
        places = ", ".join(each.name for each in at)
        return self.add(f"tensor.extract {value.name}[{places}] : {value.type}", value.element)

    def index(self, loop: int) -> Value:
        """The index of a loop, in a body."""
        return self.add(f"linalg.index {loop} : index", "index")

    def compare(self, predicate: str, left: Value, right: Value) -> Value:
        kind = "cmpi" if left.element[0] == "i" else "cmpf"
        names = f"{left.name}, {right.name}"
        return self.add(f"arith.{kind} {predicate}, {names} : {left.type}", "i1")

    def select(self, condition: Value, yes: Value, no: Value) -> Value:
        names = f"{condition.name}, {yes.name}, {no.name}"
        return self.add(f"arith.select {names} : {yes.type}", yes.type)

    def quantize(self, value: Value, type: Any, numerics: str, *scales: Value) -> Value:
        """numerics: with its keyword. scales: given ones, and their reciprocals first."""
        given = f" scales({listed(scales)})" if scales else ""
        return self.add(
            f"lowp.quantize {value.name} {numerics}{given} : {value.type} -> {type}", type
        )

    def make_scaled(self, parts: Sequence[Value], type: Any) -> Value:
        """What data and scales stand for."""
        return self.add(f"lowp.make_scaled {listed(parts)} -> {type}", type)

    def dequantize(self, value: Value, type: Type) -> Value:
        return self.add(f"lowp.dequantize {value.name} : {value.type} -> {type}", type)

    def matmul(
        self,
        lhs: Value,
        rhs: Value,
        type: Type,
        dims: Sequence[str] = TURNED,
        into: Value | None = None,
        attributes: Mapping[str, str | None] = {},
    ) -> Value:
        """A product, added up in elements of `type`. dims: the loops of m, n and k that both
        operands follow, by default those of lhs . rhs^T; none of lhs . rhs. into: what it is
        added to."""
        out = into or self.fill(type)
        maps = ", ".join(affine_map("mnk", each) for each in (*dims, "mn"))
        return self.add(
            f"linalg.{'batch_' * (len(type.sizes) > 2)}matmul"
            + (f" indexing_maps = [{maps}]" if dims else "")
            + f"{_braced(attributes)} ins({listed([lhs, rhs])}) outs({listed([out])}) -> {type}",
            type,
        )

    def product(
        self,
        lhs: Value,
        rhs: Value,
        type: Type,
        groups: tuple[str, Value] | None = None,
        into: Value | None = None,
        fast: bool = False,
        attributes: Mapping[str, str | None] = {},
    ) -> Value:
        """lhs . rhs^T of operands with scales, or of groups. groups: "ends" or "counts", and which.
        into: what it is added to."""
        words = "grouped_" * bool(groups) + "scaled_" * lhs.has_scales
        operands = [lhs, rhs]
        text = f"lowp.{words}matmul {lhs.name}, {rhs.name}"
        if groups:
            text += f" {groups[0]}({listed(groups[1:])})"
        if into and groups:
            text += f" accumulate({listed([into])})"
        elif into:
            text += f" accumulate {into.name}"
            operands.append(into)
        text += " fast_accumulation" * fast + _braced(attributes)
        return self.add(
            f"{text} : {', '.join(str(each.type) for each in operands)} -> {type}", type
        )

    def block(self, elements: Sequence[str], body: Callable[..., Value], end: str) -> list[str]:
        """The region of an operation whose arguments have these types. end: what gives the result
        of the body."""
        arguments = [Value(self, self._text.new_name(), element) for element in elements]
        outer, self._text.lines = self._text.lines, []
        result = body(*arguments)
        self._text.extend([f"{end} {result.name} : {result.type}"])
        lines, self._text.lines = self._text.lines, outer
        named = ", ".join(f"{each.name}: {each.type}" for each in arguments)
        return [f"^bb0({named}):", *map(str, lines)]

    def generic(
        self, loops: str, inputs: Sequence[Value], out: Value, body: Callable[..., Value]
    ) -> Value:
        """The elements of `out` anew, over loops of these letters; those that it does not follow
        reduce. body: of the elements of the inputs and the old one."""
        given = [*inputs, out]
        block = self.block(
            [each.element for each in given],
            lambda *elements: body(*elements).to(out.element),
            "linalg.yield",
        )
        maps = (affine_map(loops, each.dims) for each in given)
        name = self._text.generic(maps, (x in out.dims for x in loops), inputs, out, block)
        return Value(self, name, out.type, out.dims)

    def elementwise(
        self, inputs: Sequence[Value], body: Callable[..., Value], element: str = "bf16"
    ) -> Value:
        """A tensor with the sizes of the first input. body: of the elements in f32."""
        out = self.empty(inputs[0].type.of(element)).along(inputs[0].dims)
        return self.generic(
            out.dims, inputs, out, lambda *elements: body(*(x.to("f32") for x in elements[:-1]))
        )

    def reduce(
        self, value: Value, start: str | float, body: Callable[[Value, Value], Value]
    ) -> Value:
        """The last dimension reduced, in f32. start: the neutral element. body: of an element and
        what there is."""
        sums = self.fill(Type(value.type.sizes[:-1], "f32"), start).along(value.dims[:-1])
        return self.generic(value.dims, [value], sums, body)

    def give(self, *values: Value) -> None:
        """Adds results."""
        self.results += values

    def __str__(self) -> str:
        types = ", ".join(str(value.type) for value in self.results)
        lines = "\n".join(map(str, self._text.lines))
        marks = f" attributes {{{self._attributes}}}" if self._attributes else ""
        return (
            f"func.func @{self.name}({', '.join(self._signature)}) -> ({types}){marks} {{\n{lines}\n"
            f"  return {listed(self.results)}\n}}\n"
        )
