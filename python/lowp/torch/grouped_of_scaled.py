"""The operators lowp::grouped_linear_of_scaled and lowp::grouped_linear_of_scaled_backward:
experts on rows that come quantized.

Rows are a list: one tensor, or data and scales as lowp::quantize returns them.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, programs
from lowp.torch.checks import check_groups, describe

_NAME = "lowp::grouped_linear_of_scaled"


def _check(rows: Sequence[torch.Tensor], w: torch.Tensor, ends: torch.Tensor, columns: int) -> None:
    """rows: whose width is that of w's dimension `columns`."""
    if w.dim() != 3 or rows[0].dim() != 2 or rows[0].shape[1] != w.shape[columns]:
        raise LaunchError(
            f"{_NAME}: expected rows that fit weights of E x N x K, got {describe(rows[0])} and "
            f"{describe(w)}"
        )
    check_groups(rows[0], ends, w.shape[0], _NAME)


def _run(x, w, ends, bias, recipe, clears):
    _check(x, w, ends, 2)
    groups, n, k = w.shape
    about = groups, n, k, w.dtype, bias is not None, recipe, clears, w.device
    function = programs.grouped_linear(*about, scaled="x" * (len(x) == 2))
    others = () if bias is None else (bias.contiguous(),)
    parts = (part.contiguous() for part in x)
    return function(*parts, w.contiguous(), ends.contiguous(), *others)


def _run_fake(x, w, ends, bias, recipe, clears):
    _check(x, w, ends, 2)
    return w.new_empty(x[0].shape[0], w.shape[1])


def _run_backward(g, x, w, ends, recipe, needed):
    _check(g, w, ends, 1)
    needed = tuple(needed)
    read = {"g": g, **({"x": x} if needed[1] else {})}
    scaled = "".join(name for name, parts in read.items() if len(parts) == 2)
    about = tuple(w.shape), w.dtype, needed, recipe, w.device
    function = programs.grouped_linear_backward(*about, scaled=scaled)
    arguments = [part.contiguous() for parts in read.values() for part in parts]
    if needed[0]:
        arguments.append(w.contiguous())
    results = ops.each_of(function(*arguments, ends.contiguous()))
    return tuple(next(results) if each else w.new_empty(0) for each in needed)


def _run_backward_fake(g, x, w, ends, recipe, needed):
    shapes = (g[0].shape[0], w.shape[2]), w.shape, w.shape[:2]
    return tuple(w.new_empty(shape if each else (0,)) for shape, each in zip(shapes, needed))


ops._define(
    "grouped_linear_of_scaled(Tensor[] x, Tensor w, Tensor ends, Tensor? bias, str recipe, "
    "bool clears) -> Tensor",
    _run,
    _run_fake,
)
ops._define(
    "grouped_linear_of_scaled_backward(Tensor[] g, Tensor[] x, Tensor w, Tensor ends, "
    "str recipe, bool[3] needed) -> (Tensor, Tensor, Tensor)",
    _run_backward,
    _run_backward_fake,
)
for _name in ("grouped_linear_of_scaled", "grouped_linear_of_scaled_backward"):
    ops._refuse_derivative(_name, "quantized data have no gradient; use lowp::grouped_linear")
