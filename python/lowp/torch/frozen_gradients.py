"""The gradient of a frozen layer's input, so that adapters before and beside it train: with
the prepared weight, where that is plain rows of fp8."""

from __future__ import annotations

from typing import Any

import torch

from lowp import _library
from lowp._linear import recipes
from lowp._linear.scaled_texts import Scaled
from lowp.torch import ops, scaled_ops  # noqa: F401, define operators
from lowp.torch.autograd import register_derivative
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.scaled_ops import Form


def is_plain(fingerprint: str | None) -> bool:
    """Whether prepared weights are rows in the order of their matrix, and scales."""
    return bool(_library.get().FingerprintIsPlain((fingerprint or "").encode()))


def weight_of(recipe: str) -> Scaled | None:
    """How a recipe's forward matmul keeps its weight; None where that is no fp8."""
    weight = recipes.forward_matmul(recipe).operands[1]
    if weight.element not in ("f8E4M3FN", "f8E5M2"):
        return None
    return Scaled(weight.element, weight.kind, weight.block)


def form_of(sizes: tuple[int, ...], recipe: str, fingerprint: str | None, name: str) -> str:
    """That of lowp::scaled_linear_backward, for weights that operator lowp::`name` has
    prepared. Raises NotImplementedError for others than plain rows of fp8."""
    weight = weight_of(recipe)
    if weight is None or not is_plain(fingerprint):
        raise NotImplementedError(
            f"lowp::{name}: expected prepared weights in plain rows of fp8 for a gradient of "
            f"the input, got those of {recipe}; call under torch.inference_mode() or "
            "torch.no_grad(), or train before lowp.torch.freeze"
        )
    return str(Form(sizes, weight))


def refuse_bias(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"lowp::{name}: prepared weights have no gradient, nor has a bias beside them; "
        "bias.requires_grad_(False), or train before lowp.torch.freeze"
    )


def _setup(ctx: Any, inputs: tuple, output: Any) -> None:
    x, prepared, _bias, program = inputs
    ctx.save_for_backward(*prepared)
    ctx.program, ctx.device = program, x.device


def _differentiate(ctx: Any, g: torch.Tensor) -> tuple:
    if ctx.needs_input_grad[2]:
        raise refuse_bias("linear_prepared")
    about = PreparedProgram.parse(ctx.program)
    fingerprint = about.find(ctx.device).fingerprint
    form = form_of(about.sizes, about.recipe, fingerprint, "linear_prepared")
    dx = torch.ops.lowp.scaled_linear_backward(g, list(ctx.saved_tensors), None, form)
    return dx, None, None, None


register_derivative(ops._library, "linear_prepared", _differentiate, _setup)
