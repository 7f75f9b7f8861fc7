"""Layers under tensor parallelism on rows that ranks share: what they read is gathered, and
their sums are scattered, together with their matmuls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import torch
from torch.distributed.tensor import DTensor, Replicate, Shard

from lowp._errors import LaunchError
from lowp.torch import linear_of_scaled
from lowp.torch.adapted_recipes import recipe_on
from lowp.torch.checks import describe
from lowp.torch.distributed import overlap_prices, parallel_ops
from lowp.torch.distributed.agreement import SharedRows, agree_on_rows
from lowp.torch.distributed.collectives import (
    gather_rows,
    quantize_now,
    quantize_rows,
    scatter_rows,
    wait,
)
from lowp.torch.distributed.formats import WIDE_TYPES, gradients_travel
from lowp.torch.linear import Linear
from lowp.torch.scaled_tensor import Scaled, parts_of

_lowp, _c10d = torch.ops.lowp, torch.ops._c10d_functional


def _run(name: str, now: Any) -> Any:
    """An operator where graphs are made; what it calls otherwise, without the dispatcher:
    the host's time of each call."""
    return getattr(_lowp, name) if torch.compiler.is_compiling() else now


def _quantize(x: torch.Tensor, recipe: str) -> list[torch.Tensor]:
    if isinstance(x, Scaled):
        return parts_of(quantize_rows(x, recipe))
    return _run("quantize", quantize_now)(x.contiguous(), recipe)


class _GatheredLinear(torch.autograd.Function):
    """Results of layers that read the rows of all ranks."""

    @staticmethod
    def forward(ctx, x, dim, recipe, group, count, *parameters):
        w, bias = parameters[:count], parameters[count:]
        run = _run("gathered_linear", parallel_ops.gathered)
        read = _quantize(x, recipe)
        *y, data, scales = run(*read, w, bias, dim, recipe, x.dtype, group.group_name)
        ctx.save_for_backward(data, scales, *w)
        ctx.about = dim, group, parallel_ops.product_of(x.shape, w, dim, group.size(), recipe)
        return tuple(y)

    @staticmethod
    def backward(ctx, *g):
        _refuse_second("gathered_linear")
        (dim, group, product), needed = ctx.about, ctx.needs_input_grad
        needs_x, (of_w, of_bias) = needed[0], _halves(needed[5:])
        # Checkpoints compute them again, once.
        saved = ctx.saved_tensors
        hides = needs_x and any(of_w) and overlap_prices.scatter_hides(product, saved[0].device)
        now = [not hides and each for each in of_w], [not hides and each for each in of_bias]
        found = _differentiate(saved, product.recipe, g, needs_x, *now)
        dx = None
        if needs_x:
            total, *others = (each[0] for each in found)
            for each in others:
                total += each
            coming = scatter_rows(total, group.size(), group.group_name, dim)
            if hides:
                found = _differentiate(saved, product.recipe, g, False, of_w, of_bias)
            dx = wait(coming)
        dw = (each[1] if asked else None for each, asked in zip(found, of_w))
        db = (each[2] if asked else None for each, asked in zip(found, of_bias))
        return dx, None, None, None, None, *dw, *db


def _refuse_second(name: str) -> None:
    """Raises NotImplementedError in a backward pass that is to be differentiated."""
    if torch.is_grad_enabled():
        raise NotImplementedError(
            f"lowp.torch.distributed.{name}: has no second derivative; take gradients without "
            "create_graph"
        )


def _differentiate(
    saved: Sequence[torch.Tensor],
    recipe: str,
    g: Sequence[Any],
    of_x: bool,
    of_w: Sequence[bool],
    of_bias: Sequence[bool],
) -> list[Any]:
    """Gradients of rows, weight and bias for each layer, those that are asked for. saved: data
    and scales of rows, and weights."""
    data, scales, *w = saved
    run = _run("linear_of_scaled_backward", linear_of_scaled.run_backward)
    found: list[Any] = []
    for one, weight, *asked in zip(g, w, of_w, of_bias):
        needed = [of_x, *asked]
        read = [one], [data, scales], parts_of(weight)
        found.append(run(*read, recipe, needed, one.dtype) if any(needed) else [None] * 3)
    return found


def _halves(values: Sequence[bool]) -> tuple[Sequence[bool], Sequence[bool]]:
    count = len(values) // 2
    return values[:count], values[count:]


class _LinearScattered(torch.autograd.Function):
    """Sums of a layer that has a part of its columns, of the rows of this rank."""

    @staticmethod
    def forward(ctx, x, w, bias, dim, recipe, group, travels):
        run = _run("linear_scattered", parallel_ops.scattered)
        y = run(x, w, dim, recipe, group.group_name)
        ctx.save_for_backward(x, w)
        ctx.about = dim, recipe, group, travels
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, g):
        _refuse_second("linear_scattered")
        (x, w), (dim, recipe, group, travels) = ctx.saved_tensors, ctx.about
        needs_x, needs_w, needs_bias = ctx.needs_input_grad[:3]
        dx = dw = db = None
        if needs_bias:
            total = g.flatten(0, -2).sum(0, dtype=torch.float32)
            db = wait(_c10d.all_reduce(total, "sum", group.group_name)).to(g.dtype)
        if needs_x or needs_w:
            own = _quantize(g, recipe) if travels else [g.contiguous()]
            rows = gather_rows(own, group.size(), group.group_name, dim)
            run = _run("linear_of_scaled_backward", linear_of_scaled.run_backward)
            needed = [needs_x, needs_w, False]
            dx, dw, _ = run(rows, [x], parts_of(w), recipe, needed, g.dtype)
        return dx if needs_x else None, dw if needs_w else None, db, None, None, None, None


def _local(layer: torch.nn.Module, name: str, placement: Any, what: str) -> Any:
    """What this device has of a parameter."""
    parameter: Any = layer._parameters[name]
    if parameter is None:
        return None
    if not isinstance(parameter, DTensor) or parameter.placements != (placement,):
        got = getattr(parameter, "placements", "a tensor that this device has whole")
        raise LaunchError(
            f"{what}: expected the {name} of each layer as {placement} of one mesh, got {got}; "
            "parallelize_module first, and call it where fully_shard has gathered weights"
        )
    return parameter.to_local()


def _check_layers(x: torch.Tensor, layers: Sequence[Any], dim: int, what: str) -> int:
    """The dimension of rows, counted from the first. Raises LaunchError."""
    if not isinstance(x, torch.Tensor) or isinstance(x, DTensor):
        raise LaunchError(
            f"{what}: expected the rows of this rank as a tensor, got {type(x).__name__}; "
            "x.to_local() are those of a DTensor"
        )
    recipes = {each.recipe if isinstance(each, Linear) else None for each in layers}
    if len(recipes) != 1 or None in recipes:
        raise LaunchError(
            f"{what}: expected layers that lowp.torch.convert has given one recipe, got "
            f"{sorted(map(str, recipes))}; call those apart"
        )
    if x.dtype not in WIDE_TYPES or not -x.dim() <= dim < x.dim() or dim % x.dim() == x.dim() - 1:
        raise LaunchError(
            f"{what}: expected rows of bfloat16 or float16, and a dimension of rows, got "
            f"{describe(x)} and {dim}"
        )
    return dim % x.dim()


def _group_of(x: torch.Tensor, layers: Sequence[Any], what: str) -> Any:
    meshes = {each.weight.device_mesh for each in layers}
    if len(meshes) != 1:
        raise LaunchError(f"{what}: expected layers of one mesh, got {meshes}")
    group = meshes.pop().get_group()
    _agree(x, layers, group, what)
    return group


def _agree(x: torch.Tensor, layers: Sequence[Any], group: Any, what: str) -> None:
    """Compares recipes and rows of ranks in the first calls of a layer; recipes for each graph."""
    first = layers[0]
    if torch.compiler.is_compiling():
        agree_on_rows(first.recipe, group.group_name, what)
        return
    if "lowp_rows" not in first.__dict__:
        first.lowp_rows = SharedRows()
    first.lowp_rows.expect_alike(x, first.recipe, group.group_name, partial(_name, layers, what))


def _name(layers: Sequence[Any], what: str) -> str:
    """What is called, with its layers."""
    return f"{what} of " + ", ".join(f"'{each.lowp_decision.name}'" for each in layers)


def gathered_linear(
    x: torch.Tensor, layers: Sequence[torch.nn.Module], dim: int = 0
) -> tuple[torch.Tensor, ...]:
    """Results of ColwiseParallel layers of the rows of all ranks, which travel as data and
    scales, once for all layers.

    x: rows of this rank, ... x K, as many as on the others, which lie along `dim` one rank
    after the other. layers: converted, with one recipe, after parallelize_module. Returns for
    each layer all rows by its columns on this device, ... x N / ranks.

    Rows of a rank are multiplied while those of the next travel, where that is predicted to
    pay and torch's symmetric memory reaches all ranks. The sum of the gradients of x is
    scattered while those of weights are computed, where that does. Hooks of the layers are
    not called. y and dx have the bits of a gather in 16 bits.

    Raises LaunchError for layers that do not fit, and ValueError for recipes whose rows
    cannot travel, and, on all ranks, where one has another recipe or, in one of the first eight
    shapes, other rows."""
    what = "lowp.torch.distributed.gathered_linear"
    dim = _check_layers(x, layers, dim, what)
    w = [_local(each, "weight", Shard(0), what).to(x.dtype) for each in layers]
    bias = [_local(each, "bias", Shard(0), what) for each in layers]
    bias = [None if each is None else each.to(x.dtype) for each in bias]
    group, recipe = _group_of(x, layers, what), recipe_on(layers[0].recipe, x.device)
    return _GatheredLinear.apply(x, dim, recipe, group, len(w), *w, *bias)


def linear_scattered(x: torch.Tensor, layer: torch.nn.Module, dim: int = 0) -> torch.Tensor:
    """The result of a RowwiseParallel layer, whose sums over ranks are scattered: rows of
    this rank.

    x: all rows, ... x K / ranks, a multiple of ranks of them along `dim`. layer: converted,
    after parallelize_module. Returns rows of this rank, ... x N. The gradient of the
    result is gathered as data and scales, in 16 bits with a warning where the recipe would round
    it twice; all else is as in gathered_linear."""
    what = "lowp.torch.distributed.linear_scattered"
    dim = _check_layers(x, [layer], dim, what)
    w = _local(layer, "weight", Shard(1), what).to(x.dtype)
    bias = _local(layer, "bias", Replicate(), what)
    group = _group_of(x, [layer], what)
    if x.shape[dim] % group.size():
        raise LaunchError(
            f"{what}: expected {group.size()} ranks to share dimension {dim} of {describe(x)}"
        )
    travels, recipe = gradients_travel(layer.recipe, what), recipe_on(layer.recipe, x.device)
    return _LinearScattered.apply(x, w, bias, dim, recipe, group, travels)
