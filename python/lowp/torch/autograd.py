"""Derivatives of operators, under torch.func too.

torch.library.register_autograd refuses the transforms of torch.func, and where no
gradient is wanted it loses tangents of forward-mode derivatives without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch._functorch.utils import enable_single_level_autograd_function
from torch.autograd import forward_ad


def _has_tangent(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_tangent, value))
    if not isinstance(value, torch.Tensor):
        return False
    try:
        return forward_ad.unpack_dual(value).tangent is not None
    except RuntimeError:
        # Below autograd, which is told of tangents before.
        return False


def refuse_tangents(name: str, arguments: Any) -> None:
    """Raises NotImplementedError for operator lowp::`name` on dual tensors."""
    if forward_ad._current_level >= 0 and _has_tangent(arguments):
        raise NotImplementedError(
            f"lowp::{name}: expected tensors without tangents, got dual ones; it has no "
            "forward-mode derivative: use the backward pass, or torch.func.vjp"
        )


def register_derivative(
    library: torch.library.Library,
    name: str,
    differentiate: Callable[..., Any],
    setup: Callable[..., None] | None = None,
) -> None:
    """Gives operator lowp::`name` the backward pass `differentiate`(ctx, *gradients).

    setup: called with ctx, inputs= and output= when the operator was. Forward-mode
    derivatives are a NotImplementedError."""
    operator = getattr(torch.ops.lowp, name).default
    defaults = [argument.default_value for argument in operator._schema.arguments]

    def compute(keys: torch._C.DispatchKeySet, arguments: tuple) -> Any:
        with torch._C._AutoDispatchBelowAutograd():
            return operator.redispatch(keys & torch._C._after_autograd_keyset, *arguments)

    class Derivative(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *arguments_and_keys):
            *arguments, keys = arguments_and_keys
            # The outer levels of torch.func may want gradients, or have tangents, too.
            others = torch._C._are_functorch_transforms_active()
            with torch.set_grad_enabled(others), forward_ad._set_fwd_grad_enabled(others):
                output = compute(keys, tuple(arguments))
            if setup is not None:
                # The dispatcher leaves out what is as by default.
                inputs = (*arguments, *defaults[len(arguments) :])
                setup(ctx, inputs=inputs, output=output)
            return output

        @staticmethod
        def backward(ctx, *gradients):
            result = differentiate(ctx, *gradients)
            return *result, None

    # Transforms of torch.func call the operator level by level; Function.apply would
    # begin with the outermost again.
    apply_level = super(torch.autograd.Function, Derivative).apply

    def call(keys: torch._C.DispatchKeySet, *arguments: Any) -> Any:
        refuse_tangents(name, arguments)
        if not (torch.is_grad_enabled() and torch._C._any_requires_grad(*arguments)):
            return compute(keys, arguments)
        if not torch._C._are_functorch_transforms_active():
            return Derivative.apply(*arguments, keys)
        with enable_single_level_autograd_function():
            return apply_level(*arguments, keys)

    library.impl(name, call, "Autograd", with_keyset=True)
