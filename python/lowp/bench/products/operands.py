"""Random operands in torch, quantized as each kind wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

from lowp import _types
from lowp.bench.products.kinds import block_shape, blocks, lies_along_rows, padded
from lowp.bench.products.problem import OPERAND_TYPES, START, Problem

# Types of scales: as MLIR spells them.
_SCALE_TYPES = {"ue4m3": "f8E4M3FN", "e8m0": "f8E8M0FNU"}
_MAXIMA = {"e4m3": 448.0, "e5m2": 57344.0}
# Rows without content have this scale instead of 0.
_LEAST_SCALE = 1e-8


def torch_type(name: str):
    """torch's type of our name of one."""
    import torch

    return _types.torch_type(torch, {**OPERAND_TYPES, **_SCALE_TYPES}.get(name, name))


class Operand(NamedTuple):
    """data: (rows, k). scales: laid out as `kinds.scale_shape` says. transposed: the
    data as (k, rows), of an operand that is given in that order; else None."""

    data: Any
    scales: Any
    granularity: str
    transposed: Any = None

    @property
    def given(self) -> Any:
        """The data in the order that a call gets them in."""
        return self.data if self.transposed is None else self.transposed

    def transpose(self) -> Operand:
        """The same, given in the other order."""
        return self._replace(transposed=self.data.t().contiguous())

    def rows_in_f64(self, rows):
        """What some rows stand for, exactly."""
        return self.data[rows].double() * self._scales_of(rows).double()

    def _scales_of(self, rows):
        if self.granularity == "tensorwise":
            return self.scales
        if self.granularity == "rowwise":
            return self.scales[rows]
        height, width = block_shape(self.granularity)
        if lies_along_rows(self.granularity):
            some = self.scales.t()[rows]
        else:
            some = self.scales[rows // height]
        return some.repeat_interleave(width, 1)[:, : self.data.shape[1]]

    def copy(self) -> Operand:
        given = None if self.transposed is None else self.transposed.clone()
        return Operand(self.data.clone(), self.scales.clone(), self.granularity, given)


class Groups(NamedTuple):
    """The matrices of groups of rows, and where groups end. each: the matrices one by
    one. data, scales: of all."""

    each: tuple[Operand, ...]
    data: Any
    scales: Any
    ends: Any

    def copy(self) -> Groups:
        return Groups(self.each, self.data.clone(), self.scales.clone(), self.ends)


class Sums(NamedTuple):
    """Scales of both operands as groups of K read them, and where groups end."""

    lhs_scales: Any
    rhs_scales: Any
    ends: Any

    def copy(self) -> Sums:
        return Sums(self.lhs_scales.clone(), self.rhs_scales.clone(), self.ends)


class Operands(NamedTuple):
    """What one call reads. rhs: with groups of rows that of the first. sums: with groups of
    K."""

    lhs: Operand
    rhs: Operand
    accumulator: Any = None
    groups: Groups | None = None
    sums: Sums | None = None

    @property
    def arrays(self) -> tuple:
        """The arguments of the module's function."""
        lhs, rhs = self.lhs, self.rhs
        if self.groups is not None:
            of_groups = self.groups.data, self.groups.scales, self.groups.ends
            return (lhs.given, lhs.scales, *of_groups)
        if self.sums is not None:
            one, other, ends = self.sums
            return (lhs.given, one, rhs.given, other, ends)
        pairs = (lhs.given, lhs.scales, rhs.given, rhs.scales)
        return pairs if self.accumulator is None else (*pairs, self.accumulator)

    def copy(self) -> Operands:
        """The same content elsewhere in memory."""
        accumulator = self.accumulator
        copied = None if accumulator is None else accumulator.clone()
        groups = None if self.groups is None else self.groups.copy()
        sums = None if self.sums is None else self.sums.copy()
        return Operands(self.lhs.copy(), self.rhs.copy(), copied, groups, sums)


def _scale(amaximum, type: str):
    return (amaximum / _MAXIMA[type]).clamp(min=_LEAST_SCALE).float()


def _in_blocks(x, rows: int, width: int):
    """Blocks of `rows` x `width`, zeros beyond the end: (.., rows, .., width)."""
    import torch

    height = blocks(x.shape[0], rows) * rows
    k = blocks(x.shape[1], width) * width
    filled = torch.zeros(height, k, device=x.device)
    filled[: x.shape[0], : x.shape[1]] = x
    return filled.view(height // rows, rows, k // width, width)


def _quantize_blocks(x, type: str, granularity: str):
    rows, width = block_shape(granularity)
    split = _in_blocks(x, rows, width)
    scales = _scale(split.abs().amax((1, 3)), type)
    codes = (split / scales[:, None, :, None]).to(torch_type(type))
    codes = codes.view(split.shape[0] * rows, -1)
    return codes[: x.shape[0], : x.shape[1]].contiguous(), scales


def _along_rows(scales):
    """Scales of blocks of one row, transposed and with their padding."""
    import torch

    rows, count = scales.shape
    result = torch.zeros(count, padded(rows), device=scales.device)
    result[:, :rows] = scales.t()
    return result


def quantize(x, type: str, granularity: str) -> Operand:
    """x: (rows, k) in f32."""
    if granularity.startswith("block"):
        data, scales = _quantize_blocks(x, type, granularity)
        along_rows = lies_along_rows(granularity)
        scales = _along_rows(scales) if along_rows else scales.contiguous()
        return Operand(data, scales, granularity)
    if granularity == "tensorwise":
        scales = _scale(x.abs().amax(), type).reshape(1, 1)
    else:
        scales = _scale(x.abs().amax(1, keepdim=True), type)
    return Operand((x / scales).to(torch_type(type)), scales, granularity)


def _random(rows: int, k: int, varied: bool, generator, device: str):
    """Normal values; rows of different magnitude where scales can follow them."""
    import torch

    x = torch.randn(rows, k, device=device, generator=generator)
    if varied:
        x *= torch.randn(rows, 1, device=device, generator=generator).mul(0.5).exp()
    return x


def stack(tensors: list[Any]) -> Any:
    """torch.stack; as bytes, for not every copy of torch knows floats of 8 bits."""
    import torch

    parts = [one.view(torch.uint8) if one.element_size() == 1 else one for one in tensors]
    return torch.stack(parts).view(tensors[0].dtype)


def _make_groups(problem: Problem, draw, device: str) -> Groups:
    """draw: makes a matrix."""
    import torch

    each = tuple(draw() for _ in range(problem.groups))
    rows, groups = problem.shape.m, problem.groups
    ends = [rows * (group + 1) // groups for group in range(groups)]
    return Groups(
        each,
        stack([one.data for one in each]),
        stack([one.scales for one in each]),
        torch.tensor(ends, dtype=torch.int32, device=device),
    )


def _make_sums(problem: Problem, lhs: Operand, rhs: Operand, device: str) -> Sums:
    import torch

    k, groups = problem.shape.k, problem.groups
    ends = [k * (group + 1) // groups // START * START for group in range(groups - 1)]

    def scales_of(operand: Operand):
        """Each group has scales of its own, which are equal here."""
        if operand.granularity != "rowwise":
            return operand.scales
        return operand.scales.view(1, -1).expand(groups, -1).contiguous()

    return Sums(
        scales_of(lhs),
        scales_of(rhs),
        torch.tensor([*ends, k], dtype=torch.int32, device=device),
    )


def make_operands(problem: Problem, seed: int, device: str = "cuda") -> Operands:
    """Operands of normal values, the same for the same seed and device."""
    import torch

    kind, (m, n, k) = problem.kind, problem.shape
    generator = torch.Generator(device=device).manual_seed(seed)
    varied = kind.name != "tensorwise"
    lhs = _random(m, k, varied, generator, device)
    lhs = quantize(lhs, problem.lhs, kind.lhs)

    def draw_rhs() -> Operand:
        rhs = _random(n, k, varied, generator, device)
        return quantize(rhs, problem.rhs, kind.rhs)

    if problem.sums:
        rhs = draw_rhs()
        return Operands(lhs, rhs, sums=_make_sums(problem, lhs, rhs, device))
    if problem.groups:
        groups = _make_groups(problem, draw_rhs, device)
        return Operands(lhs, groups.each[0], groups=groups)
    rhs = draw_rhs()
    if problem.lhs_order != "k":
        lhs = lhs.transpose()
    if problem.rhs_order != "k":
        rhs = rhs.transpose()
    accumulator = None
    if problem.accumulate:
        accumulator = torch.randn(m, n, device=device, generator=generator)
        accumulator = (accumulator * k**0.5).to(torch_type(problem.result))
    return Operands(lhs, rhs, accumulator)


def make_result(problem: Problem, device: str = "cuda"):
    """An array for the result, full of NaN."""
    import torch

    m, n, _k = problem.shape
    shape = (problem.groups, m, n) if problem.sums else (m, n)
    return torch.full(shape, float("nan"), dtype=torch_type(problem.result), device=device)
