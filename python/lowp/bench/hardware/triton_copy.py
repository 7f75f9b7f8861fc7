"""A copy by a kernel of triton, which need not be installed unless this is imported."""

from __future__ import annotations

from typing import Any

import triton
import triton.language as tl

# 8 elements of bf16 are the 16 bytes that a thread moves at once.
_THREADS, _PER_THREAD = 256, 8
_TILE = _THREADS * _PER_THREAD


@triton.jit
def _copy(source, target, TILE: tl.constexpr):
    place = tl.program_id(0) * TILE + tl.arange(0, TILE)
    tl.store(target + place, tl.load(source + place))


def copy(source: Any, target: Any) -> None:
    """Copies an array of bf16 whose number of elements is a multiple of a tile."""
    count = source.numel()
    if count % _TILE:
        raise ValueError(f"expected a multiple of {_TILE} elements, got {count}")
    _copy[(count // _TILE,)](source, target, TILE=_TILE, num_warps=_THREADS // 32)
