"""The shards that one all-gather of FSDP2 takes, quantized by one program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import NamedTuple

import torch

from lowp._bound import bind
from lowp._linear import recipes
from lowp._mlir.function import Function as MlirFunction
from lowp._mlir.types import tensor
from lowp._tracing import trace_state
from lowp.program import Function
from lowp.torch import ops, programs
from lowp.torch.distributed.pieces import Pieces

_may_trace = trace_state(torch).may_trace


class Shard(NamedTuple):
    """A shard of a weight, N by K, or of those of experts, whose rows are counted together. element: its type. wide: that of the gather in 16 bits,
    which it is rounded to first. recipe: of its layer."""

    n: int
    k: int
    element: str
    wide: str
    recipe: str


def _write(shards: Sequence[Shard]) -> str:
    function = MlirFunction("quantize_shards")
    for index, each in enumerate(shards):
        value = function.argument(tensor(each.n, each.k, element=each.element))
        numerics = recipes.forward_matmul(each.recipe).operands[1].numerics
        result = recipes.read(each.recipe).type(1, each.n, each.k)
        function.give(function.quantize(value.to(each.wide), result, f"numerics {numerics}"))
    return str(function)


def _as_matrix(tensor: torch.Tensor) -> torch.Tensor:
    """Experts one after the other."""
    return tensor.reshape(-1, tensor.shape[-1])


def _as_bytes(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.view(-1).view(torch.uint8)


def _bind(
    function: Function,
    plain: Sequence[torch.Tensor],
    tensors: Sequence[torch.Tensor],
    results: Sequence[torch.Tensor],
) -> Callable | None:
    """The call that made `results`, as bytes in one memory from now on."""
    make = Pieces([each.nbytes for each in results]).maker(results[0].device)
    pieces = make()
    typed = [piece.view(each.dtype).view(each.shape) for piece, each in zip(pieces, results)]
    return bind(function, (*plain, *typed), tensors, pieces, make=make)


class QuantizeShards:
    """Quantizes weights, each for its recipe, as if they were gathered as `dtype`. Calls on tensors
    of before are bound, and write to one memory: the host's time of each gather."""

    def __init__(self, made_for: Sequence[str], dtype: torch.dtype) -> None:
        self._recipes, self._dtype = list(made_for), dtype
        self._tensors: tuple[torch.Tensor, ...] = ()
        # One that no thread is making.
        self._bound: list[Callable] = []

    def __call__(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """Bytes of data and scales of the first, of the second, and so on."""
        is_known = len(tensors) == len(self._tensors) and all(map(is_, tensors, self._tensors))
        if is_known and self._bound and not _may_trace():
            call = self._bound.pop()
            result = call(tensors)
            if result is not None:
                self._bound.append(call)
                return result
        return self._call(tuple(tensors))

    def _call(self, tensors: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
        function = self._find(tensors)
        plain = [_as_matrix(each.detach()) for each in tensors]
        results = tuple(ops.each_of(function(*plain)))
        is_plain = all(each.is_contiguous() and not each.is_neg() for each in tensors)
        call = _bind(function, plain, tensors, results) if is_plain else None
        self._tensors, self._bound = tensors, [] if call is None else [call]
        return tuple(map(_as_bytes, results))

    def _find(self, tensors: Sequence[torch.Tensor]) -> Function:
        what = "quantize_shards"
        wide = programs.element_of(self._dtype, what)
        shards = tuple(
            Shard(
                each.shape[:-1].numel(),
                each.shape[-1],
                programs.element_of(each.dtype, what),
                wide,
                recipe,
            )
            for each, recipe in zip(tensors, self._recipes)
        )
        return programs.get(what, shards, tensors[0].device, lambda: _write(shards))
