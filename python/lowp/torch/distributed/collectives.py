"""Collectives of quantized rows: one call for data and scales."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import torch
import torch.distributed._functional_collectives  # noqa: F401, defines operators
from torch.distributed.distributed_c10d import ReduceScatterOptions, _resolve_process_group

from lowp.torch import direct_linear, ops, programs
from lowp.torch.adapted_recipes import recipe_on
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.checks import rows_of
from lowp.torch.scaled import kind_of
from lowp.torch.scaled_tensor import Scaled, find_recipe, handles, parts_of

_aten, _c10d = torch.ops.aten, torch.ops._c10d_functional
# Its operation is a sum.
_SUM = ReduceScatterOptions()


def _bytes(tensor: torch.Tensor) -> torch.Tensor:
    """The bytes of rows: collectives know no small types, and gloo no two types at once."""
    return tensor.contiguous().view(torch.uint8)


def quantize_rows(x: torch.Tensor, recipe: str) -> Scaled:
    """x by data and scales, which it may be already, as its chip takes the recipe."""
    if isinstance(x, Scaled):
        find_recipe("quantize", recipe, x)
        return x
    if x.requires_grad and torch.is_grad_enabled():
        raise NotImplementedError(
            "rows that travel quantized have no second derivative; take gradients without "
            "create_graph"
        )
    recipe = recipe_on(recipe, x.device)
    data, scales = quantize_now(x, recipe)
    return Scaled(data, scales, recipe, "lhs", x.dtype)


_calls = BoundLayouts()


def quantize_now(x: torch.Tensor, recipe: str) -> Sequence[torch.Tensor]:
    """Data and scales without the dispatcher, by bound calls: the host's time of each call."""
    key = x.shape, x.dtype, x.get_device(), recipe
    is_direct = direct_linear.is_plain(x) and x.dim() > 1 and direct_linear.is_at_once(x)
    made = _calls.repeat(key, (x,)) if is_direct else None
    if made is not None:
        return made
    made = ops.quantize(x, recipe)
    if is_direct:
        kept = kind_of(recipe, "lhs").kept
        about = (None, x.shape[-1]), x.dtype, recipe, kept, x.device
        _calls.bind(key, partial(programs.quantize, *about), (x,), made)
    return made


wait = _c10d.wait_tensor.default


def gather_rows(
    parts: list[torch.Tensor], ranks: int, group_name: Any, dim: int = 0
) -> list[torch.Tensor]:
    """Data and scales of the rows of all ranks, along a dimension but the last. One call takes
    both, and waits at once: the host's time of two is more than bytes save."""
    if ranks == 1:
        return parts
    sent = [_bytes(part) for part in parts]
    came = (_gather_now if _is_unseen(sent) else _gather)(sent, ranks, group_name)
    return [_along(each, dim, ranks).view(part.dtype) for each, part in zip(came, parts)]


def _is_unseen(sent: list[torch.Tensor]) -> bool:
    if torch.compiler.is_compiling() or not direct_linear.is_unseen():
        return False
    return all(map(direct_linear.is_plain, sent))


def _gather(sent: list[torch.Tensor], ranks: int, group_name: Any) -> list[torch.Tensor]:
    return [wait(each) for each in _c10d.all_gather_into_tensor_coalesced(sent, ranks, group_name)]


def _gather_now(sent: list[torch.Tensor], ranks: int, group_name: Any) -> list[torch.Tensor]:
    """The same by the process group itself: operators take longer than it does."""
    came = [each.new_empty((ranks * each.shape[0], *each.shape[1:])) for each in sent]
    group = _resolve_process_group(group_name)
    group.allgather_into_tensor_coalesced(came, sent).wait()
    return came


def _along(rows: torch.Tensor, dim: int, ranks: int) -> torch.Tensor:
    """What lies rank by rank, along a dimension."""
    if dim == 0:
        return rows
    return rows.unflatten(0, (ranks, -1)).movedim(0, dim).flatten(dim, dim + 1).contiguous()


def _by_rank(rows: torch.Tensor, dim: int, ranks: int) -> torch.Tensor:
    """What lies along a dimension, rank by rank."""
    if dim:
        rows = rows.unflatten(dim, (ranks, -1)).movedim(dim, 0).flatten(0, 1)
    return rows.contiguous()


def scatter_rows(rows: torch.Tensor, ranks: int, group_name: Any, dim: int = 0) -> torch.Tensor:
    """Sums of rows over ranks, of which each gets its own; they are to be waited for."""
    if ranks == 1:
        return rows
    return _c10d.reduce_scatter_tensor(_by_rank(rows, dim, ranks), "sum", ranks, group_name)


def scatter_rows_now(rows: torch.Tensor, ranks: int, group_name: Any, dim: int = 0) -> torch.Tensor:
    """The same, waited for: by the process group itself where nothing else sees it, as
    `_gather_now`."""
    if ranks == 1 or not _is_unseen([rows]):
        return wait(scatter_rows(rows, ranks, group_name, dim))
    sent = _by_rank(rows, dim, ranks)
    found = sent.new_empty((sent.shape[0] // ranks, *sent.shape[1:]))
    _resolve_process_group(group_name)._reduce_scatter_base(found, sent, _SUM).wait()
    return found


@handles(_c10d.all_gather_into_tensor.default)
def _all_gather(_func: Any, x: Scaled, ranks: int, group_name: Any) -> Scaled:
    return x.like(*gather_rows(parts_of(x), ranks, group_name))


# Rows with their scales begin at multiples of so many bytes, which copies move at once.
_PITCH = 8


def exchange(x: Any, came: list[int], sent: list[int], group: Any) -> Any:
    """Rows of other ranks, `came` of each, for `sent` rows to each. Quantized ones travel
    with their scales at their end, and stay so: sorting them divides them."""
    if not isinstance(x, Scaled):
        return _exchange(x, came, sent, group)
    parts = [rows_of(part).view(torch.uint8) for part in (x.quantized, x.scales)]
    begin, end = parts[0].shape[1], parts[0].shape[1] + parts[1].shape[1]
    rows = _exchange(_pack(parts), came, sent, group)
    data, scales = rows[:, :begin], rows[:, begin:end]
    return x.like(data.view(x.quantized.dtype), _as_scales(scales, x.scales.dtype))


def _exchange(rows: torch.Tensor, came: list[int], sent: list[int], group: Any) -> torch.Tensor:
    """By the process group itself where nothing else sees it, as `_gather_now`."""
    if not _is_unseen([rows]):
        return wait(_c10d.all_to_all_single(rows, came, sent, group.group_name))
    found = rows.new_empty((sum(came), *rows.shape[1:]))
    group.alltoall_base(found, rows.contiguous(), came, sent).wait()
    return found


def _pack(parts: list[torch.Tensor]) -> torch.Tensor:
    """Bytes of rows, one part of each after the other."""
    widths = [part.shape[1] for part in parts]
    pitch = -(-sum(widths) // _PITCH) * _PITCH
    rows = parts[0].new_empty(parts[0].shape[0], pitch)
    begin = 0
    for part, width in zip(parts, widths):
        place = _widest(rows[:, begin : begin + width])
        place.copy_(part.view(place.dtype))
        begin += width
    return rows


def _as_scales(found: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Bytes of rows as scales: a view where they lie at multiples of their size."""
    return (found.contiguous() if found.storage_offset() % dtype.itemsize else found).view(dtype)


# Torch 2.13 wraps what arrives later.
_wrap = getattr(getattr(_c10d, "_wrap_tensor_autograd", None), "default", None)


@handles(_c10d.wait_tensor.default, _wrap)
def _came(_func: Any, x: Scaled, *_others: Any) -> Scaled:
    return x


def _is_of_rows(x: Any, dim: int) -> bool:
    """Whether each row has scales of its own, and `dim` is of rows."""
    rows = isinstance(x, Scaled) and kind_of(x.recipe, x.operand).block[0] == 1
    return rows and dim % x.dim() != x.dim() - 1


def _map_bytes(x: Scaled, function: Any) -> list[Any]:
    """What `function` makes of data and scales, as bytes where torch knows no others."""
    return [function(_bytes(part)) for part in (x.quantized, x.scales)]


@handles(_aten.split.Tensor, _aten.split_with_sizes.default)
def _split(func: Any, x: Scaled, sizes: Any, dim: int = 0) -> Any:
    if not _is_of_rows(x, dim):
        return NotImplemented
    pairs = zip(*_map_bytes(x, lambda part: func(part, sizes, dim)))
    return [x.like(a.view(x.quantized.dtype), b.view(x.scales.dtype)) for a, b in pairs]


@handles(_aten.index.Tensor)
def _index(func: Any, x: Any, indices: list[Any]) -> Any:
    """Rows by their indices."""
    if not isinstance(x, Scaled) or not _is_of_rows(x, 0) or len(indices) != 1:
        return NotImplemented
    parts = (func(_widest(part), indices) for part in (x.quantized, x.scales))
    data, scales = (a.view(b.dtype) for a, b in zip(parts, (x.quantized, x.scales)))
    return x.like(data, scales)


def _widest(tensor: torch.Tensor) -> torch.Tensor:
    """The same bytes as larger elements, of which copies take fewer."""
    places = tensor.storage_offset(), *tensor.stride()[:-1], tensor.shape[-1]
    size = tensor.element_size()
    for dtype in (torch.int64, torch.int32, torch.uint8):
        if all(place * size % dtype.itemsize == 0 for place in places):
            return tensor.view(dtype)
    return tensor


@handles(_aten.cat.default)
def _cat(func: Any, tensors: list[Any], dim: int = 0) -> Any:
    first = next(each for each in tensors if isinstance(each, Scaled))
    alike = all(
        isinstance(each, Scaled) and each.recipe == first.recipe and _is_of_rows(each, dim)
        for each in tensors
    )
    if not alike:
        return NotImplemented
    data = func([_bytes(each.quantized) for each in tensors], dim)
    scales = func([_bytes(each.scales) for each in tensors], dim)
    return first.like(data.view(first.quantized.dtype), scales.view(first.scales.dtype))
