"""Whether it pays to compute while rows travel, by predicted times."""

from __future__ import annotations

from typing import NamedTuple

import torch

from lowp._linear import prices
from lowp.torch.compiling.predicted import Memory
from lowp.torch.programs import part_of

# Figures of NVLink between H200: bytes that a rank gets in a microsecond, and microseconds before
# the first comes.
_SPEED, _BEGIN = 265e3, 15.0
# Microseconds of the host for each chunk (copies, barriers and calls) and for the backward pass
# of layers that read the same rows.
_HOST_CHUNK, _HOST_BACKWARD = 150.0, 1000.0
# The same for one more call of a compiled region.
_HOST_REGION = 20.0


class Product(NamedTuple):
    """What one device computes of layers that read the same rows. rows: those of a rank,
    which come in `batches` pieces. n: of each layer."""

    ranks: int
    batches: int
    rows: int
    n: tuple[int, ...]
    k: int
    recipe: str


def _matmuls(product: Product, rows: int, part: str) -> dict[str, float]:
    """Microseconds of the matmuls without what quantizes, by name."""
    found: dict[str, float] = {}
    for n in product.n:
        layer = prices.Layer(rows, n, product.k, "bf16", (True, True))
        for each in prices.ask(layer, product.recipe, f"part={part}"):
            us = each.get("gemm_us", each["without_us"])
            found[each["name"]] = found.get(each["name"], 0.0) + us
    return found


def _travels(size: float) -> float:
    return _BEGIN + size / _SPEED


def _memory_of(part: str) -> Memory:
    return Memory.read(prices.figures(part))


def chunks_pay(
    product: Product, size: float, device: torch.device, *, adds_up: bool = False
) -> bool:
    """Whether chunks that travel while others are multiplied come sooner than a collective
    and one matmul. size: bytes of a rank that travel. adds_up: whether what comes is to be
    added up, which a collective does as it comes."""
    part = part_of(device)
    if part is None:
        return False
    others = product.ranks - 1
    whole = _matmuls(product, product.ranks * product.rows, part)["forward"]
    whole += _travels(others * size)
    chunk = _matmuls(product, product.rows // product.batches, part)["forward"]
    chunk *= product.batches
    step = max(chunk, _travels(size), product.batches * _HOST_CHUNK)
    last = _memory_of(part).price((product.ranks + 1) * size) if adds_up else 0.0
    return _BEGIN + others * step + chunk + last < whole


def scatter_hides(product: Product, device: torch.device) -> bool:
    """Whether a sum of input gradients is better scattered while gradients of weights are
    computed, which reads the results' gradients once more: where the GPU waits for the host,
    since a collective takes multiprocessors from matmuls that would need all of them."""
    part = part_of(device) if device.type == "cuda" else None
    if part is None:
        return False
    rows = product.ranks * product.rows
    found = _matmuls(product, rows, part)
    if found["dgrad"] + found["wgrad"] > _HOST_BACKWARD:
        return False
    size = 2.0 * product.rows * product.k * (product.ranks - 1)
    again = _memory_of(part).price(2.0 * rows * sum(product.n))
    return min(_travels(size), found["wgrad"]) > again


def sum_us(size: float, ranks: int, *, is_scattered: bool) -> float:
    """Microseconds of a sum over ranks. size: bytes that each adds. is_scattered: whether each
    gets its part of the sum alone."""
    share = (ranks - 1) / ranks
    return _travels(share * size if is_scattered else 2 * share * size)


def rest_hides(travel_us: float, rest_us: float, again_us: float) -> bool:
    """Whether a sum that takes travel_us is better begun before the rest of its region, which
    takes rest_us, where two regions take again_us more than one. As in scatter_hides a
    collective takes multiprocessors from matmuls, which large ones lose more by than they hide."""
    if rest_us > _HOST_BACKWARD:
        return False
    return min(travel_us, rest_us) > again_us + _HOST_REGION
