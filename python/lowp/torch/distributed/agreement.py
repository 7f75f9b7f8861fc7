"""What all ranks have to say alike."""

from __future__ import annotations

from typing import Any

import torch.distributed as dist


def gather_values(value: Any, group: Any) -> list[Any]:
    """What each rank of a group says."""
    found: list[Any] = [None] * group.size()
    dist.all_gather_object(found, value, group=group)
    return found


def expect_alike(value: Any, group: Any, what: str) -> None:
    """Raises ValueError on all ranks of a group where one has another recipe, or others."""
    found = gather_values(value, group)
    if any(each != found[0] for each in found):
        raise ValueError(
            f"{what}: expected the same recipe on all ranks, got {found}; convert alike on all"
        )
