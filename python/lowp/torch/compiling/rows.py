"""Rows by index, as experts have them, in forms that cost less: on a whole graph, before
it is divided."""

from __future__ import annotations

import torch

from lowp.torch.compiling.decided import fold_decided
from lowp.torch.compiling.gathers import gather_rows


def rewrite_rows(graph: torch.fx.Graph) -> None:
    fold_decided(graph)
    gather_rows(graph)
    graph.eliminate_dead_code()
