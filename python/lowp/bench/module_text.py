"""The MLIR module of one problem: `gemm(lhs, rhs[, accumulator]) -> result`."""

from __future__ import annotations

from lowp.bench.kinds import lies_along_rows
from lowp.bench.problem import OPERAND_TYPES, Problem, Sizes


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)


def _scaled(rows: int | None, k: int | None, type: str, granularity: str) -> str:
    order = ", scales = #lowp.mn_major" if lies_along_rows(granularity) else ""
    element = OPERAND_TYPES[type]
    return (
        f"!lowp.scaled<{_size(rows)}x{_size(k)}x{element}, #lowp.{granularity}{order}>"
    )


def module_name(problem: Problem, sizes: Sizes) -> str:
    """What tells one module from another, fit for the name of a file."""
    flags = ("-fast" if problem.is_fast else "") + (
        "-accumulate" if problem.accumulate else ""
    )
    types = f"{problem.lhs}-{problem.rhs}-{problem.result}"
    return f"{problem.kind.name}-{types}{flags}-{sizes}"


def _aliases(problem: Problem, sizes: Sizes) -> str:
    lhs = _scaled(sizes.m, sizes.k, problem.lhs, problem.kind.lhs)
    rhs = _scaled(sizes.n, sizes.k, problem.rhs, problem.kind.rhs)
    return f"!lhs = {lhs}\n!rhs = {rhs}\n"


def _function(problem: Problem, sizes: Sizes, name: str, attributes: str = "") -> str:
    result = f"tensor<{_size(sizes.m)}x{_size(sizes.n)}x{problem.result}>"
    argument = f", %c: {result}" if problem.accumulate else ""
    accumulate = " accumulate %c" if problem.accumulate else ""
    fast = " fast_accumulation" if problem.is_fast else ""
    accumulated = f", {result}" if problem.accumulate else ""
    return f"""\
func.func @{name}(%a: !lhs, %b: !rhs{argument}) -> {result} {{
  %r = lowp.scaled_matmul %a, %b{accumulate}{fast}{attributes}
    : !lhs, !rhs{accumulated} -> {result}
  return %r : {result}
}}
"""


def module_text(problem: Problem, sizes: Sizes) -> str:
    """The module. Operands are pairs of elements and scales, in this order."""
    return _aliases(problem, sizes) + _function(problem, sizes, "gemm")


def text_with_configs(problem: Problem, sizes: Sizes, configs: dict[str, str]) -> str:
    """A module with one such function per config, by name. configs: as the dialect
    prints them."""
    functions = [
        _function(problem, sizes, name, f" {{lowp_gpu.config = {config}}}")
        for name, config in configs.items()
    ]
    return _aliases(problem, sizes) + "".join(functions)
