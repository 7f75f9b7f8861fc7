"""Experts whose forward pass writes both quantized orders of their weights by one read, and
keeps that of the gradient of rows for the backward pass: a byte a weight until then."""

from __future__ import annotations

import functools
from typing import NamedTuple

import torch
from torch.autograd import forward_ad

from lowp._parts import Use, join, parts_of
from lowp._prepared import Prepared
from lowp._tracing import trace_state
from lowp.program import Function
from lowp.torch import accumulation, grouped_recipes, held_weights, ops, programs
from lowp.torch.checks import check_grouped
from lowp.torch.held_layers import prepares

_may_trace = trace_state(torch).may_trace


def _is_plain(x: torch.Tensor, w: torch.Tensor, ends: torch.Tensor) -> bool:
    """Whether a call is of autograd alone: neither traced nor transformed, on tensors whose
    memory a program reads, nor are saved tensors computed again, as checkpoints do."""
    return (
        type(x) is type(ends) is torch.Tensor
        and type(w) is torch.nn.Parameter
        and (x.is_cpu or x.is_cuda)
        and x.layout is torch.strided
        and not _may_trace()
        and forward_ad._current_level < 0
        and torch._C._autograd._top_saved_tensors_default_hooks(False) is None
        and not torch.is_autocast_enabled(x.device.type)
    )


def _reads_once(x: torch.Tensor, w: torch.Tensor, ends: torch.Tensor, recipe: str) -> bool:
    """Whether this call of a layer is to write both orders: its backward pass reads the other
    one, nothing holds the weight, and autograd gets its gradient."""
    return (
        torch.is_grad_enabled()
        and x.requires_grad
        and x.dtype is w.dtype
        and _is_plain(x, w, ends)
        and prepares(recipe, "forward")
        and prepares(recipe, "dgrad")
        and held_weights.find(w) is None
        and accumulation.place_of(w) is None
    )


class _Functions(NamedTuple):
    """forward, backward: with prepared weights. write: returns what both read of one."""

    forward: Function
    backward: Function
    write: Function


@functools.cache
def _functions(
    sizes: tuple[int, int, int],
    dtype: torch.dtype,
    recipe: str,
    kinds: tuple[bool, bool, bool, bool],
    device: torch.device,
) -> _Functions:
    """kinds: whether there is a bias, whether rows are cleared, and whether the weight and the
    bias have gradients."""
    has_bias, clears, *others = kinds
    forward = programs.linear(sizes, dtype, has_bias, recipe, device, clears=clears, prepared=True)
    needed = True, others[0], others[1]
    backward = programs.linear_backward(sizes, dtype, needed, recipe, device, parameter=True)
    uses = [Use(part, (0,)) for function in (forward, backward) for part in parts_of(function)]
    write = programs.several(join(uses, [None]), device, programs.options_of(device))
    return _Functions(forward, backward, write)


class _Experts(torch.autograd.Function):
    """x, w, ends, bias, the recipe and the functions: what lowp::grouped_linear computes of
    them."""

    @staticmethod
    def forward(ctx, x, w, ends, bias, recipe, functions):
        forward, backward, write = functions
        both = write(w.contiguous())
        count = forward._signature.num_prepared
        orders = [
            Prepared(arrays, function.fingerprint or "")
            for arrays, function in ((both[:count], forward), (both[count:], backward))
        ]
        others = () if bias is None else (bias.contiguous(),)
        ends = ends.contiguous()
        y = forward(x.contiguous(), ends, *others, orders[0])
        needed = ctx.needs_input_grad
        ctx.needed = [needed[0], needed[1], needed[3]]
        ctx.save_for_backward(x if needed[1] else None, w, ends, *orders[1].arrays)
        ctx.backward_function, ctx.recipe = backward, recipe
        return y

    @staticmethod
    def backward(ctx, g):
        x, w, ends, *arrays = ctx.saved_tensors
        function, wanted = ctx.backward_function, ctx.needed
        if torch.is_grad_enabled():
            # The operator's gradients are those that refuse derivatives of their own.
            x = g.new_empty(1).expand(g.shape[0], w.shape[2]) if x is None else x
            dx, dw, db = ops.differentiate("grouped_linear_backward", ctx, (g, x, w, ends))
            return dx, dw, None, db, None, None
        arguments = [g.contiguous(), *([x.contiguous()] if wanted[1] else []), ends]
        prepared = Prepared(arrays, function.fingerprint or "")
        results = ops.each_of(function(*arguments, prepared))
        dx, dw, db = (next(results) if each else None for each in wanted)
        return dx, dw, None, db, None, None


def _find(
    w: torch.Tensor, dtype: torch.dtype, bias: torch.Tensor | None, recipe: str, clears: bool
) -> _Functions:
    trained = w.requires_grad, bias is not None and bias.requires_grad
    kinds = bias is not None, clears, *trained
    return _functions(tuple(w.shape), dtype, recipe, kinds, w.device)


def preload(
    w: torch.Tensor, dtype: torch.dtype, bias: torch.Tensor | None, recipe: str, clears: bool
) -> None:
    """Compiles and loads the programs of `linear` for inputs of `dtype`."""
    recipe = grouped_recipes.resolve(recipe, w.shape, dtype, w.device)
    if prepares(recipe, "forward") and prepares(recipe, "dgrad"):
        _find(w, dtype, bias, recipe, clears)


def linear(
    x: torch.Tensor,
    w: torch.Tensor,
    ends: torch.Tensor,
    bias: torch.Tensor | None,
    recipe: str,
    clears: bool,
) -> torch.Tensor:
    """lowp::grouped_linear, equal bit for bit."""
    if torch.compiler.is_compiling():
        # What "auto" asks is nothing to be traced.
        return torch.ops.lowp.grouped_linear(x, w, ends, bias, recipe, clears)
    told, recipe = recipe, grouped_recipes.resolve(recipe, w.shape, x.dtype, x.device)
    if not _reads_once(x, w, ends, recipe):
        return torch.ops.lowp.grouped_linear(x, w, ends, bias, told, clears)
    check_grouped(x, w, ends, bias, "lowp::grouped_linear")
    functions = _find(w, x.dtype, bias, recipe, clears)
    return _Experts.apply(x, w, ends, bias, recipe, functions)
