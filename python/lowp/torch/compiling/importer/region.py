"""Nodes of a graph as one function."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import sympy
import torch

import lowp
from lowp.torch.compiling.errors import Mistake, Refusal, describe
from lowp.torch.compiling.importer.importer import Importer, Whole
from lowp.torch.compiling.importer.shapes import function_of, terms_of
from lowp.torch.compiling.importer.table import find
from lowp._mlir.text import Line
from lowp.torch.compiling.importer.values import (
    Shape,
    Value,
    expressions,
    has_no_elements,
    tensor_type,
)
from lowp.torch.compiling.linears import HELD, linear_of, module_path, pattern_of
from lowp.torch.compiling.programs import Region
from lowp.torch.compiling.result import Result


def stored_order(tensor: torch.Tensor) -> list[int]:
    """The dimensions of a tensor from the slowest to the fastest."""
    rank = tensor.dim()
    strides = [_hint(stride) for stride in tensor.stride()]
    sizes = [_hint(size) for size in tensor.shape]
    if None in strides or None in sizes:
        return list(range(rank))
    length = 1
    for stride, size in zip(reversed(strides), reversed(sizes)):
        if size != 1 and stride != length:
            break
        length *= size
    else:
        return list(range(rank))
    ones = [d for d in range(rank) if sizes[d] == 1]
    rest = [d for d in range(rank) if sizes[d] != 1]
    return ones + sorted(rest, key=lambda d: (-strides[d], d))


def _hint(size: Any) -> Any:
    return size.node.hint if isinstance(size, torch.SymInt) else int(size)


def location_of(node: torch.fx.Node) -> str:
    """Where an operation comes from: the layer, equal for equal layers, and the
    operation of torch."""
    linear = linear_of(node)
    path = linear.name if linear is not None else module_path(node)
    name = getattr(node.target, "__name__", str(node.target)).split(".")[0]
    return f"{pattern_of(path)}/{name}" if path else name


@dataclasses.dataclass(frozen=True)
class Division:
    """How a region may be divided into stages. dying: the inputs that nobody reads after
    it. least: the bytes that stages must save."""

    dying: Collection[torch.fx.Node]
    least: int


def _parameter(node: torch.fx.Node) -> list[str]:
    """The mark of a weight that keeps its value, for good or for as many calls as it is held."""
    calls = node.meta.get(HELD)
    return [f"lowp.parameter = {calls} : i64" if calls else "lowp.parameter"]


class _Writer:
    """Writes the function @region. division: see import_region."""

    def __init__(
        self,
        inputs: Sequence[torch.fx.Node],
        frozen: Collection[torch.fx.Node],
        division: Division | None,
    ) -> None:
        self.division = division
        self.importer = Importer()
        self.orders: list[list[int]] = []
        self.signature: list[str] = []
        self.arguments: set[str] = set()
        self.holds = any(HELD in node.meta for node in inputs if node in frozen)
        dying = division.dying if division is not None else ()
        for number, node in enumerate(inputs):
            marks = _parameter(node) if node in frozen else []
            marks += ["lowp.dies"] * (node in dying)
            self._add_argument(node, f"%arg{number}", marks)

    def _add_argument(self, node: torch.fx.Node, name: str, marks: list[str]) -> None:
        tensor = node.meta["val"]
        order = stored_order(tensor)
        shape = expressions(tensor.shape)
        stored = tuple(shape[d] for d in order)
        kind = tensor_type(stored, tensor.dtype)
        self.orders.append(order)
        self.arguments.add(name)
        mark = f" {{{', '.join(marks)}}}" if marks else ""
        self.signature.append(f"{name}: {kind}{mark}")
        self.importer.sizes.bind(name, kind, stored)
        value = self.importer.value_of(name, stored, tensor.dtype)
        self.importer.values[node] = value.permute([order.index(d) for d in range(len(order))])

    def write(self, node: torch.fx.Node) -> None:
        handler = find(node.target)
        if handler is None:
            raise Refusal(f"expected an operation that lowp imports, got {node.target}", node)
        with self._told_of(node):
            self.importer.values[node] = _check(node, handler(self.importer, node))

    def result(self, node: torch.fx.Node, returned: set[str]) -> tuple[Whole, list[int]]:
        """The value of a node, stored as torch wants it, in memory of its own."""
        order = stored_order(node.meta["val"])
        with self._told_of(node):
            value = self.importer.value(node).permute(order)
            value = self.importer.materialize(value)
            root = self.importer.root(value.name)
            if root in self.arguments or root in returned:
                value = self.importer.copy(value)
            returned.add(self.importer.root(value.name))
            return self.importer.whole(value), order

    @contextlib.contextmanager
    def _told_of(self, node: torch.fx.Node) -> Iterator[None]:
        """Writes lines that are a node's, and makes whatever goes wrong with it a refusal
        of that node."""
        self.importer.text.location, self.importer.text.owner = location_of(node), node
        what = f"{node.name} ({node.target})"
        try:
            yield
        except Refusal as refusal:
            raise Refusal(f"{what}: {refusal}", node) from None
        except Exception as error:
            raise Mistake(f"importing {what} failed: {describe(error)}", node) from error

    def describe(self, node: torch.fx.Node, shape: Shape, order: list[int]) -> Result:
        """A result of which the program stores dimensions of these sizes."""
        with self._told_of(node):
            sizes = [_encode_size(size, self.symbols) for size in shape]
        return Result(sizes, order, str(node.meta["val"].dtype).removeprefix("torch."))

    @property
    def symbols(self) -> list[sympy.Expr]:
        places = self.importer.sizes.places
        return sorted(places, key=lambda symbol: places[symbol])


def _check(node: torch.fx.Node, made: Any) -> Any:
    """What was made of a node, with the sizes as torch writes them."""
    metas, values = node.meta["val"], made
    if isinstance(made, Value):
        metas, values = [metas], [made]
    checked = [_check_one(value, meta) for value, meta in zip(values, metas)]
    return checked[0] if isinstance(made, Value) else checked


def _check_one(value: Value, meta: torch.Tensor) -> Value:
    shape = expressions(meta.shape)
    ranks = len(value.shape), len(shape)
    differs = ranks[0] != ranks[1] or any(
        sympy.expand(one - other) != 0 for one, other in zip(value.shape, shape)
    )
    if differs or value.dtype is not meta.dtype:
        raise AssertionError(f"expected {shape} of {meta.dtype}, got {value}")
    return dataclasses.replace(value, shape=shape)


def import_region(
    nodes: Sequence[torch.fx.Node],
    inputs: Sequence[torch.fx.Node],
    outputs: Sequence[torch.fx.Node],
    device: str,
    options: dict[str, Any],
    frozen: Collection[torch.fx.Node] = (),
    division: Division | None = None,
) -> tuple[Region, list[Line]]:
    """The region that computes `outputs` of tensors `inputs`, and the lines of its
    text. nodes: in the order of the graph. frozen: inputs that keep
    their values. division: of a region that may be divided. Raises Refusal."""
    writer = _Writer(inputs, frozen, division)
    for node in nodes:
        writer.write(node)
    returned: set[str] = set()
    wholes: list[Whole] = []
    results: list[Result] = []
    for node in outputs:
        shape = expressions(node.meta["val"].shape)
        # What has no elements is allocated, and written by nobody.
        order = list(range(len(shape)))
        if not has_no_elements(shape):
            whole, order = writer.result(node, returned)
            wholes.append(whole)
        results.append(writer.describe(node, tuple(shape[d] for d in order), order))
    places = [writer.importer.sizes.places[symbol] for symbol in writer.symbols]
    # A permuted argument has its dimensions elsewhere in the graph.
    by_dimension = [
        [number, writer.orders[number][place], divisor] for number, place, divisor in places
    ]
    head, end = (map(Line, each) for each in (_head(writer, wholes), _end(wholes)))
    lines = [*head, *writer.importer.text.lines, *end, Line("")]
    text = "\n".join(map(str, lines))
    region = Region(text, device, options, writer.orders, by_dimension, results, holds=writer.holds)
    return region, lines


def _encode_size(size: sympy.Expr, symbols: list[sympy.Expr]) -> Any:
    if size.is_Integer:
        return int(size)
    return [
        [factor, [_encode_factor(each, symbols) for each in used]]
        for factor, used in terms_of(size, symbols)
    ]


def _encode_factor(size: sympy.Expr, symbols: list[sympy.Expr]) -> Any:
    if size in symbols:
        return symbols.index(size)
    return [function_of(size), *(_encode_size(operand, symbols) for operand in size.args)]


def _head(writer: _Writer, results: list[Whole]) -> list[str]:
    types = ", ".join(value.type for value in results)
    marks = ""
    if writer.division is not None:
        marks = f"attributes {{lowp.divisible = {writer.division.least} : i64}} "
    return [
        f"// Imported by lowp {lowp.__version__} from torch {torch.__version__}.",
        f"func.func @region({', '.join(writer.signature)}) -> ({types}) {marks}{{",
    ]


def _end(results: list[Whole]) -> list[str]:
    types = ", ".join(value.type for value in results)
    names = ", ".join(value.name for value in results)
    return [f"  return {names} : {types}", "}"]
