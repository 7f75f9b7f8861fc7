"""What calls take of the host."""

from __future__ import annotations

import time
from collections.abc import Callable

import torch


def host_microseconds(call: Callable[[], object], device: str, calls: int) -> float:
    """What a call takes of the host: the least mean of ten rounds, which are too
    short to fill the queue of a GPU."""
    best = float("inf")
    for _ in range(10):
        if device != "cpu":
            torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best * 1e6
