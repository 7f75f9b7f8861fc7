"""Operators that take lists of tensors, under torch.vmap: its own loop refuses them."""

from __future__ import annotations

from typing import Any

import torch
from torch.utils import _pytree as pytree


def _select(value: Any, dim: int | None, number: int) -> Any:
    return value if dim is None else value.select(dim, number)


def register_loop(library: torch.library.Library, name: str) -> None:
    """One call of operator lowp::`name`, which has one result, for each element of a
    batch: scales of whole tensors are of one element's."""
    operator = getattr(torch.ops.lowp, name).default

    def loop(info: Any, in_dims: tuple, *arguments: Any) -> tuple[torch.Tensor, int]:
        values, spec = pytree.tree_flatten(arguments)
        dims = spec.flatten_up_to(in_dims)
        calls = (
            [_select(value, dim, number) for value, dim in zip(values, dims)]
            for number in range(info.batch_size)
        )
        return torch.stack([operator(*pytree.tree_unflatten(call, spec)) for call in calls]), 0

    torch.library.register_vmap(f"lowp::{name}", loop, lib=library)
