"""Operators of layers of experts as the grouped matmuls that they are, with what eager mode
does beside them, so that results are equal in all bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
import torch

from lowp.torch.compiling.converted import (
    GROUPED_LINEAR,
    GROUPED_LINEAR_BACKWARD,
    GROUPED_LINEAR_OF_SCALED,
    linears_of,
)
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.grouped import Operand, multiply
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.quantized import widen_experts
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Shape, Value, expressions, tensor_type
from lowp.torch.compiling.importer.views import cut
from lowp.torch.compiling.linears import linear_of

# Columns of ones whose product sums up rows, as lowp._linear.grouped_gradients has them.
_ONES = 8


def _clear(importer: Importer, value: Value, ends: Value) -> Value:
    """Rows after the last group are 0."""
    last = cut(importer, ends, 0, ends.shape[0] - 1, sympy.Integer(1)).keep([])
    shape, dtype = value.shape, value.dtype

    def choose(body: Body, element: Scalar, end: Scalar) -> Scalar:
        row = importer.index(body, shape, 0)
        is_kept = body.compare("lt", row, body.cast(end, torch.int64))
        return body.select(is_kept, element, body.constant(0, dtype))

    return importer.map_elements([value, last], shape, dtype, choose)


def _repeat(importer: Importer, table: Value, ends: Value, rows: sympy.Expr) -> Value:
    """The row of a group for each of its rows."""
    shape: Shape = (rows, table.shape[1])
    numbers, whole = importer.whole(ends), importer.whole(table)
    count = "" if rows.is_Integer else f" rows({importer.sizes.index(rows)})"
    name = importer.text.emit(
        f"lowp.repeat_rows {whole.name} ends({numbers.name} : {numbers.type}){count} : "
        f"{whole.type} -> {tensor_type(shape, table.dtype)}"
    )
    return importer.value_of(name, shape, table.dtype)


def grouped_linear(importer: Importer, node: torch.fx.Node) -> Value:
    """lowp::grouped_linear: the bias is added in f32, and the sum rounded once."""
    x, w, ends, bias, _recipe, *others = node.args
    shape, dtype = importer.result(node)
    numbers = importer.value(ends)
    operands = Operand(importer.value(x), None), Operand(importer.value(w), None)
    (known,) = linears_of(node)
    compute = dtype if bias is None else wide(dtype)
    result = multiply(importer, operands, numbers, (shape, compute), known)
    if bias is not None:
        added = _repeat(importer, importer.value(bias), numbers, shape[0])
        result = importer.map_elements([result, added], shape, dtype, functions.add, compute)
    clears = others[0] if others else True
    return _clear(importer, result, numbers) if clears else result


def grouped_linear_backward(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The gradients of rows, weights and bias; those that nobody needs have no elements."""
    g, x, w, ends, _recipe, needed = node.args
    shapes = [expressions(each.shape) for each in node.meta["val"]]
    dtype = node.meta["val"][0].dtype
    numbers, gradient = importer.value(ends), Operand(importer.value(g), None)
    known = iter(linears_of(node))
    result = [Value.nothing(shape, dtype) for shape in shapes]
    if needed[0]:  # type: ignore[index]
        weight = Operand(importer.value(w), None).turned()
        operands = gradient, weight
        product = multiply(importer, operands, numbers, (shapes[0], dtype), next(known))
        result[0] = _clear(importer, product, numbers)
    if needed[1]:  # type: ignore[index]
        rows = Operand(importer.value(x), None).turned()
        operands = gradient.turned(), rows
        result[1] = multiply(importer, operands, numbers, (shapes[1], dtype), next(known))
    if needed[2]:  # type: ignore[index]
        sizes: Shape = (gradient.value.shape[0], sympy.Integer(_ONES))
        ones = Operand(importer.fill(1.0, sizes, dtype), None).turned()
        operands = gradient.turned(), ones
        sums = multiply(importer, operands, numbers, ((*shapes[2], sizes[1]), dtype), next(known))
        result[2] = cut(importer, sums, 2, sympy.Integer(0), sympy.Integer(1)).keep([0, 1])
    return result


def grouped_linear_of_scaled(importer: Importer, node: torch.fx.Node) -> Value:
    """lowp::grouped_linear_of_scaled of rows in 16 bits and a quantized weight, whose values fold
    into the matmul."""
    arguments: Any = node.args
    (x,), (data, scales), ends, _bias, recipe, clears, dtype = arguments
    parts = importer.value(data), importer.value(scales)
    weight = widen_experts(importer, parts, recipe, dtype)
    numbers, result = importer.value(ends), importer.result(node)
    operands = Operand(importer.value(x), None), Operand(weight, None)
    made = multiply(importer, operands, numbers, result, linear_of(node))
    return _clear(importer, made, numbers) if clears else made


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    GROUPED_LINEAR: grouped_linear,
    GROUPED_LINEAR_BACKWARD: grouped_linear_backward,
    GROUPED_LINEAR_OF_SCALED: grouped_linear_of_scaled,
}
