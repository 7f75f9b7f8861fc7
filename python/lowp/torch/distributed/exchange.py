"""Rows that go to the device of their expert, and back, quantized where a recipe says so."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

from lowp._errors import LaunchError
from lowp.torch.checks import describe
from lowp.torch.distributed.agreement import agree_on_rows
from lowp.torch.distributed.collectives import exchange, quantize_rows
from lowp.torch.distributed.formats import WIDE_TYPES, gradients_travel
from lowp.torch.scaled_tensor import Scaled

_WHAT = "lowp.torch.distributed.all_to_all"
# The calls of a group that compare recipes, those of the first steps: all ranks are in the same one,
# also if one of them has a recipe there that it had not before.
_COMPARED = 128
_calls: collections.Counter[str] = collections.Counter()
# What ranks have agreed on while they made graphs, which others need not make again.
_agreed: set[tuple] = set()


class _Exchange(torch.autograd.Function):
    """Rows to other ranks; their gradients come back. recipe: of what goes there, gradient:
    of what comes back; None: as it is."""

    @staticmethod
    def forward(ctx, x, came, sent, group, recipe, gradient):
        ctx.came, ctx.sent, ctx.group, ctx.gradient = came, sent, group, gradient
        # What a leaf keeps is added to in place.
        ctx.widens = x.is_leaf
        return exchange(x if recipe is None else quantize_rows(x, recipe), came, sent, group)

    @staticmethod
    def backward(ctx, g):
        g = g.contiguous() if ctx.gradient is None else quantize_rows(g, ctx.gradient)
        back = exchange(g, ctx.sent, ctx.came, ctx.group)
        if ctx.widens and isinstance(back, Scaled):
            back = back.values()
        return back, None, None, None, None, None


def _are_counts(splits: Any, size: int) -> bool:
    """Whether splits are rows for each rank; graphs know no more than how many there are."""
    is_known = isinstance(splits, Sequence) and not torch.compiler.is_compiling()
    if is_known and any(isinstance(each, (float, bool)) or each < 0 for each in splits):
        return False
    return isinstance(splits, Sequence) and len(splits) == size


def _check(x: torch.Tensor, sent: Sequence[int], came: Sequence[int], size: int) -> None:
    are_counts = _are_counts(sent, size) and _are_counts(came, size)
    if x.dim() != 2 or not are_counts or sum(sent) != x.shape[0]:
        raise LaunchError(
            f"{_WHAT}: expected rows, M x K, that input_splits divides over {size} ranks, and as "
            f"many output_splits, got {describe(x)}, {sent} and {came}"
        )


def _agree(x: torch.Tensor, group: Any, *recipes: str | None) -> None:
    """Raises ValueError on all ranks where one has other recipes."""
    key = group.group_name, *recipes
    if torch.compiler.is_compiling():
        is_known = key in _agreed
        _agreed.add(key)
    elif x.is_cuda and torch.cuda.is_current_stream_capturing():
        return
    else:
        is_known = _calls[group.group_name] == _COMPARED
        _calls[group.group_name] += not is_known
    if not is_known:
        for each in recipes:
            agree_on_rows(each, group.group_name, _WHAT)


def all_to_all(
    x: torch.Tensor,
    output_splits: Sequence[int],
    input_splits: Sequence[int],
    group: Any = None,
    *,
    recipe: str | None = None,
    gradient: str | None = None,
) -> torch.Tensor:
    """Sends rows of x, M x K, to other ranks, as torch's all_to_all_single does, with
    gradients.

    input_splits: rows for each rank, one after the other. output_splits: rows that come of
    each. group: a process group; None: all ranks. recipe: of the layers that read the rows,
    which travel as data and scales then: the result is a lowp.torch.Scaled, whose rows can
    be selected and sorted, and which GroupedLinear takes as it is. gradient: the same for
    the gradient that comes back, as for results of experts; in the type of x, with a warning,
    where a recipe would round it twice. None: in the type of x.

    Gradients of experts' weights are products of 16 bits, which have the rounding error of
    fp8 where rows or gradients have been quantized.

    Raises ValueError for recipes whose scales are of whole tensors, and where another rank has
    others in the first 128 calls of a group; LaunchError for splits that do not fit, and for rows
    that are quantized for another recipe."""
    group = group if group is not None else dist.group.WORLD
    _check(x, input_splits, output_splits, group.size())
    if group.size() == 1:
        return x
    _agree(x, group, recipe, gradient)
    if (recipe or gradient) and x.dtype not in WIDE_TYPES:
        raise LaunchError(
            f"{_WHAT}: expected rows of bfloat16 or float16 to quantize, got {describe(x)}"
        )
    if gradient is not None and not gradients_travel(gradient, _WHAT):
        gradient = None
    splits = list(output_splits), list(input_splits)
    return _Exchange.apply(x, *splits, group, recipe, gradient)
