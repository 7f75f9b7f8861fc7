"""Operators of converted layers as the matmuls that they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.converted import LINEAR, LINEAR_BACKWARD, linears_of
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.matmuls import multiply
from lowp.torch.compiling.importer.reductions import SUM, reduce
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Shape, Value, expressions
from lowp.torch.compiling.importer.views import reshape, rows_of


def linear(importer: Importer, node: torch.fx.Node) -> Value:
    """lowp::linear: the bias is added in f32, and the sum rounded once."""
    x, w, bias = node.args[:3]
    shape, dtype = importer.result(node)
    rows, weight = rows_of(importer, importer.value(x)), importer.value(w)
    sizes: Shape = (rows.shape[0], weight.shape[0])
    (known,) = linears_of(node)
    compute = dtype if bias is None else wide(dtype)
    result = multiply(importer, rows, weight.turned(), sizes, compute, known)
    if bias is not None:
        addend = importer.value(bias)
        result = importer.map_elements([result, addend], sizes, dtype, functions.add, compute)
    return reshape(importer, result, shape)


def linear_backward(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The gradients of input, weight and bias; those that nobody needs have no elements."""
    g, x, w, _recipe, needed = node.args[:5]
    shapes = [expressions(each.shape) for each in node.meta["val"]]
    dtype = node.meta["val"][0].dtype
    gradient = rows_of(importer, importer.value(g))
    known = {each.role: each for each in linears_of(node)}
    result = [Value.nothing(shape, dtype) for shape in shapes]
    if "dgrad" in known:
        weight = importer.value(w)
        sizes: Shape = (gradient.shape[0], weight.shape[1])
        product = multiply(importer, gradient, weight, sizes, dtype, known["dgrad"])
        result[0] = reshape(importer, product, shapes[0])
    if "wgrad" in known:
        transposed = gradient.turned()
        rows = rows_of(importer, importer.value(x))
        result[1] = multiply(importer, transposed, rows, shapes[1], dtype, known["wgrad"])
    if needed[2]:  # type: ignore[index]
        total = reduce(importer, gradient, [0], wide(dtype), SUM)
        result[2] = importer.cast(total.keep([1]), dtype)
    return result


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    LINEAR: linear,
    LINEAR_BACKWARD: linear_backward,
}
