"""Reductions."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer import functions
from lowp.torch.compiling.importer.arguments import argument_of, arguments_of
from lowp.torch.compiling.importer.importer import Importer, Size
from lowp.torch.compiling.importer.scalars import Body, Scalar
from lowp.torch.compiling.importer.types import wide
from lowp.torch.compiling.importer.values import Shape, Value, count_of

aten = torch.ops.aten
Combine = Callable[[Body, Scalar, Scalar], Scalar]
Handler = Callable[[Importer, torch.fx.Node], Any]


class Reduction(NamedTuple):
    """start: what no elements make. combine: one element with what others make. adds_up:
    whether equal elements make another than one of them."""

    start: bool | int | float
    combine: Combine
    adds_up: bool = False


SUM = Reduction(0, functions.add, True)
ANY = Reduction(False, functions.simple("arith.ori"))
ALL = Reduction(True, functions.simple("arith.andi"))


def dimensions_of(argument: Any, rank: int) -> list[int]:
    """The dimensions that a list, a number or None names; no list is all."""
    if argument is None or (isinstance(argument, (list, tuple)) and not argument):
        return list(range(rank))
    listed = argument if isinstance(argument, (list, tuple)) else [argument]
    return sorted({int(dimension) % max(rank, 1) for dimension in listed} & set(range(rank)))


def reduce(
    importer: Importer,
    value: Value,
    dimensions: Sequence[int],
    dtype: torch.dtype,
    reduction: Reduction,
) -> Value:
    """Combines the elements along dimensions in the type `dtype`. The result keeps
    these with one index."""
    one = sympy.Integer(1)
    shape = tuple(one if d in dimensions else size for d, size in enumerate(value.shape))
    if value.is_empty:
        return importer.fill(reduction.start, shape, dtype)
    # Elements that repeat are combined once.
    repeated = [d for d in dimensions if value.repeats(d)]
    times = count_of(value.shape[d] for d in repeated)
    for dimension in repeated:
        value = value.resize(dimension, one)
    result = _reduce_stored(importer, value, shape, dtype, reduction)
    if times == 1 or not reduction.adds_up:
        return result

    stored = Value.plain(result.name, result.stored, dtype)
    made_often = importer.map_elements(
        [stored, Size(times)], result.stored, dtype, functions.multiply, dtype
    )
    return dataclasses.replace(result, name=made_often.name)


def _reduce_stored(
    importer: Importer, value: Value, shape: Shape, dtype: torch.dtype, reduction: Reduction
) -> Value:
    """Combines what is stored; what repeats in the value does in the result, which is
    seen as `shape`."""
    # In the order of the view, however it is stored.
    followed = sorted(value.reads)
    view = value.keep(followed)
    out_shape = tuple(shape[d] for d in followed)
    if out_shape == view.shape:
        return importer.cast(value, dtype)
    out = importer.fill(reduction.start, out_shape, dtype)

    def write(body: Body, scalars: list[Scalar]) -> Scalar:
        return reduction.combine(body, body.cast(scalars[0], dtype), scalars[1])

    return importer.generic([view], out, view.shape, write).spread(shape, followed)


def _in_shape(importer: Importer, node: torch.fx.Node, made: Value, dims: list[int]) -> Value:
    """The reduced value in the node's type, without dimensions that it does not keep."""
    shape, dtype = importer.result(node)
    made = importer.cast(made, dtype)
    if len(shape) == len(made.shape):
        return made
    return made.keep([d for d in range(len(made.shape)) if d not in dims])


def _operands(importer: Importer, node: torch.fx.Node) -> tuple[Value, list[int]]:
    value = importer.value(node.args[0])
    return value, dimensions_of(arguments_of(node).get("dim"), len(value.shape))


def _reduced(make: Callable[[Importer, Value, list[int], torch.dtype], Value]) -> Handler:
    """What `make` computes along the dimensions that a node names, for a result of a type."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        value, dims = _operands(importer, node)
        made = make(importer, value, dims, importer.result(node)[1])
        return _in_shape(importer, node, made, dims)

    return write


def _total(importer: Importer, value: Value, dims: list[int], dtype: torch.dtype) -> Value:
    return reduce(importer, value, dims, wide(dtype), SUM)


def _mean(importer: Importer, value: Value, dims: list[int], dtype: torch.dtype) -> Value:
    result, compute = _total(importer, value, dims, dtype), wide(dtype)
    count = Size(count_of(value.shape[d] for d in dims))
    return importer.map_elements([result, count], result.shape, compute, functions.divide, compute)


def _moments(
    importer: Importer, value: Value, dims: list[int], compute: torch.dtype, less: int | float
) -> tuple[Value, Value]:
    """The mean, and the sum of squared differences from it over their count, `less` a correction."""
    size = count_of(value.shape[d] for d in dims)
    center = _mean(importer, value, dims, compute)

    def square(body: Body, x: Scalar, middle: Scalar) -> Scalar:
        difference = functions.subtract(body, x, middle)
        return functions.multiply(body, difference, difference)

    squares = importer.map_elements([value, center], value.shape, compute, square, compute)
    result = reduce(importer, squares, dims, compute, SUM)

    def divide(body: Body, x: Scalar, count: Scalar) -> Scalar:
        rest = functions.subtract(body, count, body.constant(less, compute))
        return functions.divide(body, x, functions.maximum(body, rest, body.constant(0, compute)))

    return center, importer.map_elements(
        [result, Size(size)], result.shape, compute, divide, compute
    )


def variance_and_mean(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """var_mean.correction."""
    value, dims = _operands(importer, node)
    less = argument_of(node, "correction")
    if less is not None and not isinstance(less, (int, float)):
        raise Refusal(f"expected a correction that is a number, got {less}")
    compute = wide(value.dtype)
    center, spread = _moments(importer, value, dims, compute, 1 if less is None else less)
    kept = [d for d in range(len(value.shape)) if argument_of(node, "keepdim") or d not in dims]
    return [importer.cast(each, value.dtype).keep(kept) for each in (spread, center)]


def layer_norm(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """native_layer_norm: the result, the mean and the reciprocal of the deviation."""
    source, sizes, weight, bias, epsilon = arguments_of(node).values()
    value = importer.value(source)
    compute = wide(value.dtype)
    rank = len(value.shape)
    dims = list(range(rank - len(sizes), rank))
    center, spread = _moments(importer, value, dims, compute, 0)

    def scale(body: Body, x: Scalar) -> Scalar:
        added = functions.add(body, x, body.constant(epsilon, compute))
        return body.apply("math.rsqrt", added)

    factor = importer.map_elements([spread], spread.shape, compute, scale)
    factors = [value, center, factor]
    factors += [importer.value(each) for each in (weight, bias) if each is not None]

    def normalize(body: Body, x: Scalar, middle: Scalar, by: Scalar, *rest: Scalar) -> Scalar:
        x = functions.multiply(body, functions.subtract(body, x, middle), by)
        if weight is not None:
            x = functions.multiply(body, x, rest[0])
        return functions.add(body, x, rest[-1]) if bias is not None else x

    result = importer.map_elements(factors, value.shape, value.dtype, normalize, compute)
    kinds = [meta.dtype for meta in node.meta["val"]]
    if value.is_empty:
        # The mean of no elements is 0 here, and nowhere else in torch.
        center = importer.fill(0, center.shape, compute)
    return [result, importer.cast(center, kinds[1]), importer.cast(factor, kinds[2])]


def greatest(dtype: torch.dtype) -> Reduction:
    if dtype is torch.bool:
        return ANY
    least = -math.inf if dtype.is_floating_point else torch.iinfo(dtype).min
    return Reduction(least, functions.maximum)


def smallest(dtype: torch.dtype) -> Reduction:
    if dtype is torch.bool:
        return ALL
    most = math.inf if dtype.is_floating_point else torch.iinfo(dtype).max
    return Reduction(most, functions.minimum)


def _extreme(find: Callable[[torch.dtype], Reduction]) -> Handler:
    return _reduced(
        lambda importer, value, dims, _: reduce(
            importer, value, dims, value.dtype, find(value.dtype)
        )
    )


def _truth(reduction: Reduction) -> Handler:
    all_of = _reduced(
        lambda importer, value, dims, _: reduce(importer, value, dims, torch.bool, reduction)
    )

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        # An empty list names no dimension here, other than in sums.
        if arguments_of(node).get("dim") == []:
            return importer.cast(importer.value(node.args[0]), torch.bool)
        return all_of(importer, node)

    return write


def _softmax(finish: Combine) -> Handler:
    """What `finish` makes of x less its maximum along a dimension, and of the sum of the
    exponentials of that."""

    def write(importer: Importer, node: torch.fx.Node) -> Value:
        shape, dtype = importer.result(node)
        x = importer.value(node.args[0])
        dims = dimensions_of(node.args[1], len(x.shape))
        compute = wide(x.dtype)
        top = reduce(importer, x, dims, compute, greatest(compute))
        x = importer.map_elements([x, top], x.shape, compute, functions.subtract, compute)
        powers = importer.map_elements([x], x.shape, compute, functions.simple("math.exp"))
        sums = reduce(importer, powers, dims, compute, SUM)
        return importer.map_elements([x, sums], shape, dtype, finish)

    return write


def _divide_power(body: Body, x: Scalar, summed: Scalar) -> Scalar:
    return functions.divide(body, body.apply("math.exp", x), summed)


def _subtract_log(body: Body, x: Scalar, summed: Scalar) -> Scalar:
    return functions.subtract(body, x, body.apply("math.log", summed))


def softmax_gradient(importer: Importer, node: torch.fx.Node) -> Value:
    """y * (dy - sum(dy * y))."""
    shape, dtype = importer.result(node)
    dy, y = (importer.value(argument) for argument in node.args[:2])
    dims = dimensions_of(node.args[2], len(shape))
    compute = wide(y.dtype)
    products = importer.map_elements([dy, y], shape, compute, functions.multiply, compute)
    sums = reduce(importer, products, dims, compute, SUM)

    def compose(body: Body, gradient: Scalar, element: Scalar, summed: Scalar) -> Scalar:
        return functions.multiply(body, functions.subtract(body, gradient, summed), element)

    return importer.map_elements([dy, y, sums], shape, dtype, compose, compute)


OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    **dict.fromkeys((aten.sum.default, aten.sum.dim_IntList), _reduced(_total)),
    **dict.fromkeys((aten.mean.default, aten.mean.dim), _reduced(_mean)),
    aten.var_mean.correction: variance_and_mean,
    aten.native_layer_norm.default: layer_norm,
    aten.amax.default: _extreme(greatest),
    aten.amin.default: _extreme(smallest),
    **dict.fromkeys((aten.any.default, aten.any.dim, aten.any.dims), _truth(ANY)),
    **dict.fromkeys((aten.all.default, aten.all.dim, aten.all.dims), _truth(ALL)),
    aten._softmax.default: _softmax(_divide_power),
    aten._log_softmax.default: _softmax(_subtract_log),
    aten._softmax_backward_data.default: softmax_gradient,
}
