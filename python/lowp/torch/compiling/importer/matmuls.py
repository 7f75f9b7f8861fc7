"""Matmuls, with their roles and recipes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import torch

from lowp._mlir.function import affine_map
from lowp._mlir.text import listed
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.importer.importer import Importer, Operand, Whole
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Shape, Value
from lowp.torch.compiling.linears import Linear, linear_of

aten = torch.ops.aten


def attributes_of(linear: Linear | None) -> str:
    if linear is None:
        return ""
    entries = [f'lowp.name = "{linear.pattern}"', f'lowp.role = "{linear.role}"']
    if linear.recipe is not None:
        entries.append(f"lowp.recipe = {linear.recipe}")
    return f"{{{', '.join(entries)}}} "


def _map(order: Iterable[int], loops: list[str]) -> str:
    """loops: those that the dimensions of the view follow. order: how it is stored."""
    return affine_map("bmnk" if "b" in loops else "mnk", (loops[d] for d in order))


def _operand(importer: Importer, value: Value, loops: list[str]) -> tuple[Whole, str]:
    """A value as a matmul reads it, with rows and columns in any order, but batches
    first; and the map of its indices. loops: those that the dimensions follow."""
    first = value.is_permuted and (len(loops) == 2 or value.repeats(0) or value.reads[0] == 0)
    whole, order = importer.whole_as_stored(value if first else importer.copy(value))
    return whole, _map(order, loops)


def multiply(
    importer: Importer,
    left: Value,
    right: Value,
    shape: Shape,
    dtype: torch.dtype,
    linear: Linear | None,
) -> Value:
    """[b x] m x k times [b x] k x n, in the type `dtype`, rounded once."""
    is_swapped = linear is not None and linear.is_swapped
    if is_swapped:
        # By the transposed product: recipes have the activation or the gradient left.
        left, right, shape = right.turned(), left.turned(), (*shape[:-2], shape[-1], shape[-2])
    if left.dtype is not right.dtype:
        raise Refusal(f"expected operands of one type, got {left.dtype} and {right.dtype}")
    # No elements, or sums of none.
    if left.is_empty or right.is_empty:
        made = importer.fill(0, shape, dtype)
        return made.turned() if is_swapped else made
    batch = ["b"] if len(shape) == 3 else []
    one, first = _operand(importer, left, [*batch, "m", "k"])
    other, second = _operand(importer, right, [*batch, "k", "n"])
    out = importer.whole_fill(0, shape, dtype)
    third = _map(range(len(shape)), [*batch, "m", "n"])
    name = importer.text.emit(
        f"linalg.{'batch_' if batch else ''}matmul indexing_maps = [{first}, {second}, {third}] "
        f"{attributes_of(linear)}ins({listed([one, other])}) "
        f"outs({listed([out])}) -> {out.type}"
    )
    made = importer.value_of(name, shape, dtype)
    return made.turned() if is_swapped else made


def product(importer: Importer, node: torch.fx.Node) -> Value:
    """mm and bmm."""
    shape, dtype = importer.result(node)
    left, right = (importer.value(argument) for argument in node.args[:2])
    return multiply(importer, left, right, shape, dtype, linear_of(node))


def sum_with_product(importer: Importer, node: torch.fx.Node) -> Value:
    """addmm and baddbmm: the sum is rounded once."""
    shape, dtype = importer.result(node)
    added, left, right = (importer.value(argument) for argument in node.args[:3])
    beta, alpha = argument_of(node, "beta"), argument_of(node, "alpha")
    compute = wide(dtype)
    # A factor of 0 is no multiplication: what it stands beside may be NaN.
    if alpha == 0:
        result = importer.fill(0, shape, compute)
    else:
        result = multiply(importer, left, right, shape, compute, linear_of(node))
    terms = [(result, 1 if alpha == 0 else alpha), (added, beta)][: 1 if beta == 0 else 2]
    operands: list[Operand] = []
    for value, factor in terms:
        operands += [value] if factor == 1 else [value, importer.operand(factor)]

    def add(body: Body, *scalars: Scalar) -> Scalar:
        following = iter(scalars)
        products = [
            next(following)
            if factor == 1
            else functions.multiply(body, next(following), next(following))
            for _value, factor in terms
        ]
        return functools.reduce(functools.partial(functions.add, body), products)

    return importer.map_elements(operands, shape, dtype, add, compute)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    aten.mm.default: product,
    aten.bmm.default: product,
    aten.addmm.default: sum_with_product,
    aten.baddbmm.default: sum_with_product,
}
