"""What is measured on a grouped matmul: lowp, its dense kernel, and torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import returning
from lowp.bench.errors import Unsupported
from lowp_lab.bench.grouped.case import TILE, GroupedCase
from lowp_lab.bench.grouped.operands import (
    Experts,
    dense_arguments,
    our_arguments,
    quantize_each,
    quantize_spread,
    spread_starts,
)
from lowp.bench.products.kernels import Kernels
from lowp.bench.products.operands import quantize

DENSE = "lowp dense, padded"
ROWWISE = "torch._scaled_grouped_mm"
PLAIN = "torch._grouped_mm"
FUNCTIONAL = "F.scaled_grouped_mm"
# Kinds of the values that they multiply, where these are not the case's; None: not compared.
KINDS_OF = {DENSE: None, ROWWISE: "rowwise", PLAIN: "bf16"}


def _result(case: GroupedCase, device: Any) -> Any:
    import torch

    sizes: tuple[int, ...] = (case.rows, case.n)
    if case.grouping == "counts":
        sizes = (case.groups, case.capacity, case.n)
    elif case.grouping == "k":
        sizes = (case.groups, case.n, case.k)
    return torch.full(sizes, float("nan"), dtype=torch.bfloat16, device=device)


def our_contenders(kernels: Kernels) -> list[Contender]:
    """lowp, and its dense kernel. All bind experts: a call that returns its result."""
    import torch

    def bind(experts: Experts) -> Callable[[], Any]:
        bound = kernels.find(experts.case.source)
        result = _result(experts.case, experts.x.device)
        return returning(bound(our_arguments(experts), (result,)), result)

    def bind_dense(experts: Experts) -> Callable[[], Any]:
        case = experts.case
        sizes = (case.n, case.k) if case.grouping == "k" else (case.padded_rows, case.n)
        result = torch.empty(sizes, dtype=torch.bfloat16, device=experts.x.device)
        bound = kernels.find(case.dense)
        return returning(bound(dense_arguments(experts), (result,)), result)

    return [Contender(OURS, kernels.description, bind), Contender(DENSE, "", bind_dense)]


def _bind_plain(experts: Experts) -> Callable[[], Any]:
    import torch

    if experts.case.grouping == "k":
        dy, rows, behind = experts.w.t(), experts.x, experts.ends
        return lambda: torch._grouped_mm(dy, rows, offs=behind)
    x, w, ends = experts.x, experts.w.mT, experts.ends
    return lambda: torch._grouped_mm(x, w, offs=ends)


def _bind_rowwise_sums(experts: Experts) -> Callable[[], Any]:
    """Groups as lowp has them: torch wants multiples of 16 rows, and stops the device
    where there are others. A scale for each row and group."""
    import torch

    case = experts.case
    starts = [*spread_starts(case), sum(-(-size // TILE) * TILE for size in case.sizes)]
    ends = torch.tensor(starts[1:], dtype=torch.int32, device=experts.x.device)
    dy, x = (quantize_spread(case, rows, "rowwise") for rows in (experts.w, experts.x))
    a, b = (each.scales[:, 0].repeat(case.groups) for each in (dy, x))
    used = starts[-1]
    left, right = dy.data[:, :used].contiguous(), x.data[:, :used].contiguous()
    return lambda: torch._scaled_grouped_mm(
        left, right.t(), a, b, offs=ends, out_dtype=torch.bfloat16, use_fast_accum=True
    )


def _bind_rowwise(experts: Experts) -> Callable[[], Any]:
    import torch

    if not experts.case.is_scaled:
        raise Unsupported("torch scales FP8 only")
    if experts.case.grouping == "k":
        return _bind_rowwise_sums(experts)
    lhs = quantize(experts.x.float(), "e4m3", "rowwise")
    data, scales = quantize_each(experts.w, "rowwise")
    a, b = lhs.scales[:, 0].contiguous(), scales[:, :, 0].contiguous()
    return lambda: torch._scaled_grouped_mm(
        lhs.data,
        data.mT,
        a,
        b,
        offs=experts.ends,
        out_dtype=torch.bfloat16,
        use_fast_accum=True,
    )


def _bind_functional(experts: Experts) -> Callable[[], Any]:
    """Where torch takes the scales of blocks. It says so in many ways where not."""
    import torch

    functional: Any = torch.nn.functional
    if not hasattr(functional, "scaled_grouped_mm"):
        raise Unsupported("this torch has no F.scaled_grouped_mm")
    if experts.case.grouping == "k":
        raise Unsupported("torch's groups of K are multiplied by _scaled_grouped_mm")
    if experts.case.kind != "1x128.128x128":
        raise Unsupported("compared with scales of 1x128 and 128x128 alone")
    types = functional.ScalingType
    lhs = quantize(experts.x.float(), "e4m3", "block<1x128>")
    data, scales = quantize_each(experts.w, "block<128x128>")
    a = lhs.scales.t()[: experts.case.rows]
    return lambda: functional.scaled_grouped_mm(
        lhs.data,
        data.mT,
        a,
        types.BlockWise1x128,
        scales.transpose(1, 2),
        types.BlockWise128x128,
        offs=experts.ends,
        output_dtype=torch.bfloat16,
    )


def torch_contenders() -> list[Contender]:
    """torch's grouped matmuls, which want rows one after the other: of counts, too."""
    return [
        Contender(ROWWISE, "", _bind_rowwise),
        Contender(PLAIN, "", _bind_plain),
        Contender(FUNCTIONAL, "", _bind_functional),
    ]
