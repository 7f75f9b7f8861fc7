"""DeepGEMM 2: blockwise products that it compiles when they are first called."""

from __future__ import annotations

from lowp.bench.errors import Unsupported
from lowp.bench.peers import NotInstalled, load_library
from lowp.bench.products.operands import Operand
from lowp.bench.products.problem import Problem

NAME = "deepgemm"


def find() -> str:
    library = load_library("deep_gemm")
    if not hasattr(library, "fp8_gemm_nt"):
        raise NotInstalled("expected DeepGEMM 2 with fp8_gemm_nt, got an older one")
    return str(getattr(library, "__version__", "unknown version"))


def _pair(operand: Operand):
    """Elements, and scales by (row, block): of 1x128 blocks a view of ours, whose
    padded columns are what TMA needs."""
    if operand.granularity == "block<128x128>":
        return operand.data, operand.scales
    rows = operand.data.shape[0]
    return operand.data, operand.scales.t()[:rows]


def bind(problem: Problem, operands, result):
    if not problem.kind.is_blockwise:
        raise Unsupported("DeepGEMM has blockwise scales only")
    if (problem.lhs, problem.rhs) != ("e4m3", "e4m3"):
        raise Unsupported("DeepGEMM multiplies e4m3 by e4m3 only")
    if problem.accumulate:
        raise Unsupported("accumulation is not compared with DeepGEMM")
    recipe = (1, 1 if problem.kind.rhs == "block<1x128>" else 128, 128)
    lhs, rhs = _pair(operands.lhs), _pair(operands.rhs)
    library = load_library("deep_gemm")

    def run():
        library.fp8_gemm_nt(lhs, rhs, result, recipe=recipe, disable_ue8m0_cast=True)
        return result

    return run
