"""The operators under torch.vmap, whose own loop refuses lists of tensors and warns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.utils import _pytree as pytree


def _select(value: Any, dim: int | None, number: int) -> Any:
    return value if dim is None else value.select(dim, number)


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
        results = [
            operator(
                *pytree.tree_unflatten(
                    [_select(value, dim, number) for value, dim in zip(values, dims)], spec
                )
            )
            for number in range(info.batch_size)
        ]
        if not isinstance(results[0], tuple):
            return torch.stack(results), 0
        return tuple(map(torch.stack, zip(*results))), (0,) * len(results[0])

    torch.library.register_vmap(f"lowp::{name}", loop, lib=library)
