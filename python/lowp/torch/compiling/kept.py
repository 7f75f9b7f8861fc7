"""Option save: what a joint graph keeps for its backward pass."""

from __future__ import annotations

import torch

from lowp.torch.compiling.norms import take_norms_apart
from lowp.torch.compiling.old_values import save_old_values
from lowp.torch.compiling.recomputed import compute_again, take_apart_again
from lowp.torch.compiling.repeated import repeat_again
from lowp.torch.compiling.saved import Writer, save_activations
from lowp.torch.compiling.saved_experts import save_experts
from lowp.torch.compiling.saved_weights import save_weights
from lowp.torch.compiling.settings import Settings


def decide_kept(graph: torch.fx.Graph, settings: Settings) -> None:
    """Marks what is saved and what is computed again, before the graph is divided. What
    has a mark, by a checkpoint's policy or since it is overwritten, keeps it."""
    save = settings.save
    save_old_values(graph)
    if save == "time":
        writer = Writer(graph, settings)
        save_activations(graph, writer)
        # Held weights are quantized once for each step.
        if not settings.hold:
            save_weights(graph, writer)
            save_experts(graph, writer)
        graph.eliminate_dead_code()
    if save == "memory":
        take_norms_apart(graph)
    take_apart_again(graph)
    compute_again(graph, with_rows=save == "memory")
    if save == "memory":
        repeat_again(graph)
