"""The best elements, the order of the experts that they are, and running counts: what a
mixture of experts routes its rows by.

Sorts of other numbers, and searches among many, are left to torch: lowp compares each
element with each.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import reductions, views
from lowp.torch.compiling.importer.arguments import argument_of, arguments_of
from lowp.torch.compiling.importer.elementwise import CONVERSIONS
from lowp.torch.compiling.importer.importer import Importer, Whole
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import name_of
from lowp.torch.compiling.importer.values import Value, expressions, tensor_type

aten = torch.ops.aten
Handler = Callable[[Importer, torch.fx.Node], Any]
# Elements along a dimension that are compared with each other, and the best of them.
_MOST_ELEMENTS, _MOST_BEST = 1024, 32
# Experts whose rows one kernel orders.
_MOST_EXPERTS = 4096
# Casts of numbers up to these keep them.
_MOST_OF_TYPES = {
    torch.int64: 2**62,
    torch.int32: 2**31,
    torch.int16: 2**15,
    torch.int8: 2**7,
    torch.float64: 2**53,
    torch.float32: 2**24,
    torch.float16: 2**11,
    torch.bfloat16: 2**8,
}
SORTS = frozenset({aten.sort.default, aten.sort.stable})
# What gives some elements of its first argument, each as it is.
_PASSES = CONVERSIONS | views.VIEWS.keys() | {aten.clone.default}


def _dimension(node: torch.fx.Node) -> int:
    return int(argument_of(node, "dim")) % max(node.args[0].meta["val"].dim(), 1)  # type: ignore[union-attr]


def _size(node: torch.fx.Node) -> int | None:
    """The elements along the dimension of a node; None where calls decide, and of a scalar."""
    shape = node.args[0].meta["val"].shape  # type: ignore[union-attr]
    size = shape[_dimension(node)] if shape else None
    return size if isinstance(size, int) else None


def count_experts(node: Any) -> int | None:
    """How many experts there are, of whose numbers the elements of `node` are some: as
    many as a topk has chosen from. None if it is not known."""
    most = 2**62
    while isinstance(node, torch.fx.Node) and node.target in _PASSES:
        most = min(most, _MOST_OF_TYPES.get(node.meta["val"].dtype, 0))
        node = node.args[0]
    if not isinstance(node, torch.fx.Node) or node.target is not operator.getitem:
        return None
    source, number = node.args
    if number != 1 or source.target is not aten.topk.default:  # type: ignore[union-attr]
        return None
    experts = _size(source)  # type: ignore[arg-type]
    return experts if experts and experts <= most else None


def reason_against(node: torch.fx.Node) -> str | None:
    """Why an operation of this module is left to torch."""
    if node.target is aten.topk.default:
        return _reason_of_topk(node)
    if node.target in SORTS:
        return _reason_of_sort(node)
    if node.target is aten.histc.default:
        return _reason_of_histogram(node)
    if node.target is aten.cumsum.default:
        value = node.args[0].meta["val"]  # type: ignore[union-attr]
        if value.dtype.is_floating_point:
            return "it adds up floats one by one, which torch does in parallel"
        size = _size(node)
        if size is None or not 0 < size <= _MOST_ELEMENTS:
            return f"it adds up more than {_MOST_ELEMENTS} elements, or an unknown number"
    return None


def _emit_of_pairs(
    importer: Importer,
    head: str,
    operand: Value,
    outs: tuple[Whole, Whole],
    compute: str,
    yielded: str,
) -> str:
    """The name of the results of `head` on an operand, like `outs`. compute: what makes
    an element of type `yielded` of two, up to them."""
    element = name_of(operand.dtype)
    value = importer.whole(operand)
    one, other, result = (importer.text.new_name() for _ in range(3))
    names = ", ".join(out.name for out in outs)
    types = ", ".join(out.type for out in outs)
    return importer.text.emit_results(
        2,
        f"{head} ins({value.name} : {value.type}) outs({names} : {types})",
        [
            f"  ^bb0({one}: {element}, {other}: {element}):",
            f"    {result} = {compute}{one}, {other} : {element}",
            f"    tm_tensor.yield {result} : {yielded}",
        ],
        f" -> {types}",
    )


def _reason_of_topk(node: torch.fx.Node) -> str | None:
    count, size = node.args[1], _size(node)
    if size is None or not 0 < size <= _MOST_ELEMENTS:
        return f"it chooses from more than {_MOST_ELEMENTS} elements, or an unknown number"
    if not isinstance(count, int) or not 0 < count <= _MOST_BEST:
        return f"it chooses more than {_MOST_BEST} elements, or an unknown number"
    return None


def _reason_of_sort(node: torch.fx.Node) -> str | None:
    value = node.args[0].meta["val"]  # type: ignore[union-attr]
    if value.dim() != 1 or argument_of(node, "descending"):
        return "it sorts no vector, or the largest come first"
    experts = count_experts(node.args[0])
    if value.dtype not in (torch.int32, torch.int64) or not experts:
        return "it sorts other numbers than those of experts that a topk has chosen"
    if experts > _MOST_EXPERTS:
        return f"it sorts the numbers of more than {_MOST_EXPERTS} experts"
    return None


def _reason_of_histogram(node: torch.fx.Node) -> str | None:
    _value, bins, least, most = arguments_of(node).values()
    value = node.args[0].meta["val"]  # type: ignore[union-attr]
    if value.dim() != 1 or (count_experts(node.args[0]), least, most) != (bins, 0, bins - 1):
        return "it counts other numbers than those of all experts that a topk chooses from"
    return None


def _compare(dtype: torch.dtype, largest: bool) -> str:
    kind = "arith.cmpf o" if dtype.is_floating_point else "arith.cmpi s"
    return kind + ("gt" if largest else "lt")


def topk(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The values and their places."""
    largest = bool(argument_of(node, "largest"))
    value = importer.value(node.args[0])
    dtype, dimension = value.dtype, _dimension(node)
    shape = expressions(node.meta["val"][0].shape)
    if value.is_empty:
        return [Value.nothing(shape, kind) for kind in (dtype, torch.int64)]
    # What comes after all elements of an order.
    behind = (reductions.greatest if largest else reductions.smallest)(dtype).start
    best = importer.whole_fill(behind, shape, dtype)
    places = importer.whole_empty(shape, torch.int64)
    head = f"tm_tensor.topk dimension({dimension})"
    compare = f"{_compare(dtype, largest)}, "
    name = _emit_of_pairs(importer, head, value, (best, places), compare, "i1")
    return [
        importer.value_of(f"{name}#{number}", shape, kind)
        for number, kind in enumerate((dtype, torch.int64))
    ]


def sort(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The numbers of experts in order, and where they were: lowp.order_rows."""
    value = importer.value(node.args[0])
    if value.is_empty:
        return [value, Value.nothing(value.shape, torch.int64)]
    ids = importer.whole(value)
    rows = tensor_type(ids.shape, torch.int32)
    ends = f"tensor<{count_experts(node.args[0])}xi32>"
    name = importer.text.emit_results(
        3, f"lowp.order_rows {ids.name} : {ids.type} -> {rows}, {rows}, {ends}"
    )
    order = importer.value_of(f"{name}#0", ids.shape, torch.int32)

    def look_up(body: Body, scalars: list[Scalar]) -> Scalar:
        row = body.to_index(scalars[0])
        return body.emit(f"tensor.extract {ids.name}[{row}] : {ids.type}", value.dtype)

    out = importer.empty(ids.shape, value.dtype)
    return [
        importer.generic([order], out, ids.shape, look_up),
        importer.cast(order, torch.int64),
    ]


def histogram(importer: Importer, node: torch.fx.Node) -> Value:
    """histc: how many rows each expert has."""
    shape, dtype = importer.result(node)
    source: Any = node.args[0]
    # Numbers of experts are compared as what they are.
    while source.target in CONVERSIONS and source.args[0] in importer.values:
        source = source.args[0]
    ids = importer.value(source)
    both = ids.shape + shape

    def is_mine(body: Body, scalars: list[Scalar]) -> Scalar:
        return body.compare("eq", scalars[0], body.cast(importer.index(body, both, 1), ids.dtype))

    column = ids.spread((ids.shape[0], sympy.Integer(1)), [0])
    ones = importer.generic([column], importer.empty(both, torch.bool), both, is_mine)
    counts = reductions.reduce(importer, ones, [0], torch.int64, reductions.SUM)
    return importer.cast(counts.keep([1]), dtype)


def running_sum(importer: Importer, node: torch.fx.Node) -> Value:
    """cumsum of integers, as counts are."""
    shape, dtype = importer.result(node)
    value = importer.cast(importer.value(node.args[0]), dtype)
    if value.is_empty or not shape:
        return value
    dimension = _dimension(node)
    rest = shape[:dimension] + shape[dimension + 1 :]
    totals, last = importer.whole_empty(shape, dtype), importer.whole_fill(0, rest, dtype)
    head = f"tm_tensor.scan dimension({dimension}) inclusive(true)"
    name = _emit_of_pairs(importer, head, value, (totals, last), "arith.addi ", name_of(dtype))
    return importer.value_of(f"{name}#0", shape, dtype)


def _checked(write: Handler) -> Handler:
    """Refuses what is left to torch."""

    def check(importer: Importer, node: torch.fx.Node) -> Any:
        if (reason := reason_against(node)) is not None:
            raise Refusal(reason)
        return write(importer, node)

    return check


OPERATIONS: dict[Any, Handler] = {
    aten.topk.default: _checked(topk),
    **dict.fromkeys(SORTS, _checked(sort)),
    aten.cumsum.default: _checked(running_sum),
    aten.histc.default: _checked(histogram),
}
