"""torch's products, which are cuBLASLt's."""

from __future__ import annotations

from lowp.bench.errors import Unsupported
from lowp.bench.peers import load_library
from lowp.bench.products.kinds import padded
from lowp.bench.products.operands import Operand, torch_type
from lowp.bench.products.problem import Problem

NAME = "torch"


def find() -> str:
    torch = load_library("torch")
    return f"{torch.__version__}, CUDA {torch.version.cuda}"


def bind(problem: Problem, operands, _result):
    if problem.accumulate:
        raise Unsupported("torch's scaled products do not accumulate")
    if problem.kind.is_blockwise:
        return _bind_blockwise(problem, operands)
    import torch

    lhs, rhs = operands.lhs, operands.rhs
    rhs_data = rhs.data.t()
    if problem.kind.name == "tensorwise":
        scales = {"scale_a": lhs.scales.reshape(()), "scale_b": rhs.scales.reshape(())}
    else:
        scales = {"scale_a": lhs.scales, "scale_b": rhs.scales.reshape(1, -1)}
    type, fast = torch_type(problem.result), problem.is_fast
    return lambda: torch._scaled_mm(
        lhs.data, rhs_data, out_dtype=type, use_fast_accum=fast, **scales
    )


def _along_rows(operand: Operand):
    """Scales of 1x128 blocks as (rows, blocks) with strides (1, rows)."""
    rows = operand.data.shape[0]
    if operand.scales.shape[1] == rows:
        return operand.scales.t()
    return operand.scales[:, :rows].contiguous().t()


def _of_squares(operand: Operand):
    """Scales of 128x128 blocks, transposed, columns of a multiple of 4."""
    import torch

    rows, count = operand.scales.shape
    filled = torch.zeros(rows, padded(count), device=operand.scales.device)
    filled[:, :count] = operand.scales
    return filled.t()


def _bind_blockwise(problem: Problem, operands):
    from torch.nn import functional

    if not hasattr(functional, "scaled_mm"):
        raise Unsupported("this torch has no torch.nn.functional.scaled_mm")
    scaling = functional.ScalingType
    lhs, rhs = operands.lhs, operands.rhs
    rhs_data, lhs_scales = rhs.data.t(), _along_rows(lhs)
    if rhs.granularity == "block<1x128>":
        rhs_scales, rhs_scaling = _along_rows(rhs), scaling.BlockWise1x128
    else:
        rhs_scales, rhs_scaling = _of_squares(rhs), scaling.BlockWise128x128
    type = torch_type(problem.result)
    return lambda: functional.scaled_mm(
        lhs.data,
        rhs_data,
        lhs_scales,
        scaling.BlockWise1x128,
        rhs_scales,
        rhs_scaling,
        output_dtype=type,
    )
