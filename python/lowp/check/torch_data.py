"""Data in torch, on the GPU or the host."""

from __future__ import annotations

from lowp.bench.products.accuracy import reference, relative_error, sample_rows
from lowp.bench.products.kinds import lies_along_rows
from lowp.bench.products.operands import Operand, Operands, make_operands, torch_type
from lowp.bench.products.problem import Problem
from lowp.check.outcome import GUARD, Outcome
from lowp.check.places import OF_TOLERANCE, Places

# Rows that are compared at most; smaller results are compared whole.
_ROWS = 2048
# Rows of large products that are checked: all would take long in f64.
_ROWS_OF_LARGE = 128
_LARGE_FLOPS = 2e10


class TorchSample:
    """One problem's operands, its result and what that should be."""

    def __init__(self, problem: Problem, device: str) -> None:
        import torch

        m, n, _k = problem.shape
        self._problem = problem
        operands = _make(problem, device)
        self.arrays = operands.arrays
        type = torch_type(problem.result)
        self._memory = torch.empty(m * n + GUARD, dtype=type, device=device)
        self.result = self._memory[: m * n].view(m, n)
        most = _ROWS if problem.flops < _LARGE_FLOPS else _ROWS_OF_LARGE
        self._rows = sample_rows(m, device, most)
        self._expected = reference(operands, self._rows)

    def poison(self) -> None:
        self._memory.fill_(float("nan"))

    def inspect(self) -> Outcome:
        import torch

        error = 0.0
        if self.result.numel():
            error = relative_error(self.result, self._expected, self._rows)
        unwritten = int(torch.isnan(self.result).sum())
        guard = self._memory[self.result.numel() :]
        is_guarded = bool(torch.isnan(guard).all())
        return Outcome(error, unwritten, is_guarded, self.result.clone())

    def locate(self, limit: float) -> Places:
        """Where elements are wrong, of the rows that are compared."""
        expected = self._expected
        size = expected.norm() / max(expected.numel(), 1) ** 0.5
        difference = (self.result[self._rows].double() - expected).abs()
        wrong = ~(difference <= OF_TOLERANCE * limit * size)
        return Places(
            self._rows[wrong.any(1)].tolist(),
            wrong.any(0).nonzero().flatten().tolist(),
            self._rows.tolist(),
            expected.shape[1],
        )

    @staticmethod
    def are_equal(left, right) -> bool:
        import torch

        # As integers: NaN is not equal to itself.
        integer = torch.int16 if left.element_size() == 2 else torch.int32
        return torch.equal(left.view(integer), right.view(integer))


def _make(problem: Problem, device: str) -> Operands:
    """Operands; of no rows by taking away the only one."""
    seed = sum(problem.shape)
    if problem.shape.m:
        return make_operands(problem, seed, device)
    one = problem._replace(shape=problem.shape._replace(m=1))
    operands = make_operands(one, seed, device)
    lhs = operands.lhs
    scales = lhs.scales
    if lhs.granularity == "rowwise":
        scales = scales[:0]
    elif lies_along_rows(lhs.granularity):
        scales = scales[:, :0].contiguous()
    accumulator = operands.accumulator
    if accumulator is not None:
        accumulator = accumulator[:0]
    empty = Operand(lhs.data[:0], scales, lhs.granularity)
    return Operands(empty, operands.rhs, accumulator)


class TorchData:
    """Makes samples."""

    def __init__(self, device: str = "cuda") -> None:
        import torch

        self._device = device
        self.description = f"torch {torch.__version__} on {device}"

    def why_not(self, problem: Problem) -> str:
        """Why a problem cannot be checked; empty if it can."""
        import torch

        m, n, k = problem.shape
        if self._device == "cpu":
            return "" if problem.flops < 1e9 else "too large for the host"
        # Operands in f32 while they are made, parts of rhs in f64, results.
        needed = 8 * (m + n) * k + 16 * m * n
        free = torch.cuda.mem_get_info()[0]
        return "" if needed < free else f"needs about {needed >> 20} MiB of GPU memory"

    def make(self, problem: Problem) -> TorchSample:
        return TorchSample(problem, self._device)
