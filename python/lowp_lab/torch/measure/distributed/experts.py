"""Rows that go to the device of their expert: exchange, sort and the experts' matmul."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

import lowp.torch
from lowp.torch import programs
from lowp.torch.distributed import all_to_all
from lowp_lab.torch.measure.distributed.ranks import Ranks

_RECIPES = ("rowwise_training", "blockwise_training")


def _jobs(sizes: tuple[int, int, int], recipe: str, device: torch.device) -> list[Callable]:
    about = sizes, torch.bfloat16, False, recipe, device
    return [partial(programs.linear, *about, scaled) for scaled in ("", "x")]


def run(ranks: Ranks) -> None:
    """sizes: experts of a rank, and their weights, N by K. Each gets as many rows."""
    small = ranks.arguments.small
    sizes, rows = ((2, 256, 256), 64) if small else ((8, 4096, 7168), 16384)
    groups, n, k = sizes
    torch.manual_seed(1 + ranks.rank)
    x = torch.randn(rows, k, device=ranks.device).bfloat16()
    w = (torch.randn(*sizes, device=ranks.device) * k**-0.5).bfloat16()
    splits = [rows // ranks.size] * ranks.size
    steps = torch.arange(1, groups + 1, device=ranks.device)
    ends = (steps * (rows // groups)).to(torch.int32)
    # Rows come by rank, then by expert.
    order = torch.arange(rows, device=ranks.device).view(ranks.size, groups, -1)
    order = order.transpose(0, 1).reshape(-1)
    columns = w.transpose(1, 2)
    for recipe in _RECIPES:
        if not ranks.has_time():
            return
        seconds = ranks.warm(_jobs(sizes, recipe, ranks.device))

        def ours(quantized: str | None, recipe: str = recipe) -> torch.Tensor:
            tokens = all_to_all(x, splits, splits, recipe=quantized)
            return lowp.torch.grouped_linear(tokens[order], w, ends, recipe=recipe)

        def torchs() -> torch.Tensor:
            tokens = all_to_all(x, splits, splits)[order]
            return torch._grouped_mm(tokens, columns, offs=ends)

        calls: dict[str, Callable[[], Any]] = {
            "bf16": torchs,
            "lowp": partial(ours, None),
            "lowp, quantized exchange": partial(ours, recipe),
            "exchange in bf16": lambda: all_to_all(x, splits, splits),
            "quantize and exchange": partial(all_to_all, x, splits, splits, recipe=recipe),
        }
        with torch.no_grad():
            same = torch.equal(ours(None), ours(recipe))
            found = ranks.by_turns(calls, "bf16", "lowp")
        is_same = ranks.all_true(same)
        ranks.write(f"experts {recipe}", {"ms": found, "equal bits": is_same, "compile_s": seconds})
