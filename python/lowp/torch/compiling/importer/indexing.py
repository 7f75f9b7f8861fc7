"""Operations that compute with indices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.importer.importer import Importer, Size
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Value

aten = torch.ops.aten
prims = torch.ops.prims


def count(importer: Importer, node: torch.fx.Node) -> Value:
    """iota and arange.start_step: start, start + step, ..."""
    shape, dtype = importer.result(node)
    start, step = argument_of(node, "start"), argument_of(node, "step")
    for number in (start, step):
        if not isinstance(number, (int, float)):
            raise Refusal(f"expected to count by numbers, got {number}")
    compute = wide(dtype) if dtype.is_floating_point else torch.int64

    def write(body: Body) -> Scalar:
        number = body.cast(importer.index(body, shape, 0), compute)
        number = functions.multiply(body, number, body.constant(step, compute))
        return functions.add(body, number, body.constant(start, compute))

    return importer.map_elements([], shape, dtype, write)


def triangle(keeps: str) -> Callable[[Importer, torch.fx.Node], Value]:
    """tril and triu. keeps: how the column compares with the row's diagonal."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        value = importer.value(node.args[0])
        given = argument_of(node, "diagonal")
        diagonal = importer.operand(given)
        if isinstance(diagonal, (Value, Size)):
            raise Refusal(f"expected a diagonal that is a number, got {given}")
        rank = len(shape)

        def pick(body: Body, element: Scalar) -> Scalar:
            row, column = (importer.index(body, shape, d) for d in (rank - 2, rank - 1))
            row = functions.add(body, row, body.constant(diagonal, torch.int64))
            kept = body.compare(keeps, column, row)
            return body.select(kept, element, body.constant(0, dtype))

        return importer.map_elements([value], shape, dtype, pick)

    return write


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    prims.iota.default: count,
    aten.arange.start_step: count,
    aten.tril.default: triangle("le"),
    aten.triu.default: triangle("ge"),
}
