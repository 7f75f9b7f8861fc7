"""Random rows and weights of experts, quantized as each contender wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

from lowp_lab.bench.grouped.case import TILE, GroupedCase
from lowp.bench.products.kinds import KINDS
from lowp.bench.products.operands import Operand, quantize, stack

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


def quantize_weights(experts: Experts, granularity: str) -> tuple[Any, Any]:
    """Elements and scales of all experts."""
    matrices = [quantize(one.float(), "e4m3", granularity) for one in experts.w]
    return stack([one.data for one in matrices]), stack([one.scales for one in matrices])


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
    weights = quantize_weights(experts, kind.rhs)
    if case.grouping == "rows":
        lhs = quantize(experts.x.float(), "e4m3", kind.lhs)
        return lhs.data, lhs.scales, *weights, numbers
    parts = [quantize(one.float(), "e4m3", kind.lhs) for one in pad_rows(experts)]
    data, scales = (stack([getattr(p, f) for p in parts]) for f in ("data", "scales"))
    return data, scales, *weights, numbers


def dense_arguments(experts: Experts) -> tuple:
    """Padded rows and one expert's weights: values do not matter to the time, and come
    from the experts' rows."""
    import torch

    case, kind = experts.case, KINDS.get(experts.case.kind)
    rows = torch.randn(case.padded_rows, case.k, device=experts.x.device)
    if case.grouping == "k":
        dy = torch.randn(case.padded_rows, case.n, device=experts.x.device)
        if not kind:
            return dy.bfloat16(), rows.bfloat16()
        lhs = quantize(dy.t().contiguous(), "e4m3", kind.lhs)
        rhs = quantize(rows.t().contiguous(), "e4m3", kind.rhs)
        return lhs.data, lhs.scales, rhs.data, rhs.scales
    if not kind:
        return rows.bfloat16(), experts.w[0].clone()
    lhs = quantize(rows, "e4m3", kind.lhs)
    rhs = quantize(experts.w[0].float(), "e4m3", kind.rhs)
    return lhs.data, lhs.scales, rhs.data, rhs.scales


class ExpectedGradients:
    """What some rows of each group's matrix should be, in f64 on the values that `kind`
    makes of the operands."""

    def __init__(self, experts: Experts, kind_name: str) -> None:
        import torch

        case, device = experts.case, experts.x.device
        self._places = torch.arange(0, case.n, max(1, case.n // _SAMPLE), device=device)
        columns = torch.arange(case.k, device=device)
        kind = KINDS.get(kind_name)
        if kind:
            dy = quantize_spread(case, experts.w, kind.lhs).rows_in_f64(self._places)
            x = quantize_spread(case, experts.x, kind.rhs).rows_in_f64(columns)
            starts = spread_starts(case)
        else:
            dy, x = experts.w[:, self._places].double().t(), experts.x.double().t()
            starts = [sum(case.sizes[:group]) for group in range(case.groups)]
        self._wanted = torch.stack(
            [
                dy[:, start : start + size] @ x[:, start : start + size].t()
                for start, size in zip(starts, case.sizes)
            ]
        )

    def error_of(self, result: Any) -> float:
        """|got - wanted| / |wanted|; infinity where an empty group is not zeros."""
        norms = self._wanted.flatten(1).norm(dim=1)
        got = result[:, self._places].double()
        if not bool((got[norms == 0] == 0).all()):
            return float("inf")
        norm = self._wanted.norm().item()
        return (got - self._wanted).norm().item() / norm if norm else 0.0


class Expected:
    """What some rows of each group should be, in f64 on the values that `kind` makes of
    the operands."""

    def __init__(self, experts: Experts, kind_name: str) -> None:
        import torch

        case, kind = experts.case, KINDS.get(kind_name)
        self._case, self.rows, wanted = case, [], []
        begin = 0
        for group, size in enumerate(case.sizes):
            step = max(1, size // _SAMPLE)
            places = torch.arange(0, size, step, device=experts.x.device)
            if size:
                self.rows.append((group, places, begin + places))
                x, w = experts.x[begin + places].float(), experts.w[group].float()
                wanted.append(
                    _exact(x, kind and kind.lhs, experts, begin + places)
                    @ _exact(w, kind and kind.rhs).t()
                )
            begin += size
        self._wanted = torch.cat(wanted) if wanted else torch.zeros(0, case.n)

    def error_of(self, result: Any) -> float:
        """|got - wanted| / |wanted| of a result by rows, or by group and row."""
        import torch

        if not self.rows:
            return 0.0
        is_batch = result.dim() == 3
        got = torch.cat(
            [
                result[group][places] if is_batch else result[rows]
                for group, places, rows in self.rows
            ]
        ).double()
        return ((got - self._wanted).norm() / self._wanted.norm()).item()


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
