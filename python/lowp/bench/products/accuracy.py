"""How far results are from the exact product of the quantized operands."""

from __future__ import annotations

from lowp.bench.products.operands import Operand, Operands

# Rows of the result that are compared, spread evenly.
SAMPLED_ROWS = 64
# Rows of rhs that are widened to f64 at a time.
_CHUNK = 4096


def sample_rows(count: int, device, most: int = SAMPLED_ROWS):
    """Numbers of the rows to compare, the first and the last among them."""
    import torch

    samples = min(count, most)
    return torch.linspace(0, count - 1, samples, device=device).round().long()


def _product(lhs: Operand, rhs: Operand, rows):
    """Some rows of lhs . rhs^T in f64."""
    import torch

    left, count, parts = lhs.rows_in_f64(rows), rhs.data.shape[0], []
    for start in range(0, count, _CHUNK):
        chunk = torch.arange(start, min(start + _CHUNK, count), device=rows.device)
        parts.append(left @ rhs.rows_in_f64(chunk).t())
    return torch.cat(parts, 1)


def _reference_of_groups(operands: Operands, rows):
    """Each row by the matrix of its group."""
    import torch

    assert operands.groups is not None
    parts, begin = [], 0
    for matrix, end in zip(operands.groups.each, operands.groups.ends.tolist()):
        own = rows[(rows >= begin) & (rows < end)]
        parts.append(_product(operands.lhs, matrix, own))
        begin = end
    return torch.cat(parts)


def _reference_of_sums(operands: Operands, rows):
    """The rows of each group's result."""
    import torch

    assert operands.sums is not None
    ends = operands.sums.ends.tolist()
    left, right = operands.lhs.rows_in_f64(rows), operands.rhs
    count, parts = right.data.shape[0], []
    for start in range(0, count, _CHUNK):
        chunk = torch.arange(start, min(start + _CHUNK, count), device=rows.device)
        other = right.rows_in_f64(chunk).t()
        groups = zip([0, *ends], ends)
        parts.append(torch.stack([left[:, begin:end] @ other[begin:end] for begin, end in groups]))
    return torch.cat(parts, -1)


def reference(operands: Operands, rows):
    """Some rows of the result in f64, or of the results of groups of K."""
    if operands.sums is not None:
        return _reference_of_sums(operands, rows)
    if operands.groups is not None:
        return _reference_of_groups(operands, rows)
    result = _product(operands.lhs, operands.rhs, rows)
    if operands.accumulator is not None:
        result += operands.accumulator[rows].double()
    return result


def relative_error(result, expected, rows) -> float:
    """|result - expected| / |expected| over the rows, in the Euclidean norm; NaN
    where the result has one."""
    difference = result[..., rows, :].double() - expected
    return float(difference.norm() / expected.norm().clamp(min=1e-300))
