"""How the numbers of a node follow from those that it reads: a rule for each operation.

A rule is asked for all elements of a tensor together, and answers None where it knows
nothing.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import torch

from lowp.torch.compiling.importer.arguments import argument_of
from lowp.torch.compiling.importer.elementwise import CONVERSIONS
from lowp.torch.compiling.importer.table import VIEWS
from lowp.torch.compiling.importer.types import NAMES
from lowp.torch.compiling.walks import SPLITS

aten = torch.ops.aten
Node = torch.fx.Node


class Range(NamedTuple):
    """All elements are from `least` to `most`, and none is a NaN."""

    least: int
    most: int


# What is known of a node, or of a number.
Of = Callable[[Any], "Range | None"]
Rule = Callable[[Of, Node], "Range | None"]
_DTYPES = frozenset({*NAMES, torch.uint8})


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


def _size(node: Any, dimension: Any) -> int | None:
    """The size of a tensor along a dimension, along all if that is None; None where calls
    decide."""
    tensor = real_tensor(node)
    if tensor is None or not isinstance(dimension, (int, type(None))):
        return None
    sizes = tensor.shape if dimension is None else tensor.shape[dimension:][:1]
    if not all(isinstance(size, int) for size in sizes):
        return None
    return math.prod(sizes)


def _up_to(count: int | None) -> Range:
    """From 0, also where calls decide to what."""
    return Range(0, torch.iinfo(torch.int64).max if count is None else count)


def _below(count: int | None) -> Range | None:
    return None if count == 0 else _up_to(None if count is None else count - 1)


def _union(ranges: Iterable[Range | None]) -> Range | None:
    """All numbers of several ranges, and those between."""
    known = list(ranges)
    ends = [end for each in known for end in each or ()]
    return None if None in known else Range(min(ends), max(ends))


def _span(ranges: Iterable[Range | None], function: Callable[..., int]) -> Range | None:
    """What a function makes of integers of ranges that grows or falls in each: extremes are at the
    ends."""
    known = list(ranges)
    if None in known:
        return None
    numbers = [function(*each) for each in itertools.product(*known)]  # type: ignore[arg-type]
    return Range(min(numbers), max(numbers))


def _elements_of(place: int) -> Rule:
    return lambda of, node: of(node.args[place])


def _cast(of: Of, node: Node) -> Range | None:
    """Casts keep numbers that the type holds; all others wrap or round."""
    tensor, result = real_tensor(node), of(node.args[0])
    if tensor is not None and tensor.dtype is torch.bool and result is not None:
        is_zero, may_be_zero = result == (0, 0), result.least <= 0 <= result.most
        return Range(int(not may_be_zero), int(not is_zero))
    return result


def _place_of(of: Of, node: Node) -> Range | None:
    """Indices along a dimension, or among all elements."""
    return _below(_size(node.args[0], argument_of(node, "dim")))


def _item(of: Of, node: Node) -> Range | None:
    """One of several results."""
    source, place = node.args
    if not isinstance(source, Node):
        return None
    if source.target in _PARTS or (source.target in _ORDERS and place == 0):
        return of(source.args[0])
    return _place_of(of, source) if source.target in _ORDERS else None


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


def _compare(outcome: Callable[[Range, Range], Range | None]) -> Rule:
    def rule(of: Of, node: Node) -> Range | None:
        one, other = node.args[:2]
        left, right = of(one), of(other)
        tensor = real_tensor(one)
        if left is None or right is None or tensor is None or not _are_comparable(one, other):
            return None
        if not isinstance(other, Node) and not _is_exact(other, tensor.dtype):
            return None
        return outcome(left, right)

    return rule


def _are_equal(one: Range, other: Range) -> Range:
    if one.least == one.most == other.least == other.most:
        return Range(1, 1)
    are_apart = one.most < other.least or other.most < one.least
    return Range(0, int(not are_apart))


def _ordered(function: Callable[[int, int], bool]) -> Rule:
    return _compare(lambda one, other: _span((one, other), lambda a, b: int(function(a, b))))


def _flipped(truth: int) -> int:
    return 1 - truth


_COMPARISONS = {
    **{name: _ordered(getattr(operator, name)) for name in ("lt", "le", "gt", "ge")},
    "eq": _compare(_are_equal),
    "ne": _compare(lambda one, other: _span([_are_equal(one, other)], _flipped)),
}


def _are_integers(node: Node) -> bool:
    """Whether a node computes integers of integers, and has no option."""
    is_float = any(isinstance(each, float) or _is_float(each) for each in (node, *node.args))
    return not is_float and not node.kwargs


def _are_masks(node: Node) -> bool:
    """Whether all that a node reads are masks."""
    tensors = [real_tensor(each) for each in node.args]
    return all(tensor is not None and tensor.dtype is torch.bool for tensor in tensors)


def _monotone(
    function: Callable[..., int], applies: Callable[[Node], bool] = _are_integers
) -> Rule:
    """Makes the rule of a function that grows or falls in each of its arguments."""
    return lambda of, node: _span(map(of, node.args[:2]), function) if applies(node) else None


def _divide(of: Of, node: Node) -> Range | None:
    """Divides integers by a positive one, rounded down or to 0."""
    result = of(node.args[0])
    divisor: Any = node.args[1]
    rounding = node.kwargs.get("rounding_mode", "floor")
    if result is None or rounding not in ("floor", "trunc") or not is_positive(divisor):
        return None
    if _is_float(node.args[0]) or (rounding == "trunc" and result.least < 0):
        return None
    return _span([result], lambda number: number // divisor)


def is_positive(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number > 0


def _remainder(of: Of, node: Node) -> Range | None:
    """Bounds remainders of integers, which have the sign of the divisor."""
    divisor: Any = node.args[1]
    is_known = is_positive(divisor) and not _is_float(node.args[0])
    return Range(0, divisor - 1) if is_known else None


def bounds_of(of: Of, node: Node) -> tuple[int | None, int | None] | None:
    """The numbers that a node clamps to; None if they are not known."""
    bounds = [argument_of(node, name) for name in ("min", "max")]
    result = [None if bound is None else of(bound) for bound in bounds]
    if any(one is None and bound is not None for one, bound in zip(result, bounds)):
        return None
    least, most = (None if one is None else one.least for one in result)
    return least, most


def _clamp(of: Of, node: Node) -> Range | None:
    bounds = bounds_of(of, node)
    if bounds is None:
        return None
    least, most = bounds

    def clamp(number: int) -> int:
        number = number if least is None else max(number, least)
        return number if most is None else min(number, most)

    return _span([of(node.args[0])], clamp)


def _either(*places: int) -> Rule:
    """Elements of some arguments."""
    return lambda of, node: _union(of(node.args[place]) for place in places)


def _put(of: Of, node: Node) -> Range | None:
    """index_put that replaces."""
    return None if argument_of(node, "accumulate") else _either(0, 2)(of, node)


def _count(of: Of, node: Node) -> Range | None:
    """start, start + step, ..., so many or up to an end."""
    count, start, step = _size(node, 0), argument_of(node, "start"), argument_of(node, "step")
    if not all(isinstance(each, int) for each in (count, start, step)) or not count:
        return None
    return _span([Range(0, count - 1)], lambda index: start + index * step)


def _running_sum(of: Of, node: Node) -> Range | None:
    count = _size(node.args[0], node.args[1])
    return _span([of(node.args[0]), Range(1, count)], operator.mul) if count else None


def _place_among(of: Of, node: Node) -> Range | None:
    """bucketize and searchsorted: from 0 to the count of boundaries."""
    among = node.args[0 if node.target is aten.searchsorted.Tensor else 1]
    return _up_to(_size(among, -1))


def _list(of: Of, node: Node) -> Range | None:
    return _union(map(of, node.args[0]))  # type: ignore[arg-type]


_PARTS = SPLITS | {aten.unbind.int}
# Indices along a dimension, and values beside them.
_ORDERS = frozenset(
    {
        aten.topk.default,
        aten.sort.default,
        aten.sort.stable,
        aten.max.dim,
        aten.min.dim,
        aten.argsort.default,
        aten.argsort.stable,
        aten.argmax.default,
        aten.argmin.default,
    }
)
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
    **dict.fromkeys(_SAME, _elements_of(0)),
    **dict.fromkeys(CONVERSIONS, _cast),
    **{
        getattr(getattr(aten, name), overload): rule
        for name, rule in _COMPARISONS.items()
        for overload in ("Scalar", "Tensor")
    },
    **dict.fromkeys(_ORDERS, _place_of),
    operator.getitem: _item,
    aten.add.Tensor: _monotone(operator.add),
    aten.sub.Tensor: _monotone(operator.sub),
    aten.mul.Tensor: _monotone(operator.mul),
    aten.minimum.default: _monotone(min),
    aten.maximum.default: _monotone(max),
    aten.bitwise_and.Tensor: _monotone(min, _are_masks),
    aten.bitwise_or.Tensor: _monotone(max, _are_masks),
    aten.logical_and.default: _monotone(min, _are_masks),
    aten.logical_or.default: _monotone(max, _are_masks),
    aten.logical_not.default: _monotone(_flipped, _are_masks),
    aten.bitwise_not.default: _monotone(_flipped, _are_masks),
    aten.div.Tensor_mode: _divide,
    aten.floor_divide.default: _divide,
    aten.remainder.Scalar: _remainder,
    aten.clamp.default: _clamp,
    aten.where.self: _either(1, 2),
    aten.scatter.src: _either(0, 3),
    aten.scatter.value: _either(0, 3),
    aten.index_put.default: _put,
    **dict.fromkeys((aten.cat.default, aten.stack.default), _list),
    **dict.fromkeys((aten.full.default, aten.full_like.default), _elements_of(1)),
    aten.scalar_tensor.default: _elements_of(0),
    **dict.fromkeys((aten.zeros.default, aten.zeros_like.default), lambda of, node: Range(0, 0)),
    aten.arange.start_step: _count,
    torch.ops.prims.iota.default: _count,
    aten.histc.default: lambda of, node: _up_to(_size(node.args[0], None)),
    aten.cumsum.default: _running_sum,
    aten.bucketize.Tensor: _place_among,
    aten.searchsorted.Tensor: _place_among,
}
