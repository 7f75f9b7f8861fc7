"""Layers in training without the operators lowp::linear and lowp::linear_backward.

torch's way to an operator in Python, and back, takes longer than lowp's library, and small layers
wait for the host. Where nothing looks at operators, a layer calls its programs at once, by calls
that are bound to the layouts of tensors.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch.autograd import forward_ad

from lowp._tracing import trace_state
from lowp.program import Function
from lowp.torch import (  # noqa: F401, grouped_ops defines what Scaled handles
    accumulation,
    grouped_ops,
    held_layers,
    held_weights,
    linear_of_scaled,
    ops,
    programs,
)
from lowp.torch.bound_layouts import BoundLayouts
from lowp.torch.scaled_tensor import Scaled

_PLAIN = (torch.Tensor, torch.nn.Parameter)
# Programs in f32 depend on a setting of torch's.
_TYPES = (torch.bfloat16, torch.float16)
_calls = BoundLayouts()

_may_trace = trace_state(torch).may_trace
_is_wrapped = torch._C._functorch.is_functorch_wrapped_tensor
_count_function_modes = torch._C._len_torch_function_stack


def is_unseen() -> bool:
    """Whether neither modes, transforms nor profilers look at operators."""
    return not (
        _may_trace()
        or _count_function_modes()
        or torch.autograd._profiler_enabled()
        or forward_ad._current_level >= 0
    )


def is_plain(tensor: Any) -> bool:
    """Whether a tensor has its elements in its memory."""
    is_own = type(tensor) in _PLAIN and not _is_wrapped(tensor)
    return is_own and tensor.layout is torch.strided and not tensor.is_neg()


def _parts_of(tensor: Any, recipe: str) -> tuple[torch.Tensor, ...] | None:
    """What programs read of an operand; None where an operator has to look at it."""
    if type(tensor) is Scaled:
        parts = tensor.quantized, tensor.scales
        are_plain = type(parts[0]) is type(parts[1]) is torch.Tensor
        return parts if are_plain and tensor.recipe == recipe else None
    return (tensor,) if is_plain(tensor) else None


def is_at_once(x: torch.Tensor) -> bool:
    """Whether a layer may call its programs on an input of the type of x: nothing looks at
    operators, or casts what they read."""
    device = x.device.type
    return (
        x.dtype in _TYPES
        and (device == "cuda" or device == "cpu")
        and not torch.is_autocast_enabled(device)
        and is_unseen()
    )


def reads(x: Any, w: Any, bias: Any, recipe: str) -> bool:
    """Whether programs read these tensors of an input, or a gradient, and of a layer."""
    return (
        _parts_of(x, recipe) is not None
        and x.dim() > 1
        and _parts_of(w, recipe) is not None
        and (bias is None or is_plain(bias))
    )


def reads_gradient(g: Any, x: Any, w: Any, recipe: str) -> bool:
    """Whether programs read a gradient, and what was saved for it."""
    return reads(g, w, None, recipe) and (x is None or _parts_of(x, recipe) is not None)


def applies(x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, recipe: str) -> bool:
    """Whether a layer may call `linear`, which does what lowp::linear does then."""
    return reads(x, w, bias, recipe) and is_at_once(x)


def linear(
    x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, recipe: str
) -> torch.Tensor:
    """lowp::linear without a seed, where it `applies`."""
    wants = x.requires_grad or w.requires_grad or (bias is not None and bias.requires_grad)
    if wants and torch.is_grad_enabled():
        return _Linear.apply(x, w, bias, recipe)
    return forward(x, w, bias, recipe)


class _Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, bias, recipe):
        needed = ctx.needs_input_grad
        # The gradient of w alone reads x.
        ctx.save_for_backward(x if needed[1] else None, w, None)
        ctx.recipe, ctx.needed = recipe, list(needed[:3])
        return forward(x, w, bias, recipe)

    @staticmethod
    def backward(ctx, g):
        # Checkpoints unpack once.
        x, w, seed = ctx.saved_tensors
        are_read = reads_gradient(g, x, w, ctx.recipe)
        # Gradients of gradients are refused by the operator.
        is_direct = are_read and not torch.is_grad_enabled() and accumulation.is_empty()
        if is_direct and is_unseen():
            return *backward(g, x, w, ctx.recipe, ctx.needed), None
        return ops.differentiate_linear(ctx, g, x, w, seed)[:4]


def _is_held(w: torch.Tensor, recipe: str, role: str) -> bool:
    return not held_weights.TABLE.is_empty and held_layers.find(w, recipe, role) is not None


def forward(
    x: torch.Tensor, w: torch.Tensor, bias: torch.Tensor | None, recipe: str
) -> torch.Tensor:
    """The result of what programs read."""
    of_x: Any = _parts_of(x, recipe)
    of_w: Any = _parts_of(w, recipe)
    scaled = len(of_x), len(of_w)
    if scaled == (1, 1) and _is_held(w, recipe, "forward"):
        return ops._linear(x, w, bias, recipe)
    read = (*of_x, *of_w) if bias is None else (*of_x, *of_w, bias)
    key = x.shape, w.shape, x.dtype, x.get_device(), recipe, scaled, bias is None
    made = _calls.repeat(key, read)
    if made is not None:
        return made[0]
    if scaled == (1, 1):
        y = ops._linear(x, w, bias, recipe)
    else:
        y = linear_of_scaled.run(of_x, of_w, bias, recipe, x.dtype)

    def find() -> Function:
        about = tuple(w.shape), x.dtype, bias is not None, recipe, of_x[0].device
        return programs.linear(*about, programs.names_of(x=of_x, w=of_w))

    _calls.bind(key, find, read, (y,))
    return y


def backward(
    g: torch.Tensor, x: torch.Tensor | None, w: torch.Tensor, recipe: str, needed: list[bool]
) -> list[torch.Tensor | None]:
    """Gradients of x, w and the bias, None where they are not needed."""
    of_g: Any = _parts_of(g, recipe)
    of_x: Any = _parts_of(x, recipe) if needed[1] else ()
    of_w: Any = _parts_of(w, recipe)
    scaled = len(of_g), len(of_x), len(of_w)
    is_held = needed[0] and 2 not in scaled and _is_held(w, recipe, "dgrad")
    read = (*of_g, *of_x, *(of_w if needed[0] else ()))
    key = g.shape, w.shape, g.dtype, g.get_device(), recipe, scaled, *needed
    made = None if is_held else _calls.repeat(key, read)
    if made is None:
        made = _run_backward(g, x, w, (of_g, of_x, of_w), recipe, needed)
        if not is_held:
            names = programs.names_of(g=of_g, x=of_x, w=of_w if needed[0] else ())
            _calls.bind(key, partial(_find_backward, w, g, recipe, needed, names), read, made)
    results = iter(made)
    return [next(results) if each else None for each in needed]


def _find_backward(
    w: torch.Tensor, g: torch.Tensor, recipe: str, needed: list[bool], scaled: str
) -> Function:
    of_x, of_w, of_bias = needed
    about = tuple(w.shape), g.dtype, (of_x, of_w, of_bias), recipe, g.device
    return programs.linear_backward(*about, scaled=scaled)


def _run_backward(
    g: torch.Tensor, x: Any, w: torch.Tensor, parts: Any, recipe: str, needed: list[bool]
) -> tuple[torch.Tensor, ...]:
    """What is needed of them. parts: of g, x and w."""
    if x is None:
        x = g.new_empty(1).expand(*g.shape[:-1], w.shape[1])
    if any(len(each) == 2 for each in parts):
        of_g, of_x, of_w = parts
        found = linear_of_scaled.run_backward(of_g, of_x or [x], of_w, recipe, needed, g.dtype)
    else:
        found = ops._linear_backward(g, x, w, recipe, needed)
    return tuple(each for each, is_needed in zip(found, needed) if is_needed)
