"""What products of the backward pass would take whose operands save="time" has quantized."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import torch

from lowp._linear import prices
from lowp._linear.grouped_prices import Experts, price_experts
from lowp.torch.compiling.converted import GROUPED_LINEAR_OF_SCALED
from lowp.torch.compiling.importer.quantized import SCALED_MATMUL
from lowp.torch.compiling.linears import linear_of
from lowp.torch.compiling.memory import count_of
from lowp.torch.compiling.settings import Settings
from lowp.torch.programs import ELEMENTS, part_of


def find_part(settings: Settings, device: torch.device) -> str | None:
    """The GPU that times are predicted for; None where lowp has no figures of it."""
    part = settings.compile.get("part")
    return part_of(device) if part is None and device.type == "cuda" else part


def _us_of(node: torch.fx.Node, part: str) -> float:
    result = node.meta["val"]
    m, n = map(count_of, result.shape)
    needed, element = (False, False), ELEMENTS[result.dtype]
    if node.target is SCALED_MATMUL:
        _rows, k = map(count_of, node.args[0].meta["val"].shape)  # type: ignore[union-attr]
        dense = prices.Layer(m, n, k, element, needed)
        return prices.price(dense, "auto", part).without_us
    _gradient, parts, *_others = cast("tuple[Any, ...]", node.args)
    groups, _columns, k = map(count_of, parts[0].meta["val"].shape)
    return price_experts(Experts(groups, n, k, m, element, needed), "auto", part).without_us


def predict_saved(nodes: Iterable[torch.fx.Node], settings: Settings) -> float:
    """Microseconds of these products in their own type."""
    found = [
        node
        for node in nodes
        if node.target in (SCALED_MATMUL, GROUPED_LINEAR_OF_SCALED) and linear_of(node) is not None
    ]
    us = 0.0
    for node in found:
        part = find_part(settings, node.meta["val"].device)
        us += _us_of(node, part) if part is not None else 0.0
    return us
