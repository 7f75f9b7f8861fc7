"""The operators lowp::linear_of_scaled and lowp::linear_of_scaled_backward: a linear layer
some of whose operands come quantized.

An operand is a list: one tensor, or data and scales as lowp::quantize returns them.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, programs
from lowp.torch.checks import describe, rows_of, with_shape

_NAME = "lowp::linear_of_scaled"


def _check(x: Sequence[torch.Tensor], w: Sequence[torch.Tensor], columns: int) -> None:
    """x: whose last dimension is that of w's dimension `columns`."""
    if w[0].dim() != 2 or x[0].dim() == 0 or x[0].shape[-1] != w[0].shape[columns]:
        raise LaunchError(
            f"{_NAME}: expected rows that fit a weight of N x K, got {describe(x[0])} and "
            f"{describe(w[0])}"
        )


def _arguments(operands: Sequence[Sequence[torch.Tensor]]) -> list[torch.Tensor]:
    return [rows_of(part) for parts in operands for part in parts]


def run(x, w, bias, recipe, dtype):
    _check(x, w, 1)
    about = tuple(w[0].shape), dtype, bias is not None, recipe, x[0].device
    function = programs.linear(*about, scaled=programs.names_of(x=x, w=w))
    others = () if bias is None else (bias.contiguous(),)
    y = function(*_arguments((x, w)), *others)
    return with_shape(y, (*x[0].shape[:-1], w[0].shape[0]))


def _run_fake(x, w, bias, recipe, dtype):
    _check(x, w, 1)
    return x[0].new_empty(*x[0].shape[:-1], w[0].shape[0], dtype=dtype)


def run_backward(g, x, w, recipe, needed, dtype):
    _check(g, w, 0)
    needed = tuple(needed)
    read = {"g": g, **({"x": x} if needed[1] else {}), **({"w": w} if needed[0] else {})}
    about = tuple(w[0].shape), dtype, needed, recipe, g[0].device
    function = programs.linear_backward(*about, scaled=programs.names_of(**read))
    results = ops.each_of(function(*_arguments(list(read.values()))))
    empty = g[0].new_empty(0, dtype=dtype)
    dx, dw, db = (next(results) if each else empty.clone() for each in needed)
    return with_shape(dx, (*g[0].shape[:-1], w[0].shape[1])) if needed[0] else dx, dw, db


def _run_backward_fake(g, x, w, recipe, needed, dtype):
    (n, k), rows = w[0].shape, g[0].shape[:-1]
    shapes = (*rows, k), (n, k), (n,)
    return tuple(
        g[0].new_empty(shape if each else (0,), dtype=dtype) for shape, each in zip(shapes, needed)
    )


ops._define(
    "linear_of_scaled(Tensor[] x, Tensor[] w, Tensor? bias, str recipe, ScalarType dtype) "
    "-> Tensor",
    run,
    _run_fake,
)
ops._define(
    "linear_of_scaled_backward(Tensor[] g, Tensor[] x, Tensor[] w, str recipe, bool[3] needed, "
    "ScalarType dtype) -> (Tensor, Tensor, Tensor)",
    run_backward,
    _run_backward_fake,
)
for _name in ("linear_of_scaled", "linear_of_scaled_backward"):
    ops._refuse_derivative(_name, "quantized data have no gradient; use lowp::linear")
