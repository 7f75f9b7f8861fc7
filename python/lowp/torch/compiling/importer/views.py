"""Views, and tensors put together of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy
import torch

from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.arguments import arguments_of
from lowp.torch.compiling.importer.importer import Importer
from lowp.torch.compiling.importer.values import (
    Shape,
    Value,
    count_of,
    expressions,
    has_no_elements,
    long_dimensions,
    tensor_type,
    with_size,
    without_ones,
)

aten = torch.ops.aten
_ONE = sympy.Integer(1)


def _divides(small: sympy.Expr, large: sympy.Expr) -> bool:
    if small.is_zero:
        return large.is_zero
    return bool(sympy.cancel(large / small).as_numer_denom()[1] == 1)


def _match_group(source: Shape, target: Shape, i: int, j: int) -> tuple[int, int] | None:
    """The ends of the least groups from i and j on with equal products."""
    left, right = source[i], target[j]
    i, j = i + 1, j + 1
    while sympy.expand(left - right) != 0:
        grows_left = left < right if left.is_Integer and right.is_Integer else _divides(left, right)
        if grows_left and i < len(source):
            left, i = left * source[i], i + 1
        elif j < len(target):
            right, j = right * target[j], j + 1
        elif i < len(source):
            left, i = left * source[i], i + 1
        else:
            return None
    return i, j


def match_groups(source: Shape, target: Shape) -> list[tuple[list[int], list[int]]]:
    """Groups of neighbouring dimensions of both shapes with equal numbers of elements,
    as many as can be told apart."""
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(source) and j < len(target):
        ends = _match_group(source, target, i, j)
        if ends is None:
            return [(list(range(len(source))), list(range(len(target))))]
        groups.append((list(range(i, ends[0])), list(range(j, ends[1]))))
        i, j = ends
    # What is left has size 1.
    groups[-1][0].extend(range(i, len(source)))
    groups[-1][1].extend(range(j, len(target)))
    return groups


def reshape(importer: Importer, value: Value, shape: Shape) -> Value:
    if value.shape == shape:
        return value
    if value.is_empty:
        return Value.nothing(shape, value.dtype)
    if not value.reads:
        return value.keep([]).expand(shape)
    old, new = long_dimensions(value.shape), long_dimensions(shape)
    if [value.shape[d] for d in old] == [shape[d] for d in new]:
        return value.keep(old).spread(shape, new)
    value = importer.materialize(value)
    source, target = value.stored, without_ones(shape)
    groups = match_groups(source, target) if source and target else []
    middle = tuple(count_of(source[d] for d in group) for group, _ in groups)
    name = value.name
    if middle != source:
        lists = [group for group, _ in groups]
        name = importer.text.emit(
            f"tensor.collapse_shape {name} {lists} : {value.type} into "
            f"{tensor_type(middle, value.dtype)}"
        )
    if middle != target:
        lists = [group for _, group in groups]
        name = importer.text.emit(
            f"tensor.expand_shape {name} {lists} output_shape "
            f"[{importer.sizes.listed(target)}] : {tensor_type(middle, value.dtype)} into "
            f"{tensor_type(target, value.dtype)}"
        )
    importer.roots[name] = importer.root(value.name)
    return Value.plain(name, shape, value.dtype)


def rows_of(importer: Importer, value: Value) -> Value:
    """A tensor of any rank as a matrix."""
    return reshape(importer, value, (count_of(value.shape[:-1]), value.shape[-1]))


def view(importer: Importer, node: torch.fx.Node) -> Value:
    shape, dtype = importer.result(node)
    value = importer.value(node.args[0])
    if value.dtype is not dtype:
        raise Refusal(f"expected a view of {value.dtype}, got one of {dtype}")
    return reshape(importer, value, shape)


def same(importer: Importer, node: torch.fx.Node) -> Value:
    return importer.value(node.args[0])


def permute(importer: Importer, node: torch.fx.Node) -> Value:
    source, order = arguments_of(node).values()
    value = importer.value(source)
    rank = len(value.shape)
    return value.permute([int(d) % rank for d in order])


def transpose(importer: Importer, node: torch.fx.Node) -> Value:
    source, one, other = arguments_of(node).values()
    value = importer.value(source)
    rank = len(value.shape)
    order = list(range(rank))
    if rank:
        first, second = one % rank, other % rank
        order[first], order[second] = order[second], order[first]
    return value.permute(order)


def matrix_transpose(importer: Importer, node: torch.fx.Node) -> Value:
    value = importer.value(node.args[0])
    return value.permute(list(reversed(range(len(value.shape)))))


def expand(importer: Importer, node: torch.fx.Node) -> Value:
    return importer.value(node.args[0]).expand(importer.result(node)[0])


def cut(
    importer: Importer,
    value: Value,
    dimension: int,
    start: sympy.Expr,
    length: sympy.Expr,
    step: int = 1,
) -> Value:
    """Elements start, start + step, ... along a dimension."""
    shape = with_size(value.shape, dimension, length)
    if has_no_elements(shape):
        return Value.nothing(shape, value.dtype)
    if value.repeats(dimension) or shape == value.shape:
        return value.resize(dimension, length)
    place = value.reads.index(dimension)
    rank, sizes = len(value.stored), with_size(value.stored, place, length)
    starts, steps = _at(rank, place, start), _at(rank, place, sympy.Integer(step), _ONE)
    listed = importer.sizes.listed
    name = importer.text.emit(
        f"tensor.extract_slice {value.name}[{listed(starts)}] [{listed(sizes)}] "
        f"[{listed(steps)}] : {value.type} to {tensor_type(sizes, value.dtype)}"
    )
    return importer.value_of(name, sizes, value.dtype).spread(shape, list(value.reads))


def _at(
    rank: int, dimension: int, number: sympy.Expr, others: sympy.Expr = sympy.Integer(0)
) -> Shape:
    """A number for one dimension, and another for all others."""
    return with_size((others,) * rank, dimension, number)


def _without(rank: int, dimension: int) -> list[int]:
    return [d for d in range(rank) if d != dimension]


def _start(importer: Importer, argument: Any, size: sympy.Expr) -> sympy.Expr:
    start = importer.size(argument) if argument is not None else sympy.Integer(0)
    if not start.is_Integer:
        if not (start.is_negative or start.is_nonnegative):
            raise Refusal(f"expected a start whose sign is known, got {start}")
        return sympy.expand(start + size) if start.is_negative else start
    start = start + size if start < 0 else start
    if start.is_Integer and size.is_Integer:
        return sympy.Integer(min(max(int(start), 0), int(size)))
    return start


def slice_of(importer: Importer, node: torch.fx.Node) -> Value:
    source, dimension, start, _end, step = arguments_of(node).values()
    value = importer.value(source)
    dimension = dimension % len(value.shape)
    begin = _start(importer, start, value.shape[dimension])
    length = importer.result(node)[0][dimension]
    return cut(importer, value, dimension, begin, length, step)


def select(importer: Importer, node: torch.fx.Node) -> Value:
    source, dimension, index = arguments_of(node).values()
    value = importer.value(source)
    dimension = dimension % len(value.shape)
    begin = _start(importer, index, value.shape[dimension])
    part = cut(importer, value, dimension, begin, _ONE)
    return part.keep(_without(len(value.shape), dimension))


def split(importer: Importer, node: torch.fx.Node) -> list[Value]:
    """All parts of split and split_with_sizes."""
    source, _sizes, dimension = arguments_of(node).values()
    value = importer.value(source)
    dimension = dimension % len(value.shape)
    parts = []
    start: sympy.Expr = sympy.Integer(0)
    for meta in node.meta["val"]:
        length = expressions(meta.shape)[dimension]
        parts.append(cut(importer, value, dimension, start, length))
        start = sympy.expand(start + length)
    return parts


def unbind(importer: Importer, node: torch.fx.Node) -> list[Value]:
    source, dimension = arguments_of(node).values()
    value = importer.value(source)
    dimension = dimension % len(value.shape)
    kept = _without(len(value.shape), dimension)
    return [
        cut(importer, value, dimension, sympy.Integer(number), _ONE).keep(kept)
        for number in range(len(node.meta["val"]))
    ]


def item(importer: Importer, node: torch.fx.Node) -> Value:
    source, number = node.args
    parts = importer.values.get(source)  # type: ignore[arg-type]
    if not isinstance(parts, list):
        raise Refusal(f"expected one of several results, got {source}")
    return parts[number]  # type: ignore[index]


def insert(
    importer: Importer,
    part: Value,
    into: Value,
    starts: Sequence[sympy.Expr],
    steps: Sequence[sympy.Expr] | None = None,
) -> Value:
    """`into`, a stored tensor, with `part` in its elements from `starts` on."""
    if part.is_empty or into.is_empty:
        return into
    if part.shape == into.shape:
        return importer.materialize(part)
    places = long_dimensions(into.shape)
    whole = importer.whole(part.keep(places))
    listed = importer.sizes.listed
    first = tuple(starts[d] for d in places)
    strides = tuple(steps[d] if steps else _ONE for d in places)
    name = importer.text.emit(
        f"tensor.insert_slice {whole.name} into {into.name}[{listed(first)}] "
        f"[{listed(whole.shape)}] [{listed(strides)}] : {whole.type} into {into.type}"
    )
    return Value.plain(name, into.shape, into.dtype)


def _join(
    importer: Importer, parts: Sequence[Value], dimension: int, shape: Shape, dtype: torch.dtype
) -> Value:
    """Parts one after the other along a dimension."""
    result = importer.empty(shape, dtype)
    start: sympy.Expr = sympy.Integer(0)
    for part in parts:
        result = insert(importer, part, result, _at(len(shape), dimension, start))
        start = sympy.expand(start + part.shape[dimension])
    return result


def concatenate(importer: Importer, node: torch.fx.Node) -> Value:
    shape, dtype = importer.result(node)
    arguments, dimension = arguments_of(node).values()
    parts = [importer.cast(importer.value(argument), dtype) for argument in arguments]
    # What torch ignores: empty vectors.
    parts = [part for part in parts if len(part.shape) == len(shape)]
    return _join(importer, parts, dimension % len(shape), shape, dtype)


def stack(importer: Importer, node: torch.fx.Node) -> Value:
    shape, dtype = importer.result(node)
    arguments, dimension = arguments_of(node).values()
    dimension = dimension % len(shape)
    one, kept = with_size(shape, dimension, _ONE), _without(len(shape), dimension)
    parts = [importer.cast(importer.value(each), dtype).spread(one, kept) for each in arguments]
    return _join(importer, parts, dimension, shape, dtype)


def slice_scatter(importer: Importer, node: torch.fx.Node) -> Value:
    """The first tensor with the second in place of a slice."""
    first, second, dimension, start, _end, step = arguments_of(node).values()
    into, part = importer.value(first), importer.value(second)
    return _scatter(importer, into, part, dimension % len(into.shape), start, step)


def _scatter(
    importer: Importer, into: Value, part: Value, dimension: int, start: Any, step: int = 1
) -> Value:
    rank, begin = len(into.shape), _start(importer, start, into.shape[dimension])
    starts, steps = _at(rank, dimension, begin), _at(rank, dimension, sympy.Integer(step), _ONE)
    part = importer.cast(part, into.dtype)
    return insert(importer, part, importer.materialize(into), starts, steps)


def select_scatter(importer: Importer, node: torch.fx.Node) -> Value:
    first, second, dimension, index = arguments_of(node).values()
    into, part = importer.value(first), importer.value(second)
    dimension = dimension % len(into.shape)
    one = with_size(into.shape, dimension, _ONE)
    part = part.spread(one, _without(len(one), dimension))
    return _scatter(importer, into, part, dimension, index)


def _cut_of(width: sympy.Expr) -> sympy.Expr:
    """How much a width of padding takes away."""
    if width.is_nonnegative:
        return sympy.Integer(0)
    if (-width).is_nonnegative:
        return -width
    raise Refusal(f"expected a width whose sign is known, got {width}")


def pad(importer: Importer, node: torch.fx.Node) -> Value:
    """constant_pad_nd: a negative width cuts."""
    shape, dtype = importer.result(node)
    source, listed, filler = arguments_of(node).values()
    value = importer.value(source)
    widths = [importer.size(width) for width in listed]
    number = importer.operand(filler)
    if not isinstance(number, (bool, int, float)):
        raise Refusal(f"expected to pad with a number, got {filler}")
    starts: list[sympy.Expr] = [sympy.Integer(0)] * len(shape)
    for pair in range(len(widths) // 2):
        dimension = len(shape) - 1 - pair
        before, after = widths[2 * pair], widths[2 * pair + 1]
        cuts = _cut_of(before), _cut_of(after)
        if cuts != (0, 0):
            length = sympy.expand(value.shape[dimension] - sum(cuts))
            value = cut(importer, value, dimension, cuts[0], length)
        starts[dimension] = before + cuts[0]
    if value.shape == shape:
        return value
    return insert(importer, value, importer.fill(number, shape, dtype), starts)


# Views, which have the elements of their first argument.
VIEWS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    aten.alias.default: same,
    aten.detach.default: same,
    aten.expand.default: expand,
    aten.permute.default: permute,
    aten.select.int: select,
    aten.slice.Tensor: slice_of,
    aten.squeeze.default: view,
    aten.squeeze.dim: view,
    aten.squeeze.dims: view,
    aten.t.default: matrix_transpose,
    aten.transpose.int: transpose,
    aten.unsqueeze.default: view,
    aten.view.default: view,
    aten._unsafe_view.default: view,
    aten.reshape.default: view,
}

OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    **VIEWS,
    aten.cat.default: concatenate,
    aten.clone.default: same,
    aten.constant_pad_nd.default: pad,
    aten.lift_fresh_copy.default: same,
    aten.select_scatter.default: select_scatter,
    aten.slice_scatter.default: slice_scatter,
    aten.split.Tensor: split,
    aten.split_with_sizes.default: split,
    aten.stack.default: stack,
    aten.unbind.int: unbind,
}
