"""Gradients that are gathered quantized: those of the results of RowwiseParallel layers, which
scatter their sums."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

from lowp.torch import direct_linear
from lowp.torch.distributed.collectives import gather_rows, quantize_rows, scatter_rows_now
from lowp.torch.distributed.formats import (
    WIDE_TYPES,
    check_rows,
    reason_against_gradient,
    warn_of_uneven_rows,
)
from lowp.torch.distributed.rows import is_even, is_sharded, round_rows
from lowp.torch.distributed.sharded_linear import place
from lowp.torch.linear import Linear
from lowp.torch.scaled_tensor import parts_of


class _QuantizeGradient(torch.autograd.Function):
    """A result as it is, whose gradient is quantized row by row."""

    @staticmethod
    def forward(ctx, y, recipe):
        ctx.recipe = recipe
        return y.view_as(y)

    @staticmethod
    def backward(ctx, g):
        if not isinstance(g, DTensor):
            return round_rows(g, ctx.recipe), None
        made = round_rows(g.to_local(), ctx.recipe)
        return DTensor.from_local(made, g.device_mesh, g.placements, run_check=False), None


class _ScatterNow(torch.autograd.Function):
    """Sums that are scattered as DTensor does it, without its dispatch; their gradient is gathered
    as data and scales."""

    @staticmethod
    def forward(ctx, y, recipe, layout):
        ctx.about = recipe, y.device_mesh, layout, y.shape
        group = y.device_mesh.get_group()
        sums = y._local_tensor, group.size(), group.group_name
        own = scatter_rows_now(*sums, layout.dim)
        return place(own, y.device_mesh, (layout,), y.shape)

    @staticmethod
    def backward(ctx, g):
        recipe, mesh, layout, shape = ctx.about
        if g.placements != (layout,):
            g = g.redistribute(mesh, [layout])
        own, group = quantize_rows(g.to_local(), recipe), mesh.get_group()
        parts = gather_rows(parts_of(own), group.size(), group.group_name, layout.dim)
        return place(own.like(*parts), mesh, (Replicate(),), shape), None, None


class _GradientHook:
    """Called after the hook of RowwiseParallel: where that scatters sums, the backward pass
    gathers gradients. ranks: how many share the layer. layout: how they share results, once that
    is known."""

    layout: Shard | None = None
    # Whether the sums of this call are scattered already.
    is_done = False

    def __init__(self, recipe: str, ranks: int, what: str) -> None:
        self.recipe, self.ranks, self.what = recipe, ranks, what

    def __call__(self, _layer: Any, arguments: tuple, y: torch.Tensor) -> torch.Tensor | None:
        if self.is_done:
            self.is_done = False
            return None
        rows, whole = y.shape[:-1].numel(), arguments[0].shape[:-1].numel()
        is_scattered, are_even = rows < whole, rows * self.ranks == whole
        if isinstance(y, DTensor):
            is_scattered = any(isinstance(each, Shard) for each in y.placements)
            are_even = is_even(y)
        if not is_scattered or not y.requires_grad or y.dtype not in WIDE_TYPES:
            return None
        if not are_even:
            warn_of_uneven_rows(self.what)
            return None
        if not torch.compiler.is_compiling():
            self._learn(arguments[0].shape, y)
        return _QuantizeGradient.apply(y, self.recipe)

    def _learn(self, whole: torch.Size, y: torch.Tensor) -> None:
        """Finds the dimension of rows that ranks share. whole: the shape of the input."""
        if isinstance(y, DTensor):
            whole, y = y.shape, y.to_local()
        found = [dim for dim in range(y.dim() - 1) if y.shape[dim] != whole[dim]]
        self.layout = Shard(found[0]) if len(found) == 1 else None


class _ScatterHook:
    """Called before the hook of RowwiseParallel, which leaves what has its layout."""

    def __init__(self, after: _GradientHook) -> None:
        self.after = after

    def __call__(self, _layer: Any, _arguments: tuple, y: torch.Tensor) -> torch.Tensor | None:
        if torch.compiler.is_compiling():
            return None
        layout = self.after.layout
        self.after.is_done = layout is not None and self._applies(y, layout.dim)
        if layout is None or not self.after.is_done:
            return None
        return _ScatterNow.apply(y, self.after.recipe, layout)

    def _applies(self, y: Any, dim: int) -> bool:
        """Whether nothing but autograd sees how sums are scattered."""
        return (
            type(y) is DTensor
            and y.placements == (Partial(),)
            and y.requires_grad
            and dim < y.dim() - 1
            and y.shape[dim] % self.after.ranks == 0
            and direct_linear.is_plain(y._local_tensor)
            and direct_linear.is_at_once(y)
        )


def _ranks_of(layer: torch.nn.Module) -> int:
    """How many ranks tensor parallelism has given columns of a layer's weight; fully_shard places
    its own parts otherwise."""
    weight: Any = layer._parameters["weight"]
    pairs = zip(weight.placements, weight.device_mesh.shape)
    return math.prod(size for each, size in pairs if type(each) is Shard and each.dim == 1)


def quantize_gradients(model: torch.nn.Module, what: str) -> list[tuple[str, str | None, str]]:
    """Lets gradients of results of RowwiseParallel layers be gathered as they are quantized
    anyway. Returns the layers, with recipes, None where gradients keep their type, and why."""
    found: list[tuple[str, str | None, str]] = []
    for name, layer in model.named_modules():
        if not isinstance(layer, Linear) or not is_sharded(layer, 1):
            continue
        for key, hook in list(layer._forward_hooks.items()):
            if isinstance(hook, (_GradientHook, _ScatterHook)):
                del layer._forward_hooks[key]
        rows = check_rows(layer.recipe, f"{what}: '{name}'")
        if layer.bias is not None and layer.bias.requires_grad:
            reason = "the gradient of its bias is a sum of these rows"
            found.append((name, None, reason))
            continue
        against = reason_against_gradient(layer.recipe)
        if against is not None:
            found.append((name, None, against))
            continue
        twice = rows.block[1] != 0 and rows.scale == "f32"
        reason = "the gradient of its weight is rounded twice" if twice else "in scales of rows"
        hook = _GradientHook(layer.recipe, _ranks_of(layer), f"{what} of '{name}'")
        layer.register_forward_hook(hook)
        layer.register_forward_hook(_ScatterHook(hook), prepend=True)
        found.append((name, layer.recipe, reason))
    return found
