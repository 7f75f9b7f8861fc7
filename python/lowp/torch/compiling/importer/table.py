"""The operations of ATen that are imported."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.importer import (
    elementwise,
    expert_layers,
    grouped,
    indexing,
    layers,
    matmuls,
    ordering,
    quantized,
    reductions,
    views,
)
from lowp.torch.compiling.importer.importer import Importer

OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    **elementwise.OPERATIONS,
    **expert_layers.OPERATIONS,
    **grouped.OPERATIONS,
    **indexing.OPERATIONS,
    **layers.OPERATIONS,
    **matmuls.OPERATIONS,
    **ordering.OPERATIONS,
    **quantized.OPERATIONS,
    **reductions.OPERATIONS,
    **views.OPERATIONS,
    operator.getitem: views.item,
}
VIEWS = frozenset(views.VIEWS)


def find(target: Any) -> Callable[[Importer, torch.fx.Node], Any] | None:
    """The function that imports an operation; None for others."""
    return OPERATIONS.get(target) or grouped.find_by_name(target)


def is_matmul(node: torch.fx.Node) -> bool:
    return (
        node.target in matmuls.OPERATIONS
        or node.target in layers.OPERATIONS
        or node.target in expert_layers.OPERATIONS
        or node.target is quantized.SCALED_MATMUL
        or quantized.is_given(node)
        or grouped.is_grouped(node)
    )
