"""What calls take of the host."""

from __future__ import annotations

import timeit
from collections.abc import Callable

import torch

from lowp_lab.torch.bench.measure import synchronize


def host_microseconds(call: Callable[[], object], device: str, calls: int) -> float:
    """What a call takes of the host: the least mean of ten rounds, which are too
    short to fill the queue of a GPU."""
    where = torch.device(device)
    rounds = timeit.repeat(call, lambda: synchronize(where), repeat=10, number=calls)
    return min(rounds) / calls * 1e6
