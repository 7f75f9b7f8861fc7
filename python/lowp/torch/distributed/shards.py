"""The shards that one all-gather of FSDP2 takes, quantized by one program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from lowp._linear import recipes
from lowp._linear.texts import Function, sized
from lowp.torch import ops, programs


class Shard(NamedTuple):
    """A shard of a weight, N by K. element: its type. wide: that of the gather in 16 bits,
    which it is rounded to first. recipe: of its layer."""

    n: int
    k: int
    element: str
    wide: str
    recipe: str


def _write(shards: Sequence[Shard]) -> str:
    arguments = [
        (f"w{index}", sized(each.n, each.k, type=each.element)) for index, each in enumerate(shards)
    ]
    function = Function("quantize_shards", arguments)
    for index, each in enumerate(shards):
        value, wide = f"w{index}", sized(each.n, each.k, type=each.wide)
        if each.element != each.wide:
            value = f"r{index}"
            _round(function, index, each)
        numerics = recipes.forward_matmul(each.recipe).operands[1].numerics
        result = recipes.read(each.recipe).type(1, each.n, each.k)
        function.add(f"%q{index} = lowp.quantize %{value} numerics {numerics} : {wide} -> {result}")
        function.results.append((f"q{index}", result))
    return str(function)


def _round(function: Function, index: int, shard: Shard) -> None:
    """%r of %w, in 16 bits."""
    sizes = shard.n, shard.k
    value, wide = sized(*sizes, type=shard.element), sized(*sizes, type=shard.wide)
    function.add(f"%e{index} = tensor.empty() : {wide}")
    function.add(
        f"%r{index} = linalg.generic {{indexing_maps = [#element, #element], "
        f'iterator_types = ["parallel", "parallel"]}} ins(%w{index} : {value}) '
        f"outs(%e{index} : {wide}) {{"
    )
    function.add(f"^bb0(%each: {shard.element}, %old: {shard.wide}):")
    function.add(f"%rounded = arith.truncf %each : {shard.element} to {shard.wide}")
    function.add(f"linalg.yield %rounded : {shard.wide}")
    function.add(f"}} -> {wide}")


def quantize_shards(
    tensors: Sequence[torch.Tensor], made_for: Sequence[str], dtype: torch.dtype
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Data and scales of each weight, for its recipe, as if it were gathered as `dtype`."""
    what = "quantize_shards"
    wide = programs.element_of(dtype, what)
    shards = tuple(
        Shard(each.shape[0], each.shape[1], programs.element_of(each.dtype, what), wide, recipe)
        for each, recipe in zip(tensors, made_for)
    )
    function = programs.get(what, shards, tensors[0].device, lambda: _write(shards))
    results = ops.each_of(function(*tensors))
    return [(next(results), next(results)) for _ in shards]
