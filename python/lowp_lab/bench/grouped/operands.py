"""Random rows and weights of experts, quantized as each contender wants them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from lowp_lab.bench.grouped.case import TILE, GroupedCase
from lowp.bench.products.kinds import KINDS, Kind
from lowp.bench.products.operands import Operand, Operands, quantize, stack

# Rows of a group that are compared.
_SAMPLE = 16


class Experts(NamedTuple):
    """x: rows of all groups, one after the other. w: (groups, n, k) or, where rows are
    summed up, the gradients of their results, (rows, n). Both in bf16. ends, counts: of
    groups, in i32."""

    case: GroupedCase
    x: Any
    w: Any
    ends: Any
    counts: Any


def make_experts(case: GroupedCase, seed: int, device: str = "cuda") -> Experts:
    """Normal values, the same for the same seed and device."""
    import torch

    generator = torch.Generator(device=device).manual_seed(seed)

    def draw(*sizes: int) -> Any:
        return torch.randn(*sizes, device=device, generator=generator).bfloat16()

    counts = torch.tensor(case.sizes, dtype=torch.int32, device=device)
    ends = counts.cumsum(0).to(torch.int32)
    x = draw(case.rows, case.k)
    w = draw(case.rows, case.n) if case.grouping == "k" else draw(case.groups, case.n, case.k)
    return Experts(case, x, w, ends, counts)


def quantize_each(matrices: Iterable[Any], granularity: str) -> tuple[Any, Any]:
    """Elements and scales of all matrices."""
    made = [quantize(one.float(), "e4m3", granularity) for one in matrices]
    return stack([one.data for one in made]), stack([one.scales for one in made])


def pad_rows(experts: Experts) -> list[Any]:
    """Each group's rows as a matrix with room for `capacity`; what is after is NaN."""
    import torch

    case, matrices = experts.case, []
    for rows in experts.x.split(list(case.sizes)):
        matrix = torch.full(
            (case.capacity, case.k), float("nan"), dtype=rows.dtype, device=rows.device
        )
        matrix[: len(rows)] = rows
        matrices.append(matrix)
    return matrices


def spread_starts(case: GroupedCase) -> list[int]:
    """Where each group begins, at a multiple of TILE."""
    starts, behind = [], 0
    for size in case.sizes:
        starts.append(behind)
        behind += -(-size // TILE) * TILE
    return starts


def quantize_spread(case: GroupedCase, rows: Any, granularity: str) -> Operand:
    """Columns x rows, quantized down the rows, which are moved to where groups begin."""
    import torch

    spread = torch.zeros(case.spread_rows, rows.shape[1], device=rows.device)
    begin = 0
    for start, size in zip(spread_starts(case), case.sizes):
        spread[start : start + size] = rows[begin : begin + size].float()
        begin += size
    return quantize(spread.t().contiguous(), "e4m3", granularity)


def our_arguments(experts: Experts) -> tuple:
    """Makes the arguments of the function `run` of the case."""
    case, kind = experts.case, KINDS.get(experts.case.kind)
    if case.grouping == "k" and kind:
        dy = quantize_spread(case, experts.w, kind.lhs)
        x = quantize_spread(case, experts.x, kind.rhs)
        scales = [each.scales for each in (dy, x)]
        if case.kind == "rowwise":
            # Each group has scales of its own, which are equal here.
            scales = [each.t().expand(case.groups, -1).contiguous() for each in scales]
        return dy.data, scales[0], x.data, scales[1], experts.ends
    if case.grouping == "k":
        return experts.w, experts.x, experts.ends
    numbers = experts.ends if case.grouping == "rows" else experts.counts
    if not kind:
        is_rows = case.grouping == "rows"
        return (experts.x if is_rows else stack(pad_rows(experts))), experts.w, numbers
    weights = quantize_each(experts.w, kind.rhs)
    if case.grouping == "rows":
        lhs = quantize(experts.x.float(), "e4m3", kind.lhs)
        return lhs.data, lhs.scales, *weights, numbers
    return *quantize_each(pad_rows(experts), kind.lhs), *weights, numbers


def dense_arguments(experts: Experts) -> tuple:
    """Padded rows and one expert's weights: values do not matter to the time, and come
    from the experts' rows."""
    import torch

    case, kind = experts.case, KINDS.get(experts.case.kind)
    lhs = torch.randn(case.padded_rows, case.k, device=experts.x.device)
    rhs = experts.w[0].float()
    if case.grouping == "k":
        lhs, rhs = torch.randn(case.padded_rows, case.n, device=experts.x.device), lhs
    if not kind:
        return lhs.bfloat16(), rhs.bfloat16()
    if case.grouping == "k":
        lhs, rhs = (one.t().contiguous() for one in (lhs, rhs))
    quantized = (quantize(lhs, "e4m3", kind.lhs), quantize(rhs, "e4m3", kind.rhs))
    return Operands(*quantized).arrays


def error_of(experts: Experts, kind_name: str, result: Any) -> float:
    """|got - wanted| / |wanted| of some rows of each group, in f64 on the values that the kind
    makes of the operands. result: by rows, by group and row, or of gradients, whose error is
    infinite where an empty group is not zeros."""
    kind = KINDS.get(kind_name)
    compare = _sample_gradients if experts.case.grouping == "k" else _sample_rows
    got, wanted = compare(experts, kind, result)
    difference, norm = (got - wanted).norm().item(), wanted.norm().item()
    return difference / norm if norm else difference


def _sample_gradients(experts: Experts, kind: Kind | None, result: Any) -> tuple[Any, Any]:
    """Some rows of each group's matrix, as they are and as they should be."""
    import torch

    case, device = experts.case, experts.x.device
    places = torch.arange(0, case.n, max(1, case.n // _SAMPLE), device=device)
    if kind:
        columns = torch.arange(case.k, device=device)
        dy = quantize_spread(case, experts.w, kind.lhs).rows_in_f64(places)
        x = quantize_spread(case, experts.x, kind.rhs).rows_in_f64(columns)
        starts = spread_starts(case)
    else:
        dy, x = experts.w[:, places].double().t(), experts.x.double().t()
        starts = [sum(case.sizes[:group]) for group in range(case.groups)]
    pairs = zip(starts, case.sizes)
    wanted = torch.stack([dy[:, i : i + size] @ x[:, i : i + size].t() for i, size in pairs])
    got = result[:, places].double()
    is_wrong = (wanted.flatten(1).norm(dim=1) == 0)[:, None, None] & (got != 0)
    return got.masked_fill(is_wrong, float("inf")), wanted


def _sample_rows(experts: Experts, kind: Kind | None, result: Any) -> tuple[Any, Any]:
    """Some rows of each group, as they are and as they should be."""
    import torch

    begin, got, wanted = 0, [result.new_zeros(0)], [result.new_zeros(0)]
    for group, size in enumerate(experts.case.sizes):
        places = torch.arange(0, size, max(1, size // _SAMPLE), device=experts.x.device)
        rows = begin + places
        if size:
            lhs = _exact(experts.x[rows].float(), kind and kind.lhs, experts, rows)
            rhs = _exact(experts.w[group].float(), kind and kind.rhs)
            wanted.append((lhs @ rhs.t()).flatten())
            got.append((result[group][places] if result.dim() == 3 else result[rows]).flatten())
        begin += size
    return torch.cat(got).double(), torch.cat(wanted).double()


def _exact(
    x: Any, granularity: str | None, experts: Experts | None = None, rows: Any = None
) -> Any:
    """What quantization makes of `x`. A scale of all rows comes from all of them."""
    import torch

    if granularity is None:
        return x.double()
    if granularity == "tensorwise" and experts is not None:
        whole: Operand = quantize(experts.x.float(), "e4m3", granularity)
        return whole.rows_in_f64(rows)
    operand = quantize(x, "e4m3", granularity)
    return operand.rows_in_f64(torch.arange(len(x), device=x.device))
