"""Grouped matmuls of torch as sums over masked groups, which lowp recognises.

torch-mlir knows no `_grouped_mm`. Before it sees a program, these decompositions write
each as operations that it has:

    program = torch.export.export(model, inputs)
    table = torch.export.default_decompositions()
    table.update(grouped_decompositions())
    program = program.run_decompositions(table)

`lowp-form-groups` finds the sums and makes `lowp.grouped_matmul` of them. Rows and
columns in no group, which torch leaves as they were, are 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def _mask(ends, size):
    """(groups, size): whether an index is in the group."""
    begin = torch.cat([torch.zeros_like(ends[:1]), ends[:-1]])
    index = torch.arange(size, device=ends.device, dtype=ends.dtype)
    return (begin[:, None] <= index) & (index < ends[:, None])


def _keep(mask, x):
    """`x` where `mask` holds, broadcast; 0 elsewhere, whatever `x` holds there."""
    return torch.where(mask, x, torch.zeros((), dtype=x.dtype, device=x.device))


def _rows(x, weights, ends):
    """x: (m, k), weights: (groups, k, n). One product: groups and k are summed up."""
    groups, k, n = weights.shape
    masked = _keep(_mask(ends, x.shape[0])[:, :, None], x)
    lhs = masked.permute(1, 2, 0).reshape(x.shape[0], k * groups)
    return lhs @ weights.permute(1, 0, 2).reshape(k * groups, n)


def _sums(lhs, rhs, ends):
    """lhs: (m, k), rhs: (k, n): one product for each group of k."""
    groups, (k, n) = ends.shape[0], rhs.shape
    masked = _keep(_mask(ends, k)[:, None, :], lhs)
    return masked @ rhs.expand(groups, k, n)


def _product(lhs, rhs, ends):
    """What the ranks of both say, in their type."""
    if (lhs.dim(), rhs.dim()) == (2, 3):
        return _rows(lhs, rhs, ends)
    if (lhs.dim(), rhs.dim()) == (3, 2):
        return _rows(rhs.t(), lhs.transpose(1, 2), ends).t()
    if (lhs.dim(), rhs.dim()) == (2, 2):
        return _sums(lhs, rhs, ends)
    return lhs @ rhs


def _check(ends, lhs, rhs, **unsupported) -> None:
    for name, value in unsupported.items():
        if value is not None:
            raise ValueError(f"expected a grouped matmul without {name}, got one; add it outside")
    if not {lhs.dim(), rhs.dim()} <= {2, 3}:
        raise ValueError(f"expected operands of 2 or 3 dimensions, got {lhs.dim()} and {rhs.dim()}")
    if (ends is None) != (lhs.dim() == rhs.dim() == 3):
        raise ValueError(
            "expected the ends of groups, unless both operands have 3 dimensions, got "
            f"{'none' if ends is None else 'some'} beside {lhs.dim()} and {rhs.dim()}"
        )


def grouped_mm(lhs, rhs, ends=None, bias=None, out_dtype=None):
    """`aten._grouped_mm`: (m, k) by (groups, k, n), (groups, m, k) by (k, n), (m, k) by
    (k, n) or one product for each matrix; `ends` are where groups end, of m, n or k."""
    _check(ends, lhs, rhs, bias=bias)
    result = _product(lhs, rhs, ends)
    return result if out_dtype is None else result.to(out_dtype)


def scaled_grouped_mm(
    lhs,
    rhs,
    scale_a,
    scale_b,
    ends=None,
    bias=None,
    scale_result=None,
    out_dtype=None,
    use_fast_accum=False,
):
    """`aten._scaled_grouped_mm`: a scale in f32 for each row of `lhs` and each column of
    `rhs`, where both are matrices for each of each group. Products are of f32;
    `use_fast_accum` permits less."""
    del use_fast_accum
    _check(ends, lhs, rhs, bias=bias, scale_result=scale_result)
    for scale in (scale_a, scale_b):
        if scale.dtype != torch.float32:
            raise ValueError(
                f"expected scales of rows in float32, got {scale.dtype}; lowp.quantize "
                "makes scaled values of other recipes"
            )
    if (lhs.dim(), rhs.dim()) == (2, 2):
        groups = ends.shape[0]
        sums = _sums(lhs.float(), rhs.float(), ends)
        result = sums * scale_a.view(groups, -1, 1) * scale_b.view(groups, 1, -1)
    else:
        lhs, rhs = lhs.float() * scale_a.unsqueeze(-1), rhs.float() * scale_b.unsqueeze(-2)
        result = _product(lhs, rhs, ends)
    return result.to(out_dtype or torch.bfloat16)


def _fallback(input, weight, offs):
    """`transformers::grouped_mm_fallback`."""
    return grouped_mm(input, weight, offs)


def grouped_decompositions() -> dict[Any, Callable[..., Any]]:
    """By operator of torch; that of transformers is there if transformers has
    registered it in this process."""
    table: dict[Any, Callable[..., Any]] = {
        torch.ops.aten._grouped_mm.default: grouped_mm,
        torch.ops.aten._scaled_grouped_mm.default: scaled_grouped_mm,
    }
    if hasattr(torch.ops.transformers, "grouped_mm_fallback"):
        table[torch.ops.transformers.grouped_mm_fallback.default] = _fallback
    return table
