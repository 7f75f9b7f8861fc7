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
from lowp.torch.compiling.importer.values import Shape, Value, count_of, expressions
from lowp.torch.compiling.importer.views import reshape


def _rows(importer: Importer, argument: Any) -> Value:
    """A tensor of any rank as a matrix."""
    value = importer.value(argument)
    return reshape(importer, value, (count_of(value.shape[:-1]), value.shape[-1]))


def linear(importer: Importer, node: torch.fx.Node) -> Value:
    """lowp::linear: the bias is added in f32, and the sum rounded once."""
    x, w, bias = node.args[:3]
    shape, dtype = importer.result(node)
    rows, weight = _rows(importer, x), importer.value(w)
    sizes: Shape = (rows.shape[0], weight.shape[0])
    (known,) = linears_of(node)
    compute = dtype if bias is None else wide(dtype)
    result = multiply(importer, rows, weight.permute([1, 0]), sizes, compute, known)
    if bias is not None:
        addend = importer.value(bias)
        result = importer.map_elements([result, addend], sizes, dtype, functions.add, compute)
    return reshape(importer, result, shape)


def linear_backward(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """The gradients of input, weight and bias; those that nobody needs have no elements."""
    g, x, w, _recipe, needed = node.args[:5]
    shapes = [expressions(each.shape) for each in node.meta["val"]]
    dtype = node.meta["val"][0].dtype
    gradient = _rows(importer, g)
    known = {each.role: each for each in linears_of(node)}
    result = [Value.nothing(shape, dtype) for shape in shapes]
    if "dgrad" in known:
        weight = importer.value(w)
        sizes: Shape = (gradient.shape[0], weight.shape[1])
        product = multiply(importer, gradient, weight, sizes, dtype, known["dgrad"])
        result[0] = reshape(importer, product, shapes[0])
    if "wgrad" in known:
        transposed = gradient.permute([1, 0])
        rows = _rows(importer, x)
        result[1] = multiply(importer, transposed, rows, shapes[1], dtype, known["wgrad"])
    if needed[2]:  # type: ignore[index]
        total = reduce(importer, gradient, [0], wide(dtype), SUM)
        result[2] = importer.cast(total.keep([1]), dtype)
    return result


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    LINEAR: linear,
    LINEAR_BACKWARD: linear_backward,
}
