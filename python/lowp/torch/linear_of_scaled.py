"""The operators lowp::linear_of_scaled and lowp::linear_of_scaled_backward: a linear layer
some of whose operands come quantized.

An operand is a list: one tensor, or data and scales as lowp::quantize returns them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, programs
from lowp.torch.checks import describe, with_shape

_NAME = "lowp::linear_of_scaled"


def _check(x: Sequence[torch.Tensor], w: Sequence[torch.Tensor], columns: int) -> None:
    """x: whose last dimension is that of w's dimension `columns`."""
    if w[0].dim() != 2 or x[0].dim() == 0 or x[0].shape[-1] != w[0].shape[columns]:
        raise LaunchError(
            f"{_NAME}: expected rows that fit a weight of N x K, got {describe(x[0])} and "
            f"{describe(w[0])}"
        )


def stored(parts: Sequence[torch.Tensor], *groups: int) -> list[torch.Tensor]:
    """Data and scales as rows, or as those of each group: blocks of rows are in one dimension where
    lowp::quantize made them."""
    each = math.prod(groups)
    return [
        part.reshape(*groups, part.shape[:-1].numel() // each, part.shape[-1]).contiguous()
        for part in parts
    ]


def run(x, w, bias, recipe, dtype):
    _check(x, w, 1)
    about = tuple(w[0].shape), dtype, bias is not None, recipe, x[0].device
    function = programs.linear(*about, scaled=programs.names_of(x=x, w=w))
    others = () if bias is None else (bias.contiguous(),)
    y = function(*stored(x), *stored(w), *others)
    return with_shape(y, (*x[0].shape[:-1], w[0].shape[0]))


def _run_fake(x, w, bias, recipe, dtype):
    _check(x, w, 1)
    return x[0].new_empty(*x[0].shape[:-1], w[0].shape[0], dtype=dtype)


def run_gradients(g, x, w, ends, recipe, needed, dtype):
    """Gradients of x, w and the bias of a layer, or of experts, empty ones where they are not
    needed. ends: a list of the ends of groups, if there are some."""
    needed, groups = tuple(needed), w[0].shape[:-2]
    read = {"g": g, **({"x": x} if needed[1] else {})}
    names = programs.names_of(**read, **({"w": w} if needed[0] else {}))
    about = tuple(w[0].shape), dtype, needed, recipe, g[0].device
    function = programs.linear_backward(*about, scaled=names)
    arguments = [part for parts in read.values() for part in stored(parts)]
    if needed[0]:
        arguments += stored(w, *groups)
    return ops.take_needed(ops.each_of(function(*arguments, *ends)), needed, g[0], dtype)


def run_backward(g, x, w, recipe, needed, dtype):
    _check(g, w, 0)
    dx, dw, db = run_gradients(g, x, w, [], recipe, needed, dtype)
    return with_shape(dx, (*g[0].shape[:-1], w[0].shape[1])) if needed[0] else dx, dw, db


def run_backward_fake(g, x, w, *others):
    """What both operators give, that of experts too."""
    *_, needed, dtype = others
    weight = w[0].shape
    shapes = (*g[0].shape[:-1], weight[-1]), weight, weight[:-1]
    return tuple(
        g[0].new_empty(shape if each else (0,), dtype=dtype) for shape, each in zip(shapes, needed)
    )


ops._define(
    "linear_of_scaled(Tensor[] x, Tensor[] w, Tensor? bias, str recipe, ScalarType dtype) "
    "-> Tensor",
    run,
    _run_fake,
    refuses=ops.NO_QUANTIZED,
)
ops._define(
    "linear_of_scaled_backward(Tensor[] g, Tensor[] x, Tensor[] w, str recipe, bool[3] needed, "
    "ScalarType dtype) -> (Tensor, Tensor, Tensor)",
    run_backward,
    run_backward_fake,
    refuses=ops.NO_QUANTIZED,
)
