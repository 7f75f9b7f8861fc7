"""Matmuls of rows that travel meanwhile: the loop of gathered_linear beside its collective, the
matmuls alone, and what torch has for one fp8 operand with scales of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch

from lowp.torch import linear_of_scaled, ops, programs
from lowp.torch.distributed import parallel_ops, pipelines
from lowp.torch.distributed.collectives import gather_rows
from lowp.torch.scaled_tensor import Scaled
from lowp_lab.torch.measure.decoder import Sizes
from lowp_lab.torch.measure.distributed.ranks import Ranks

_RECIPE, _TYPE = "rowwise_training", torch.bfloat16
_Parts = Sequence[torch.Tensor]


class Case(NamedTuple):
    """Operands that are quantized before, by data and scales. own: rows of this rank. rows: of
    all. weights: of this rank, N by K each."""

    own: list[torch.Tensor]
    rows: list[torch.Tensor]
    weights: list[_Parts]

    @classmethod
    def draw(cls, sizes: Sizes, ranks: Ranks) -> Case:
        """The layers "gate" and "up"."""
        count = 256 if ranks.arguments.small else 8192
        torch.manual_seed(1 + ranks.rank)
        x = torch.randn(count // ranks.size, sizes.width, device=ranks.device).to(_TYPE)
        w = torch.randn(2, sizes.hidden // ranks.size, sizes.width, device=ranks.device).to(_TYPE)
        own = list(ops.quantize(x, _RECIPE))
        rows = gather_rows(own, ranks.size, ranks.mesh.get_group().group_name)
        return cls(own, rows, [ops.quantize(each, _RECIPE, "rhs") for each in w])


def _multiply(case: Case, rows: _Parts) -> list[torch.Tensor]:
    return [linear_of_scaled.run(rows, w, None, _RECIPE, _TYPE) for w in case.weights]


def _loop(case: Case, ranks: Ranks) -> Callable[[], list[torch.Tensor]] | None:
    """By chunks, whether they are predicted to pay or not; None where rows have to travel by a
    collective."""
    group = ranks.mesh.get_group()
    loops = pipelines.find_loops(group, ranks.device)
    if loops is None:
        return None
    weights = [Scaled(data, scales, _RECIPE, "rhs", _TYPE) for data, scales in case.weights]
    calls = [parallel_ops.make_multiply(w, None, _RECIPE, _TYPE) for w in weights]
    shape = case.own[0].shape
    product = parallel_ops.product_of(shape, weights, 0, ranks.size, _RECIPE)
    about = calls, product, loops.gather, group.group_name

    def run() -> list[torch.Tensor]:
        y, _came = parallel_ops.gather_in_chunks(case.own, _TYPE, *about)
        return [each.flatten(0, -2) for each in y]

    return run


def _in_place(case: Case) -> Callable[[], None]:
    """The matmuls alone, to memory that is there."""
    calls = []
    for data, scales in case.weights:
        about = tuple(data.shape), _TYPE, False, _RECIPE, data.device
        function = programs.linear(*about, scaled="xw")
        out = data.new_empty(case.rows[0].shape[0], data.shape[0], dtype=_TYPE)
        calls.append(partial(function, *case.rows, data, scales, out=out))

    def run() -> None:
        for call in calls:
            call()

    return run


def _torchs(case: Case, ranks: Ranks) -> dict[str, Callable[[], Any]]:
    """The same matmuls by torch, alone, and fused with the gather."""
    columns = [data.t() for data, _ in case.weights]
    scales = [each.view(1, -1) for _, each in case.weights]
    group, count = ranks.mesh.get_group().group_name, len(columns)

    def alone() -> list[torch.Tensor]:
        a, a_scales = case.rows
        return [
            torch._scaled_mm(a, *pair, out_dtype=_TYPE, use_fast_accum=True)
            for pair in zip(columns, [a_scales] * count, scales)
        ]

    def fused() -> Any:
        none, about = [None] * count, ([_TYPE] * count, [True] * count)
        own, own_scales = case.own
        operator = torch.ops.symm_mem.fused_all_gather_scaled_matmul
        return operator(own, columns, own_scales, scales, 0, group, none, none, *about)[1]

    return {"torch's matmuls": alone, "torch's, fused with the gather": fused}


def run(ranks: Ranks, name: str, sizes: Sizes) -> None:
    case = Case.draw(sizes, ranks)
    group = ranks.mesh.get_group().group_name

    def gathered() -> list[torch.Tensor]:
        return _multiply(case, gather_rows(case.own, ranks.size, group))

    calls: dict[str, Callable[[], Any]] = {
        "matmuls": partial(_multiply, case, case.rows),
        "matmuls, in place": _in_place(case),
        "gather, then matmuls": gathered,
    }
    same = all(map(torch.equal, calls["matmuls"](), gathered()))
    loop = _loop(case, ranks)
    if loop is not None:
        same = same and all(map(torch.equal, calls["matmuls"](), loop()))
        calls |= {"pipelined": loop, **_torchs(case, ranks)}
    found = ranks.by_turns(calls, "matmuls")
    is_same = ranks.all_true(same)
    ranks.write(f"pipelined {name}", {"ms": found, "equal bits": is_same})
