"""Training under FSDP2 whose weights are gathered quantized, bit by bit beside gathers in bf16,
which are run twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

import lowp.torch
from lowp_lab.torch.bench.measure import free
from lowp_lab.torch.measure.distributed import training
from lowp_lab.torch.measure.distributed.ranks import Ranks

# Scales of square blocks are those of both gradients' matmuls; other weights are rounded anew.
_RECIPES = ("blockwise_training", "rowwise_training")
_WAYS = {
    "bf16 again": ("lowp", False),
    "quantized": ("lowp, quantized gathers", False),
    "quantized, held": ("lowp, quantized gathers", True),
}


class Run(NamedTuple):
    losses: list[float]
    weights: list[torch.Tensor]


def _train(way: str, holds: bool, recipe: str, ranks: Ranks) -> Run:
    sizes, rows = training.sizes_of(ranks, 4), 64 if ranks.arguments.small else 2048
    model, _ = training.model_of(way, sizes, ranks, recipe)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    held = lowp.torch.hold(model, optimizer) if holds else None
    case = training.Case.draw(sizes, rows, ranks)
    losses = [
        training.step(model, optimizer, case).item() for _ in range(ranks.arguments.equal_steps)
    ]
    if held is not None:
        held.release()
    local = (each._local_tensor for each in model.parameters())  # type: ignore[attr-defined]
    return Run(losses, [each.detach().cpu() for each in local])


def _first_difference(one: Sequence[float], other: Sequence[float]) -> int | None:
    """The first step, counted from 1, whose losses differ."""
    pairs = enumerate(zip(one, other, strict=True), 1)
    return next((step for step, (a, b) in pairs if a != b), None)


def _compare(one: Run, other: Run, ranks: Ranks) -> dict[str, object]:
    same = [torch.equal(a, b) for a, b in zip(one.weights, other.weights, strict=True)]
    first = _first_difference(one.losses, other.losses)
    return {
        "equal losses": ranks.all_true(first is None),
        "first step that differs": first,
        "equal weights": ranks.all_true(all(same)),
        "last loss": other.losses[-1],
    }


def run(ranks: Ranks) -> None:
    """Attention's gradients are sums in any order but for deterministic algorithms."""
    torch.use_deterministic_algorithms(True, warn_only=True)
    try:
        for recipe in _RECIPES:
            _run(recipe, ranks)
    finally:
        torch.use_deterministic_algorithms(False)


def _run(recipe: str, ranks: Ranks) -> None:
    if not ranks.has_time():
        return
    sizes = training.sizes_of(ranks, 4)
    seconds = ranks.warm(training.jobs_of(sizes, ranks, recipe))
    control = _train("lowp", False, recipe, ranks)
    found: dict[str, object] = {"steps": len(control.losses), "last loss": control.losses[-1]}
    for name, (way, holds) in _WAYS.items():
        free(ranks.device)
        if ranks.has_time():
            found[name] = _compare(control, _train(way, holds, recipe, ranks), ranks)
    ranks.write(f"equal {recipe}", {**found, "compile_s": seconds})
