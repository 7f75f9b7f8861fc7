"""Matmuls, with their roles and recipes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.importer import Importer, Shape
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Value
from lowp.torch.compiling.linears import Linear, linear_of

aten = torch.ops.aten


def attributes_of(linear: Linear | None) -> str:
    if linear is None:
        return ""
    entries = [f'lowp.name = "{linear.pattern}"', f'lowp.role = "{linear.role}"']
    if linear.recipe is not None:
        entries.append(f"lowp.recipe = {linear.recipe}")
    return f"{{{', '.join(entries)}}} "


def _map(value: Value, loops: list[str]) -> str:
    """loops: those that the dimensions of the view follow."""
    reads = ", ".join(loops[x] for x in value.reads if x is not None)
    names = "b, m, n, k" if "b" in loops else "m, n, k"
    return f"affine_map<({names}) -> ({reads})>"


def _readable(importer: Importer, value: Value) -> Value:
    """As a matmul reads it: with rows and columns in any order, but batches first."""
    first = value.is_permuted and (len(value.shape) == 2 or value.reads[0] == 0)
    return value if first else importer.materialize(value)


def multiply(
    importer: Importer,
    left: Value,
    right: Value,
    shape: Shape,
    dtype: torch.dtype,
    linear: Linear | None,
) -> Value:
    """[b x] m x k times [b x] k x n, in the type `dtype`, rounded once."""
    if linear is not None and linear.is_swapped:
        return _multiply_swapped(importer, left, right, shape, dtype, linear)
    return _emit(importer, left, right, shape, dtype, linear)


def _multiply_swapped(
    importer: Importer,
    left: Value,
    right: Value,
    shape: Shape,
    dtype: torch.dtype,
    linear: Linear,
) -> Value:
    """By the transposed product: recipes have the activation or the gradient left."""
    order = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
    turned = tuple(shape[d] for d in order)
    product = _emit(importer, right.permute(order), left.permute(order), turned, dtype, linear)
    return product.permute(order)


def _emit(
    importer: Importer,
    left: Value,
    right: Value,
    shape: Shape,
    dtype: torch.dtype,
    linear: Linear | None,
) -> Value:
    if left.dtype is not right.dtype:
        raise Refusal(f"expected operands of one type, got {left.dtype} and {right.dtype}")
    batch = ["b"] if len(shape) == 3 else []
    left, right = _readable(importer, left), _readable(importer, right)
    out = importer.fill(0, shape, dtype)
    maps = ", ".join(
        (
            _map(left, [*batch, "m", "k"]),
            _map(right, [*batch, "k", "n"]),
            _map(out, [*batch, "m", "n"]),
        )
    )
    name = importer.text.emit(
        f"linalg.{'batch_' if batch else ''}matmul indexing_maps = [{maps}] "
        f"{attributes_of(linear)}ins({left.name}, {right.name} : {left.type}, {right.type}) "
        f"outs({out.name} : {out.type}) -> {out.type}"
    )
    return Value.plain(name, shape, dtype)


def product(importer: Importer, node: torch.fx.Node) -> Value:
    """mm and bmm."""
    shape, dtype = importer.result(node)
    left, right = (importer.value(argument) for argument in node.args[:2])
    return multiply(importer, left, right, shape, dtype, linear_of(node))


def sum_with_product(importer: Importer, node: torch.fx.Node) -> Value:
    """addmm and baddbmm: the sum is rounded once."""
    shape, dtype = importer.result(node)
    added, left, right = (importer.value(argument) for argument in node.args[:3])
    beta, alpha = node.kwargs.get("beta", 1), node.kwargs.get("alpha", 1)
    compute = wide(dtype)
    made = multiply(importer, left, right, shape, compute, linear_of(node))

    def add(body: Body, element: Scalar, other: Scalar) -> Scalar:
        if alpha != 1:
            element = functions.multiply(body, element, body.constant(alpha, compute))  # type: ignore[arg-type]
        if beta != 1:
            other = functions.multiply(body, other, body.constant(beta, compute))  # type: ignore[arg-type]
        return functions.add(body, element, other)

    return importer.map_elements([made, added], shape, dtype, add, compute)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    aten.mm.default: product,
    aten.bmm.default: product,
    aten.addmm.default: sum_with_product,
    aten.baddbmm.default: sum_with_product,
}
