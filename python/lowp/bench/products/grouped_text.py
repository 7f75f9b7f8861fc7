"""The MLIR module of one grouped product: `name(x, w, g) -> result`."""

from __future__ import annotations

from lowp._mlir.function import Function
from lowp._mlir.types import Type, tensor
from lowp.bench.products.kinds import Kind
from lowp.bench.products.module_text import operand_type
from lowp.bench.products.problem import START


def grouped_text(
    name: str,
    grouping: str,
    kind: Kind | None,
    sizes: tuple[int, int | None, int, int],
    element: str = "bf16",
    result: str = "bf16",
    fast: bool = False,
    start: int = START,
) -> str:
    """grouping: "rows" of one matrix, "counts" of rows of a batch, or "k", rows of both operands that
    each group sums up; operands with scales are turned before. kind: of the scales; None: operands
    of `element`. sizes: groups, rows, N and K. start: what groups of sums begin at multiples of."""
    groups, rows, n, k = sizes
    batch = (groups,) if grouping == "counts" else ()
    shapes: tuple[tuple[int | None, ...], ...] = ((*batch, rows, k), (groups, n, k))
    if grouping == "k":
        shapes = ((n, rows), (k, rows)) if kind else ((rows, n), (rows, k))

    def type_of(shape: tuple[int | None, ...], granularity: str) -> Type:
        sums = groups if grouping == "k" else 0
        return operand_type(shape, granularity, sums=sums, start=start)

    plain = (tensor(*shape, element=element) for shape in shapes)
    types = map(type_of, shapes, (kind.lhs, kind.rhs)) if kind else plain
    function = Function(name)
    x, w = map(function.argument, types, ("x", "w"))
    numbers = function.argument(tensor(groups, element="i32"), "g")
    if grouping == "k" and not kind:
        function.rows = function.size(x) if rows is None else None
        x, w = function.turn(x), function.turn(w)
    out = (groups, n, k) if grouping == "k" else (*batch, rows, n)
    told = ("counts" if batch else "ends", numbers)
    function.give(function.product(x, w, tensor(*out, element=result), told, fast=fast))
    return str(function)
