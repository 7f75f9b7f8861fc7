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


def _form_of(about: PreparedProgram, fingerprint: str | None, name: str) -> str:
    """That of lowp::scaled_linear_backward, for weights that operator lowp::`name` has
    prepared. Raises NotImplementedError for others than plain rows of fp8."""
    weight = weight_of(about.recipe)
    if weight is None or not is_plain(fingerprint):
        raise NotImplementedError(
            f"lowp::{name}: expected prepared weights in plain rows of fp8 for a gradient of "
            f"the input, got those of {about.recipe}; call under torch.inference_mode() or "
            "torch.no_grad(), or train before lowp.torch.freeze"
        )
    return str(Form(about.sizes, weight))


def _setup(ctx: Any, inputs: tuple, output: Any) -> None:
    x, prepared, *ends, _bias, program = inputs
    ctx.save_for_backward(*ends, *prepared)
    ctx.program, ctx.device = program, x.device


def register_prepared(name: str, dimensions: int) -> None:
    """Gives operator lowp::`name` of prepared weights of so many dimensions its derivative: that
    of rows, 0 after the last group."""

    def differentiate(ctx: Any, g: torch.Tensor) -> tuple:
        if ctx.needs_input_grad[dimensions]:
            raise NotImplementedError(
                f"lowp::{name}: prepared weights have no gradient, nor has a bias beside them; "
                "bias.requires_grad_(False), or train before lowp.torch.freeze"
            )
        about = PreparedProgram.parse(ctx.program, dimensions)
        form = _form_of(about, about.find(ctx.device).fingerprint, name)
        saved = list(ctx.saved_tensors)
        ends = saved.pop(0) if dimensions == 3 else None
        dx = torch.ops.lowp.scaled_linear_backward(g, saved, ends, form)
        return dx, *[None] * (dimensions + 1)

    register_derivative(ops._library, name, differentiate, _setup)


register_prepared("linear_prepared", 2)
