"""The operator lowp::order_rows: rows in the order of their groups."""

from __future__ import annotations

import torch

from lowp._errors import LaunchError
from lowp.torch import ops, programs
from lowp.torch.checks import describe

_NAME = "lowp::order_rows"
_KINDS = {torch.int32: "i32", torch.int64: "i64"}


def _check(ids: torch.Tensor, groups: int) -> None:
    if ids.dim() != 1 or ids.dtype not in _KINDS:
        raise LaunchError(
            f"{_NAME}: expected the group of each row in int32 or int64, got {describe(ids)}"
        )
    if groups < 1:
        raise LaunchError(f"{_NAME}: expected one group or more, got {groups}")


def _run(ids, groups):
    _check(ids, groups)
    return programs.order_rows(groups, _KINDS[ids.dtype], ids.device)(ids.contiguous())


def _run_fake(ids, groups):
    _check(ids, groups)
    rows = ids.new_empty(ids.shape, dtype=torch.int32)
    return rows, torch.empty_like(rows), rows.new_empty(groups)


ops._define("order_rows(Tensor ids, int groups) -> (Tensor, Tensor, Tensor)", _run, _run_fake)


def preload(groups: int, device: torch.device) -> None:
    """Compiles and loads the program for ids of int64, as topk returns them."""
    programs.order_rows(groups, "i64", device)
