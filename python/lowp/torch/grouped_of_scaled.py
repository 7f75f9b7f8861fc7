"""The operators lowp::grouped_linear_of_scaled and lowp::grouped_linear_of_scaled_backward:
experts some of whose operands come quantized.

An operand is a list: one tensor, or data and scales as lowp::quantize returns them.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, programs
from lowp.torch.checks import check_groups, describe
from lowp.torch.linear_of_scaled import run_backward_fake, run_gradients, stored
from lowp.torch.scaled import kind_of

_NAME = "lowp::grouped_linear_of_scaled"
_REASON = "quantized data have no gradient; use lowp::grouped_linear"
_Parts = Sequence[torch.Tensor]


def _check(rows: _Parts, w: _Parts, ends: torch.Tensor, columns: int, recipe: str) -> None:
    """rows: whose width is that of w's dimension `columns`."""
    weight = w[0]
    if weight.dim() != 3 or rows[0].dim() != 2 or rows[0].shape[1] != weight.shape[columns]:
        raise LaunchError(
            f"{_NAME}: expected rows that fit weights of E x N x K, got {describe(rows[0])} and "
            f"{describe(weight)}"
        )
    if len(w) == 2 and (block := kind_of(recipe, "rhs").block[0]) and weight.shape[1] % block:
        raise LaunchError(
            f"{_NAME}: expected weights whose blocks of {block} rows end with those of an expert, "
            f"got {describe(weight)}; pass them in 16 bits"
        )
    check_groups(rows[0], ends, weight.shape[0], _NAME)


def _run(x, w, ends, bias, recipe, clears, dtype):
    _check(x, w, ends, 2, recipe)
    about = tuple(w[0].shape), dtype, bias is not None, recipe, x[0].device
    function = programs.linear(*about, programs.names_of(x=x, w=w), clears=clears)
    others = () if bias is None else (bias.contiguous(),)
    return function(*stored(x), *stored(w, w[0].shape[0]), ends.contiguous(), *others)


def _run_fake(x, w, ends, bias, recipe, clears, dtype):
    _check(x, w, ends, 2, recipe)
    return x[0].new_empty(x[0].shape[0], w[0].shape[1], dtype=dtype)


def _run_backward(g, x, w, ends, recipe, needed, dtype):
    _check(g, w, ends, 1, recipe)
    return run_gradients(g, x, w, [ends.contiguous()], recipe, needed, dtype)


ops._define(
    "grouped_linear_of_scaled(Tensor[] x, Tensor[] w, Tensor ends, Tensor? bias, str recipe, "
    "bool clears, ScalarType dtype) -> Tensor",
    _run,
    _run_fake,
    refuses=_REASON,
)
ops._define(
    "grouped_linear_of_scaled_backward(Tensor[] g, Tensor[] x, Tensor[] w, Tensor ends, "
    "str recipe, bool[3] needed, ScalarType dtype) -> (Tensor, Tensor, Tensor)",
    _run_backward,
    run_backward_fake,
    refuses=_REASON,
)
