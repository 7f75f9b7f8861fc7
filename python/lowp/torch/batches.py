"""The operators under torch.vmap, whose own loop refuses lists of tensors and warns."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.utils import _pytree as pytree


def _select(value: Any, dim: int | None, number: int) -> Any:
    return value if dim is None else value.select(dim, number)


def _as_element(value: Any, dim: int | None) -> Any:
    """Zeros of the size of one element."""
    return value if dim is None else value.new_zeros(value.shape[:dim] + value.shape[dim + 1 :])


def _stack(results: list) -> tuple[Any, Any]:
    """The results of all elements, and the dimensions of the batch in them."""
    if isinstance(results[0], torch.Tensor):
        return torch.stack(results), 0
    kind = type(results[0])
    return kind(map(torch.stack, zip(*results))), kind([0] * len(results[0]))


def register_loop(
    library: torch.library.Library, name: str, folds: Callable[..., bool] | None = None
) -> None:
    """One call of operator lowp::`name` for each element of a batch: scales of whole tensors
    are of one element's. folds: whether, for these arguments, a batch of the first alone is
    more rows of one call."""
    operator = getattr(torch.ops.lowp, name).default

    def loop(info: Any, in_dims: tuple, *arguments: Any) -> tuple[Any, Any]:
        values, spec = pytree.tree_flatten(arguments)
        dims = spec.flatten_up_to(in_dims)
        is_first = dims[0] is not None and all(dim is None for dim in dims[1:])
        if folds is not None and is_first and folds(*arguments):
            return operator(arguments[0].movedim(dims[0], 0), *arguments[1:]), 0

        def compute(element: Callable[[Any, int | None], Any]) -> Any:
            each = [element(value, dim) for value, dim in zip(values, dims)]
            return operator(*pytree.tree_unflatten(each, spec))

        if info.batch_size == 0:
            # One element says the sizes of none.
            found, places = _stack([compute(_as_element)])
            return pytree.tree_map(lambda each: each[:0], found), places
        every = range(info.batch_size)
        return _stack([compute(functools.partial(_select, number=index)) for index in every])

    torch.library.register_vmap(f"lowp::{name}", loop, lib=library)
