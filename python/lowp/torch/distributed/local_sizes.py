"""The sizes of the matmuls that one device computes of a layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch

from lowp._patterns import first_matching
from lowp.torch.distributed.fsdp import parameters_of
from lowp.torch.module_weights import is_shared, local_part

# The dimension of a weight, N by K, that each way divides.
_DIVIDED = {"columns": 0, "rows": 1}


def _gathered(model: torch.nn.Module) -> Iterator[tuple[int, torch.Size]]:
    """Parameters that fully_shard gathers for each use, by their ids, and the sizes that
    they have then on one device."""
    for each in parameters_of(model):
        yield id(each.sharded_param), each._orig_size


def _own_part(weight: torch.Tensor) -> torch.Size:
    return local_part(weight).shape


def _first_part(weight: Any) -> torch.Size:
    """The sizes of the first device's part, which is the largest."""
    sizes = list(weight.shape)
    if is_shared(weight):
        for placement, count in zip(weight.placements, weight.device_mesh.shape):
            dim = getattr(placement, "dim", None)
            if dim is not None:
                sizes[dim] = -(-sizes[dim] // count)
    return torch.Size(sizes)


class LocalSizes:
    """What is computed on one device: of weights that are sharded already, and of those
    that will be.

    parallel: patterns of names with "columns" or "rows", as ColwiseParallel and
    RowwiseParallel divide weights. size: of the mesh's dimension that they are divided
    over. are_alike: whether the first device's stand for all, by which they decide alike. Raises
    ValueError, which names what to pass."""

    def __init__(
        self,
        model: torch.nn.Module,
        parallel: Mapping[str, str] | None = None,
        size: int | None = None,
        *,
        are_alike: bool = False,
    ) -> None:
        if (parallel is None) != (size is None):
            raise ValueError(
                "expected parallel, patterns of names with 'columns' or 'rows', together with "
                f"parallel_size, how many devices divide them, got {parallel!r} and {size!r}"
            )
        for pattern, way in (parallel or {}).items():
            if way not in _DIVIDED:
                raise ValueError(
                    f"expected parallel[{pattern!r}] to be 'columns' or 'rows', got {way!r}"
                )
        self._parallel = dict(parallel or {})
        self._size = size or 1
        self._part = _first_part if are_alike else _own_part
        self._gathered = dict(_gathered(model))

    def of(self, name: str, weight: torch.Tensor) -> tuple[int, int]:
        """Rows and columns of the weight of layer `name`, as nn.Linear has them."""
        n, k = self._sizes_of(weight)
        result = first_matching(self._parallel, name)
        return (n, k) if result is None else self._divide(name, [n, k], self._parallel[result])

    def _sizes_of(self, weight: torch.Tensor) -> torch.Size:
        return self._gathered.get(id(weight)) or self._part(weight)

    def stand_in(self, weight: torch.Tensor) -> torch.Tensor:
        """A tensor like what one device computes with of a weight, without its elements."""
        empty = torch.empty((1,), dtype=weight.dtype, device=weight.device)
        return empty.expand(self._sizes_of(weight))

    def _divide(self, name: str, sizes: list[int], way: str) -> tuple[int, int]:
        divided = sizes[_DIVIDED[way]]
        if divided % self._size:
            raise ValueError(
                f"'{name}': expected parallel_size to divide its {divided} {way}, got "
                f"{self._size}; leave the layer out of parallel, or divide it over fewer devices"
            )
        sizes[_DIVIDED[way]] = divided // self._size
        return sizes[0], sizes[1]
