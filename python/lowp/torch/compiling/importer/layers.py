"""Operators of converted layers as the matmuls that they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
import torch

from lowp.torch.compiling.converted import LINEAR, LINEAR_BACKWARD, linears_of
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.importer import Importer, Shape
from lowp.torch.compiling.importer.matmuls import multiply
from lowp.torch.compiling.importer.reductions import reduce
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Value, expressions
from lowp.torch.compiling.importer.views import reshape


def _rows(importer: Importer, argument: Any) -> Value:
    """A tensor of any rank as a matrix."""
    value = importer.value(argument)
    rows: Any = sympy.expand(sympy.prod(value.shape[:-1]))
    return reshape(importer, value, (rows, value.shape[-1]))


def linear(importer: Importer, node: torch.fx.Node) -> Value:
    """lowp::linear: the bias is added in f32, and the sum rounded once."""
    x, w, bias = node.args[:3]
    shape, dtype = importer.result(node)
    rows, weight = _rows(importer, x), importer.value(w)
    sizes: Shape = (rows.shape[0], weight.shape[0])
    (known,) = linears_of(node)
    compute = dtype if bias is None else wide(dtype)
    made = multiply(importer, rows, weight.permute([1, 0]), sizes, compute, known)
    if bias is not None:
        addend = importer.value(bias)
        made = importer.map_elements([made, addend], sizes, dtype, functions.add, compute)
    return reshape(importer, made, shape)


def linear_backward(importer: Importer, node: torch.fx.Node) -> list[Value | None]:
    """The gradients of input, weight and bias; None for those that nobody needs."""
    g, x, w, _recipe, needed = node.args
    shapes = [expressions(each.shape) for each in node.meta["val"]]
    dtype = node.meta["val"][0].dtype
    gradient = _rows(importer, g)
    known = {each.role: each for each in linears_of(node)}
    made: list[Value | None] = [None, None, None]
    if "dgrad" in known:
        weight = importer.value(w)
        sizes: Shape = (gradient.shape[0], weight.shape[1])
        product = multiply(importer, gradient, weight, sizes, dtype, known["dgrad"])
        made[0] = reshape(importer, product, shapes[0])
    if "wgrad" in known:
        turned = gradient.permute([1, 0])
        rows = _rows(importer, x)
        made[1] = multiply(importer, turned, rows, shapes[1], dtype, known["wgrad"])
    if needed[2]:  # type: ignore[index]
        total = reduce(importer, gradient, [0], wide(dtype), 0, functions.add)
        made[2] = importer.cast(total.keep([1]), dtype)
    return made


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    LINEAR: linear,
    LINEAR_BACKWARD: linear_backward,
}
