"""The operations of ATen that are imported."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import torch

from lowp.torch.compiling.importer import (
    elementwise,
    indexing,
    layers,
    matmuls,
    reductions,
    views,
)
from lowp.torch.compiling.importer.importer import Importer

OPERATIONS: dict[Any, Callable[[Importer, torch.fx.Node], Any]] = {
    **elementwise.OPERATIONS,
    **indexing.OPERATIONS,
    **layers.OPERATIONS,
    **matmuls.OPERATIONS,
    **reductions.OPERATIONS,
    **views.OPERATIONS,
    operator.getitem: views.item,
}
MATMULS = frozenset({*matmuls.OPERATIONS, *layers.OPERATIONS})
VIEWS = frozenset(views.VIEWS)
