"""What all ranks have to say alike."""

from __future__ import annotations

from typing import Any

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import _resolve_process_group

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


@torch.compiler.assume_constant_result
def agree_on_rows(recipe: str | None, group_name: Any, what: str) -> bool:
    """Raises ValueError on all ranks where one has another recipe, or one whose rows cannot
    travel. All ranks ask for it at once, also while they make graphs."""
    expect_alike(recipe, _resolve_process_group(group_name), what)
    if recipe is not None:
        check_rows(recipe, what)
    return True
