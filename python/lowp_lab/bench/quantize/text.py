"""Functions of linalg and lowp as text, operation by operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lowp.bench.products.kernels import FUNCTION
from lowp_lab.bench.quantize.scheme import Scheme


class Value(NamedTuple):
    """A tensor. dims: the letters of the dimensions that it has, as "ij"."""

    name: str
    dims: str
    sizes: tuple[int, ...]
    element: str = "bf16"

    @property
    def type(self) -> str:
        return f"tensor<{'x'.join(map(str, self.sizes))}x{self.element}>"


class ScaledValue(NamedTuple):
    """A matrix with scales, as an argument: data and scales are two arrays."""

    name: str
    sizes: tuple[int, ...]
    granularity: str

    @property
    def type(self) -> str:
        sizes = "x".join(map(str, self.sizes))
        return f"!lowp.scaled<{sizes}xf8E4M3FN, #lowp.{self.granularity}>"


def _map(dims: str, of: str) -> str:
    return f"affine_map<({', '.join(of)}) -> ({', '.join(dims)})>"


class FunctionText:
    """Writes one function. Bodies have the elements of their inputs as %a0, %a1 and
    so on; those of reductions, the accumulator as %acc; they define %y."""

    def __init__(self) -> None:
        self._arguments: list[Value | ScaledValue] = []
        self._lines: list[str] = []
        self._results: list[tuple[str, str]] = []
        self._count = 0

    @property
    def arguments(self) -> tuple[Value | ScaledValue, ...]:
        return tuple(self._arguments)

    def argument(self, dims: str, sizes: Sequence[int]) -> Value:
        """Adds an argument of bf16."""
        value = Value(f"%arg{len(self._arguments)}", dims, tuple(sizes))
        self._arguments.append(value)
        return value

    def scaled_argument(self, sizes: Sequence[int], granularity: str) -> ScaledValue:
        """Adds an argument of e4m3 with compact scales."""
        name = f"%arg{len(self._arguments)}"
        value = ScaledValue(name, tuple(sizes), granularity)
        self._arguments.append(value)
        return value

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _generic(
        self, inputs: Sequence[Value], into: str, result: Value, dims: str, body: str
    ) -> None:
        maps = ", ".join(_map(one.dims, dims) for one in [*inputs, result])
        kinds = ", ".join(
            '"parallel"' if letter in result.dims else '"reduction"' for letter in dims
        )
        names = ", ".join(one.name for one in inputs)
        types = ", ".join(one.type for one in inputs)
        elements = [f"%a{n}: {one.element}" for n, one in enumerate(inputs)]
        elements.append(f"%acc: {result.element}")
        self._lines.append(
            f"  {result.name} = linalg.generic {{indexing_maps = [{maps}],\n"
            f"      iterator_types = [{kinds}]}}\n"
            f"      ins({names} : {types}) outs({into} : {result.type}) {{\n"
            f"  ^bb0({', '.join(elements)}):\n{body}\n"
            f"    linalg.yield %y : {result.element}\n"
            f"  }} -> {result.type}"
        )

    def _empty(self, result: Value) -> str:
        name = self._name()
        self._lines.append(f"  {name} = tensor.empty() : {result.type}")
        return name

    def elementwise(self, inputs: Sequence[Value], body: str, element: str = "bf16") -> Value:
        """A value with the dimensions of the first input."""
        first = inputs[0]
        result = Value(self._name(), first.dims, first.sizes, element)
        self._generic(inputs, self._empty(result), result, first.dims, body)
        return result

    def _filled(self, result: Value, value: str) -> str:
        """A tensor like `result` of one value."""
        constant, init = self._name(), self._name()
        self._lines.append(f"  {constant} = arith.constant {value} : {result.element}")
        empty = self._empty(result)
        self._lines.append(
            f"  {init} = linalg.fill ins({constant} : {result.element}) outs({empty} : "
            f"{result.type}) -> {result.type}"
        )
        return init

    def reduce(self, value: Value, start: str, body: str) -> Value:
        """Reduces the last dimension, in f32. start: the neutral element."""
        result = Value(self._name(), value.dims[:-1], value.sizes[:-1], "f32")
        self._generic([value], self._filled(result, start), result, value.dims, body)
        return result

    def _matmul(self, lhs: Value, rhs: Value, element: str, attributes: str = "") -> Value:
        result = Value(self._name(), "ij", (lhs.sizes[0], rhs.sizes[0]), element)
        init = self._filled(result, "0.0")
        maps = ", ".join(_map(dims, "ijk") for dims in ("ik", "jk", "ij"))
        self._lines.append(
            f"  {result.name} = linalg.matmul indexing_maps = [{maps}]\n{attributes}"
            f"      ins({lhs.name}, {rhs.name} : {lhs.type}, {rhs.type})\n"
            f"      outs({init} : {result.type}) -> {result.type}"
        )
        return result

    def product(self, lhs: Value, rhs: Value) -> Value:
        """lhs . rhs^T, added up in f32 and rounded."""
        sums = self._matmul(lhs, rhs, "f32")
        rounded = Value(self._name(), "ij", sums.sizes)
        self._lines.append(
            f"  {rounded.name} = arith.truncf {sums.name} : {sums.type} to {rounded.type}"
        )
        return rounded

    def scaled_product(self, lhs: ScaledValue, rhs: ScaledValue) -> Value:
        """lhs . rhs^T with scales, rounded; partial sums stay in the tensor core."""
        result = Value(self._name(), "ij", (lhs.sizes[0], rhs.sizes[0]))
        self._lines.append(
            f"  {result.name} = lowp.scaled_matmul {lhs.name}, {rhs.name}"
            f" fast_accumulation\n"
            f"      : {lhs.type}, {rhs.type} -> {result.type}"
        )
        return result

    def matmul(self, lhs: Value, rhs: Value, recipe: str) -> Value:
        """lhs . rhs^T, for which a recipe of the dialect is asked."""
        chosen = f"      {{lowp.recipe = #lowp.matmul_recipe<{recipe}>}}\n"
        return self._matmul(lhs, rhs, "bf16", chosen)

    def quantize(self, value: Value, scheme: Scheme) -> None:
        """Adds results: data and scales."""
        name, type = self._name(), scheme.type(value.sizes)
        self._lines.append(
            f"  {name} = lowp.quantize {value.name} numerics <{scheme.numerics}>\n"
            f"      : {value.type} -> {type}"
        )
        self._results.append((name, type))

    def give(self, value: Value) -> None:
        """Adds a result."""
        self._results.append((value.name, value.type))

    def finish(self) -> str:
        """The function."""
        arguments = ", ".join(f"{one.name}: {one.type}" for one in self._arguments)
        names = ", ".join(name for name, _ in self._results)
        types = ", ".join(type for _, type in self._results)
        lines = "\n".join(self._lines)
        return (
            f"func.func @{FUNCTION}({arguments}) -> ({types}) {{\n{lines}\n"
            f"  return {names} : {types}\n}}\n"
        )
