"""Nodes of a graph as one function."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sympy
import torch

import lowp
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.shapes import terms_of
from lowp.torch.compiling.importer.table import find
from lowp.torch.compiling.importer.values import Value, expressions, tensor_type
from lowp.torch.compiling.linears import linear_of, module_path
from lowp.torch.compiling.programs import Region, Result


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
    parts = ["*" if part.isdigit() else part for part in path.split(".") if part]
    name = getattr(node.target, "__name__", str(node.target)).split(".")[0]
    return "/".join([".".join(parts), name]) if parts else name


class _Writer:
    """Writes the function @region."""

    def __init__(
        self, inputs: Sequence[torch.fx.Node], frozen: Collection[torch.fx.Node]
    ) -> None:
        self.importer = Importer()
        self.orders: list[list[int]] = []
        self.signature: list[str] = []
        self.arguments: set[str] = set()
        for number, node in enumerate(inputs):
            self._add_argument(node, f"%arg{number}", node in frozen)

    def _add_argument(self, node: torch.fx.Node, name: str, is_frozen: bool) -> None:
        tensor = node.meta["val"]
        order = stored_order(tensor)
        shape = expressions(tensor.shape)
        stored = Value.plain(name, tuple(shape[d] for d in order), tensor.dtype)
        self.orders.append(order)
        self.arguments.add(name)
        mark = " {lowp.parameter}" if is_frozen else ""
        self.signature.append(f"{name}: {stored.type}{mark}")
        self.importer.sizes.bind(stored)
        inverse = [order.index(d) for d in range(len(order))]
        self.importer.values[node] = stored.permute(inverse)

    def write(self, node: torch.fx.Node) -> None:
        handler = find(node.target)
        if handler is None:
            raise Refusal(f"expected an operation that lowp imports, got {node.target}")
        self.importer.text.location = location_of(node)
        try:
            value = handler(self.importer, node)
        except Refusal as refusal:
            raise Refusal(f"{node.name} ({node.target}): {refusal}", node) from None
        if isinstance(value, Value):
            shape, dtype = self.importer.result(node)
            assert (value.shape, value.dtype) == (shape, dtype), (node, value, shape, dtype)
        self.importer.values[node] = value

    def result(self, node: torch.fx.Node, returned: set[str]) -> tuple[Value, list[int]]:
        """The value of a node, stored as torch wants it, in memory of its own."""
        order = stored_order(node.meta["val"])
        self.importer.text.location = location_of(node)
        value = self.importer.value(node).permute(order)
        value = self.importer.materialize(value)
        if value.name in self.arguments or value.name in returned:
            value = self.importer.copy(value)
        returned.add(value.name)
        return value, order


def import_region(
    nodes: Sequence[torch.fx.Node],
    inputs: Sequence[torch.fx.Node],
    outputs: Sequence[torch.fx.Node],
    device: str,
    options: dict[str, Any],
    frozen: Collection[torch.fx.Node] = (),
) -> Region:
    """The region that computes `outputs` of tensors `inputs`. nodes: in the order of
    the graph. frozen: inputs that keep their values. Raises Refusal."""
    writer = _Writer(inputs, frozen)
    for node in nodes:
        writer.write(node)
    returned: set[str] = set()
    values = [writer.result(node, returned) for node in outputs]
    places = writer.importer.sizes.places
    symbols = sorted(places, key=lambda symbol: places[symbol])
    # A permuted argument has its dimensions elsewhere in the graph.
    by_dimension = [
        [number, writer.orders[number][stored], divisor]
        for number, stored, divisor in (places[symbol] for symbol in symbols)
    ]
    results = [
        Result(
            [_encode_size(size, symbols) for size in value.shape],
            order,
            str(value.dtype).removeprefix("torch."),
        )
        for value, order in values
    ]
    return Region(
        _module(writer, [value for value, _order in values]),
        device,
        options,
        writer.orders,
        by_dimension,
        results,
    )


def _encode_size(size: sympy.Expr, symbols: list[sympy.Expr]) -> Any:
    if size.is_Integer:
        return int(size)
    return [
        [factor, [symbols.index(symbol) for symbol in used]]
        for factor, used in terms_of(size, symbols)
    ]


def _module(writer: _Writer, values: list[Value]) -> str:
    types = ", ".join(tensor_type(value.stored, value.dtype) for value in values)
    names = ", ".join(value.name for value in values)
    return "\n".join(
        [
            f"// Imported by lowp {lowp.__version__} from torch {torch.__version__}.",
            f"func.func @region({', '.join(writer.signature)}) -> ({types}) {{",
            *writer.importer.text.lines,
            f"  return {names} : {types}",
            "}",
            "",
        ]
    )
