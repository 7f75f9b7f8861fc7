"""What all ranks have to say alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _resolve_process_group

from lowp.torch.checks import describe_rows
from lowp.torch.distributed.formats import check_rows


def gather_values(value: Any, group: Any) -> list[Any]:
    """What each rank of a group says."""
    found: list[Any] = [None] * group.size()
    dist.all_gather_object(found, value, group=group)
    return found


def describe_difference(first: Any, other: Any, rank: int) -> str:
    """What the ranks of a group say differently."""
    return f"{first} on the first rank of a group and {other} on its rank {rank}"


def expect_alike(value: Any, group: Any, what: str) -> None:
    """Raises ValueError on all ranks of a group where one has another recipe, or others."""
    found = gather_values(value, group)
    if any(each != found[0] for each in found):
        raise ValueError(
            f"{what}: expected the same recipe on all ranks, got {found}; convert alike on all"
        )


class SharedRows:
    """What ranks have found to be alike of the rows of one layer."""

    # Shapes that are compared, those of the first steps: lengths that change in each step would
    # cost each.
    _MOST = 8

    def __init__(self) -> None:
        self._recipe: tuple | None = None
        self._shapes: set[tuple] = set()

    def expect_alike(
        self, x: torch.Tensor, recipe: str | None, group_name: Any, name: Callable[[], str]
    ) -> None:
        """Raises ValueError on all ranks where one has another recipe, or rows of another shape or
        type, and for a recipe whose rows cannot travel. Ranks ask each other when a recipe, or
        one of the first shapes, is new, but not while a CUDA graph is captured. name: says what
        asks."""
        asked, shape = (group_name, recipe), (group_name, x.shape, x.dtype)
        is_known = shape in self._shapes or len(self._shapes) == self._MOST
        if is_known and asked == self._recipe:
            return
        if x.is_cuda and torch.cuda.is_current_stream_capturing():
            return
        what = name()
        if asked != self._recipe:
            agree_on_rows(recipe, group_name, what)
            self._recipe = asked
        if not is_known:
            _expect_alike_rows(x, group_name, what)
            self._shapes.add(shape)


def _expect_alike_rows(x: torch.Tensor, group_name: Any, what: str) -> None:
    found = gather_values(describe_rows(x), _resolve_process_group(group_name))
    for rank, other in enumerate(found):
        if other != found[0]:
            raise ValueError(
                f"{what}: expected rows of the same shape on all ranks, got "
                f"{describe_difference(found[0], other, rank)}; pad them, or distribute them anew"
            )


@torch.compiler.assume_constant_result
def agree_on_rows(recipe: str | None, group_name: Any, what: str) -> bool:
    """Raises ValueError on all ranks where one has another recipe, or one whose rows cannot
    travel. All ranks ask for it at once, also while they make graphs."""
    expect_alike(recipe, _resolve_process_group(group_name), what)
    if recipe is not None:
        check_rows(recipe, what)
    return True
