"""The operators lowp::scaled_linear and lowp::scaled_linear_backward: layers whose weights
are given as data and scales."""

from __future__ import annotations

from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp._linear.scaled_texts import Scaled
from lowp.torch import ops, programs
from lowp.torch.autograd import register_derivative
from lowp.torch.checks import check_groups, describe, rows_of, with_shape

_NAME = "lowp::scaled_linear"


def _write(scaled: Scaled) -> str:
    return " ".join(map(str, (scaled.element, scaled.kind, *scaled.block)))


def _read(element: str, kind: str, rows: str, columns: str, numerics: str = "") -> Scaled:
    return Scaled(element, kind, (int(rows), int(columns)), numerics)


class Form(NamedTuple):
    """What a program depends on. sizes: N x K, or G x N x K. weight: how it is kept. input:
    what the input is quantized to; None: the weight is widened to its type. is_static:
    whether its scale is given."""

    sizes: tuple[int, ...]
    weight: Scaled
    input: Scaled | None = None
    is_static: bool = False

    def __str__(self) -> str:
        sizes = "x".join(map(str, self.sizes))
        weight = _write(self.weight)
        if self.input is None:
            return f"{sizes} {weight}"
        kind = "static" if self.is_static else "dynamic"
        return f"{sizes} {weight} {kind} {_write(self.input)} {self.input.numerics}"

    @classmethod
    def parse(cls, text: str) -> Form:
        """The form that was written. Raises LaunchError for other texts."""
        try:
            sizes, *words = text.split(" ", 10)
            shape, weight = tuple(map(int, sizes.split("x"))), _read(*words[:4])
            if not words[4:]:
                return cls(shape, weight)
            kind, *input = words[4:]
            return cls(shape, weight, _read(*input), kind == "static")
        except (TypeError, ValueError):
            raise LaunchError(
                f"{_NAME}: expected program to be the text of a form, got {text!r}"
            ) from None


def _check(x: torch.Tensor, ends: torch.Tensor | None, form: Form) -> None:
    k = form.sizes[-1]
    is_grouped = len(form.sizes) == 3
    if x.dim() == 0 or x.shape[-1] != k or (is_grouped and x.dim() != 2):
        wanted = "M" if is_grouped else "..."
        raise LaunchError(f"{_NAME}: expected an input of {wanted} x {k}, got {describe(x)}")
    if is_grouped != (ends is not None):
        raise LaunchError(f"{_NAME}: expected the ends of groups with {form.sizes}")
    if ends is not None:
        check_groups(x, ends, form.sizes[0], _NAME)


def _run(x, weight, scale, ends, bias, program):
    """weight: data, scales and, of formats with two levels, the global scale. scale: of the
    input where it is static, after its reciprocal."""
    form = Form.parse(program)
    _check(x, ends, form)
    function = programs.scaled_linear(form, x.dtype, bias is not None, x.device)
    others = [each for each in (ends,) if each is not None] + list(scale)
    if bias is not None:
        others.append(bias.contiguous())
    y = function(rows_of(x), *weight, *others)
    return with_shape(y, (*x.shape[:-1], form.sizes[-2]))


def _run_fake(x, weight, scale, ends, bias, program):
    form = Form.parse(program)
    _check(x, ends, form)
    return x.new_empty(*x.shape[:-1], form.sizes[-2])


def _run_backward(g, weight, ends, program):
    form = Form.parse(program)
    function = programs.scaled_linear_backward(form, g.dtype, g.device)
    others = [each for each in (ends,) if each is not None]
    dx = function(rows_of(g), *weight, *others)
    return with_shape(dx, (*g.shape[:-1], form.sizes[-1]))


def _run_backward_fake(g, weight, ends, program):
    return g.new_empty(*g.shape[:-1], Form.parse(program).sizes[-1])


def _setup(ctx, inputs, output):
    _x, weight, _scale, ends, _bias, program = inputs
    ctx.save_for_backward(ends, *weight)
    ctx.program = program


def _differentiate(ctx, g):
    ends, *weight = ctx.saved_tensors
    if ctx.needs_input_grad[4]:
        raise NotImplementedError(
            f"{_NAME}: expected a bias without gradient, since the weight has none either; "
            "bias.requires_grad_(False)"
        )
    dx = None
    if ctx.needs_input_grad[0]:
        dx = torch.ops.lowp.scaled_linear_backward(g, weight, ends, ctx.program)
    return dx, None, None, None, None, None


ops._define(
    "scaled_linear(Tensor x, Tensor[] weight, Tensor[] scale, Tensor? ends, Tensor? bias, "
    "str program) -> Tensor",
    _run,
    _run_fake,
)
ops._define(
    "scaled_linear_backward(Tensor g, Tensor[] weight, Tensor? ends, str program) -> Tensor",
    _run_backward,
    _run_backward_fake,
    refuses=ops.NO_SECOND,
)
register_derivative(ops._library, "scaled_linear", _differentiate, _setup)


def _cast(dtype, x, weight, scale, ends, bias, program):
    """x and the bias in autocast's type; weights are as they are."""
    x, bias = (ops.cast_under_autocast(each, dtype) for each in (x, bias))
    return x, weight, scale, ends, bias, program


ops.add_autocast("scaled_linear", _cast)
