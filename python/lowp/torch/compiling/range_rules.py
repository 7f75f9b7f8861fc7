"""How the numbers of a node follow from those that it reads: a rule for each operation.

A rule is asked for all elements of a tensor together, and answers None where it knows
nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.joint import CASTS

aten = torch.ops.aten
Node = torch.fx.Node


class Range(NamedTuple):
    """All elements are from `least` to `most`, and none is a NaN."""

    least: int
    most: int


# What is known of a node, or of a number.
Of = Callable[[Any], "Range | None"]
Rule = Callable[[Of, Node], "Range | None"]
_DTYPES = frozenset(
    {
        torch.bool,
        torch.uint8,
        torch.int8,
        torch.int16,
        torch.int32,
        torch.int64,
        torch.float16,
        torch.bfloat16,
        torch.float32,
        torch.float64,
    }
)


def limits_of(dtype: torch.dtype) -> Range:
    """The integers that a type holds exactly, and all between."""
    if dtype is torch.bool:
        return Range(0, 1)
    if dtype.is_floating_point:
        most = int(2 / torch.finfo(dtype).eps)
        return Range(-most, most)
    info = torch.iinfo(dtype)
    return Range(info.min, info.max)


def real_tensor(node: Any) -> torch.Tensor | None:
    """The value of a node, if its elements are numbers that a range may be of."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return value if isinstance(value, torch.Tensor) and value.dtype in _DTYPES else None


def _is_float(value: Any) -> bool:
    tensor = real_tensor(value)
    return tensor is not None and tensor.dtype.is_floating_point


def _argument(node: Node, place: int, name: str, default: Any = None) -> Any:
    return node.args[place] if len(node.args) > place else node.kwargs.get(name, default)


def _size(node: Any, dimension: Any) -> int | None:
    """The size of a tensor along a dimension, along all if that is None; None where calls
    decide."""
    tensor = real_tensor(node)
    if tensor is None or not isinstance(dimension, (int, type(None))):
        return None
    sizes = tensor.shape if dimension is None else tensor.shape[dimension:][:1]
    if not all(isinstance(size, int) for size in sizes):
        return None
    count = 1
    for size in sizes:
        count *= size
    return count


def _up_to(count: int | None) -> Range:
    """From 0, also where calls decide to what."""
    return Range(0, torch.iinfo(torch.int64).max if count is None else count)


def _below(count: int | None) -> Range | None:
    return None if count == 0 else _up_to(None if count is None else count - 1)


def _first(of: Of, node: Node) -> Range | None:
    """Elements of the first argument."""
    return of(node.args[0])


def _cast(of: Of, node: Node) -> Range | None:
    """Casts keep numbers that the type holds; all others wrap or round."""
    tensor, result = real_tensor(node), _first(of, node)
    if tensor is not None and tensor.dtype is torch.bool and result is not None:
        is_zero, may_be_zero = result == (0, 0), result.least <= 0 <= result.most
        return Range(int(not may_be_zero), int(not is_zero))
    return result


def _item(of: Of, node: Node) -> Range | None:
    """One of several results."""
    source, place = node.args
    if not isinstance(source, Node):
        return None
    if source.target in _PARTS:
        return of(source.args[0])
    if source.target not in _ORDERS:
        return None
    if place == 0:
        return of(source.args[0])
    where, default = _ORDERS[source.target]
    return _below(_size(source.args[0], _argument(source, where, "dim", default)))


def _index_of(of: Of, node: Node) -> Range | None:
    """argmax and argmin: of all elements without a dimension."""
    return _below(_size(node.args[0], _argument(node, 1, "dim")))


def _order_of(of: Of, node: Node) -> Range | None:
    """argsort."""
    place = 2 if node.target is aten.argsort.stable else 1
    return _below(_size(node.args[0], _argument(node, place, "dim", -1)))


def _are_comparable(one: Any, other: Any) -> bool:
    """Whether two values are compared as the numbers that they are."""
    tensors = [real_tensor(each) for each in (one, other)]
    dtypes = [tensor.dtype for tensor in tensors if tensor is not None]
    if len(dtypes) == 2 and dtypes[0] is not dtypes[1]:
        return not any(dtype.is_floating_point for dtype in dtypes)
    return bool(dtypes)


def _is_exact(number: Any, dtype: torch.dtype) -> bool:
    """Whether a tensor is compared with a number as it is, not rounded or wrapped."""
    if isinstance(number, float) and not dtype.is_floating_point:
        return False
    limits = limits_of(dtype)
    return limits.least <= number <= limits.most


def _compare(
    is_true: Callable[[Range, Range], bool], is_false: Callable[[Range, Range], bool]
) -> Rule:
    def rule(of: Of, node: Node) -> Range | None:
        one, other = node.args[:2]
        left, right = of(one), of(other)
        tensor = real_tensor(one)
        if left is None or right is None or tensor is None or not _are_comparable(one, other):
            return None
        if not isinstance(other, Node) and not _is_exact(other, tensor.dtype):
            return None
        if is_true(left, right):
            return Range(1, 1)
        return Range(0, 0) if is_false(left, right) else Range(0, 1)

    return rule


def _is_below(one: Range, other: Range) -> bool:
    return one.most < other.least


def _is_at_most(one: Range, other: Range) -> bool:
    return one.most <= other.least


def _turned(test: Callable[[Range, Range], bool]) -> Callable[[Range, Range], bool]:
    return lambda one, other: test(other, one)


def _is_same(one: Range, other: Range) -> bool:
    return one.least == one.most == other.least == other.most


def _is_apart(one: Range, other: Range) -> bool:
    return _is_below(one, other) or _is_below(other, one)


_COMPARISONS = {
    "lt": _compare(_is_below, _turned(_is_at_most)),
    "le": _compare(_is_at_most, _turned(_is_below)),
    "gt": _compare(_turned(_is_below), _is_at_most),
    "ge": _compare(_turned(_is_at_most), _is_below),
    "eq": _compare(_is_same, _is_apart),
    "ne": _compare(_is_apart, _is_same),
}


def _monotone(function: Callable[[int, int], int]) -> Rule:
    """Makes the rule of a function of two integers that grows or falls in each: extremes are at
    the ends."""

    def rule(of: Of, node: Node) -> Range | None:
        left, right = (of(each) for each in node.args[:2])
        if left is None or right is None or any(map(_is_float, (node, *node.args))):
            return None
        if any(isinstance(each, float) for each in node.args) or node.kwargs:
            return None
        return _hull([function(a, b) for a in left for b in right])

    return rule


def _hull(numbers: Sequence[int]) -> Range:
    return Range(min(numbers), max(numbers))


def _divide(of: Of, node: Node) -> Range | None:
    """Divides integers by a positive one, rounded down or to 0."""
    result = _first(of, node)
    divisor: Any = node.args[1]
    rounding = node.kwargs.get("rounding_mode", "floor")
    if result is None or rounding not in ("floor", "trunc") or not is_positive(divisor):
        return None
    if _is_float(node.args[0]) or (rounding == "trunc" and result.least < 0):
        return None
    return Range(result.least // divisor, result.most // divisor)


def is_positive(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number > 0


def _remainder(of: Of, node: Node) -> Range | None:
    """Bounds remainders of integers, which have the sign of the divisor."""
    divisor: Any = node.args[1]
    is_known = is_positive(divisor) and not _is_float(node.args[0])
    return Range(0, divisor - 1) if is_known else None


def bounds_of(of: Of, node: Node) -> tuple[int | None, int | None] | None:
    """The numbers that a node clamps to; None if they are not known."""
    bounds = [_argument(node, place, name) for place, name in ((1, "min"), (2, "max"))]
    result = [None if bound is None else of(bound) for bound in bounds]
    if any(one is None and bound is not None for one, bound in zip(result, bounds)):
        return None
    least, most = (None if one is None else one.least for one in result)
    return least, most


def _clamp(of: Of, node: Node) -> Range | None:
    result, bounds = _first(of, node), bounds_of(of, node)
    if result is None or bounds is None:
        return None
    ends = []
    for number in result:
        number = number if bounds[0] is None else max(number, bounds[0])
        ends.append(number if bounds[1] is None else min(number, bounds[1]))
    return _hull(ends)


def _either(*places: int) -> Rule:
    """Elements of some arguments."""

    def rule(of: Of, node: Node) -> Range | None:
        result = [of(node.args[place]) for place in places]
        return None if None in result else _hull([end for each in result for end in each or ()])

    return rule


def _list(of: Of, node: Node) -> Range | None:
    """cat and stack."""
    result = [of(each) for each in node.args[0]]  # type: ignore[union-attr]
    return None if None in result else _hull([end for each in result for end in each or ()])


def _put(of: Of, node: Node) -> Range | None:
    """index_put that replaces."""
    return None if _argument(node, 3, "accumulate", False) else _either(0, 2)(of, node)


def _number(place: int) -> Rule:
    return lambda of, node: of(node.args[place])


def _count(of: Of, node: Node) -> Range | None:
    """start, start + step, ..., so many or up to an end."""
    count: Any
    start: Any
    step: Any
    if node.target is torch.ops.prims.iota.default:
        count, start, step = node.args[0], node.kwargs.get("start"), node.kwargs.get("step")
    else:
        start, step = node.args[0], _argument(node, 2, "step", 1)
        count = _size(node, 0)
    if not all(isinstance(each, int) for each in (count, start, step)) or not count:
        return None
    return _hull([start, start + (count - 1) * step])


def _histogram(of: Of, node: Node) -> Range | None:
    return _up_to(_size(node.args[0], None))


def _running_sum(of: Of, node: Node) -> Range | None:
    result, count = _first(of, node), _size(node.args[0], node.args[1])
    if result is None or not count:
        return None
    return _hull([end * times for end in result for times in (1, count)])


def _place_among(of: Of, node: Node) -> Range | None:
    """bucketize and searchsorted: from 0 to the count of boundaries."""
    among = node.args[0 if node.target is aten.searchsorted.Tensor else 1]
    return _up_to(_size(among, -1))


def _masks(node: Node) -> bool:
    """Whether all that a node reads are masks."""
    tensors = [real_tensor(each) for each in node.args]
    return all(tensor is not None and tensor.dtype is torch.bool for tensor in tensors)


def _logical(pick: Callable[[int, int], int]) -> Rule:
    """Makes the rule of a function of two masks."""

    def rule(of: Of, node: Node) -> Range | None:
        left, right = (of(each) for each in node.args[:2])
        if left is None or right is None or not _masks(node):
            return None
        return _hull([pick(a, b) for a in left for b in right])

    return rule


def _not(of: Of, node: Node) -> Range | None:
    result = _first(of, node)
    return Range(1 - result.most, 1 - result.least) if result and _masks(node) else None


def _zero(of: Of, node: Node) -> Range:
    return Range(0, 0)


_PARTS = frozenset({aten.split.Tensor, aten.split_with_sizes.default, aten.unbind.int})
# Values and their indices along a dimension: where that stands, and what it is if not.
_ORDERS: dict[Any, tuple[int, int]] = {
    aten.topk.default: (2, -1),
    aten.sort.default: (1, -1),
    aten.sort.stable: (2, -1),
    aten.max.dim: (1, -1),
    aten.min.dim: (1, -1),
}
_SAME = (
    *VIEWS,
    aten.clone.default,
    aten.index.Tensor,
    aten.gather.default,
    aten.index_select.default,
    aten.amax.default,
    aten.amin.default,
)
RULES: dict[Any, Rule] = {
    **dict.fromkeys(_SAME, _first),
    **dict.fromkeys(CASTS - {aten.clone.default}, _cast),
    **{
        getattr(getattr(aten, name), overload): rule
        for name, rule in _COMPARISONS.items()
        for overload in ("Scalar", "Tensor")
    },
    operator.getitem: _item,
    aten.argmax.default: _index_of,
    aten.argmin.default: _index_of,
    aten.argsort.default: _order_of,
    aten.argsort.stable: _order_of,
    aten.add.Tensor: _monotone(operator.add),
    aten.sub.Tensor: _monotone(operator.sub),
    aten.mul.Tensor: _monotone(operator.mul),
    aten.minimum.default: _monotone(min),
    aten.maximum.default: _monotone(max),
    aten.bitwise_and.Tensor: _logical(min),
    aten.bitwise_or.Tensor: _logical(max),
    aten.logical_and.default: _logical(min),
    aten.logical_or.default: _logical(max),
    aten.logical_not.default: _not,
    aten.bitwise_not.default: _not,
    aten.div.Tensor_mode: _divide,
    aten.floor_divide.default: _divide,
    aten.remainder.Scalar: _remainder,
    aten.clamp.default: _clamp,
    aten.where.self: _either(1, 2),
    aten.scatter.src: _either(0, 3),
    aten.scatter.value: _either(0, 3),
    aten.index_put.default: _put,
    aten.cat.default: _list,
    aten.stack.default: _list,
    aten.full.default: _number(1),
    aten.full_like.default: _number(1),
    aten.scalar_tensor.default: _number(0),
    aten.zeros.default: _zero,
    aten.zeros_like.default: _zero,
    aten.arange.start_step: _count,
    torch.ops.prims.iota.default: _count,
    aten.histc.default: _histogram,
    aten.cumsum.default: _running_sum,
    aten.bucketize.Tensor: _place_among,
    aten.searchsorted.Tensor: _place_among,
}
