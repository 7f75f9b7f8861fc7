"""The MLIR module of one problem: `gemm(lhs, rhs[, accumulator]) -> result`."""

from __future__ import annotations

from lowp.bench.products.kinds import lies_along_rows
from lowp.bench.products.problem import OPERAND_TYPES, START, Problem, Sizes


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)


def _scaled(
    rows: int | None,
    k: int | None,
    type: str,
    granularity: str,
    order: str = "k",
    groups: int = 0,
    sums: int = 0,
) -> str:
    """groups: of rows, each with a matrix. sums: groups of K."""
    batch = f"{groups}x" if groups else ""
    parts = [f"{batch}{_size(rows)}x{_size(k)}x{OPERAND_TYPES[type]}", f"#lowp.{granularity}"]
    if order != "k":
        parts.append("order = [1, 0]")
    if lies_along_rows(granularity) or (sums and granularity == "rowwise"):
        parts.append("scales = #lowp.mn_major")
    if sums:
        parts.append(f"groups = <{sums}, axis = 1, start = {START}>")
    return f"!lowp.scaled<{', '.join(parts)}>"


def module_name(problem: Problem, sizes: Sizes) -> str:
    """What tells one module from another, fit for the name of a file."""
    flags = ("-fast" if problem.is_fast else "") + ("-accumulate" if problem.accumulate else "")
    if not problem.is_k_major:
        flags += f"-{problem.lhs_order}{problem.rhs_order}"
    flags += f"-{problem.groups}-groups" if problem.groups else ""
    flags += "-of-k" if problem.sums else ""
    types = f"{problem.lhs}-{problem.rhs}-{problem.result}"
    return f"{problem.kind.name}-{types}{flags}-{sizes}"


def _types(problem: Problem, sizes: Sizes, lhs_order: str, rhs_order: str) -> tuple[str, str]:
    """The types of operands whose elements have these orders."""
    groups, sums = (0, problem.groups) if problem.sums else (problem.groups, 0)
    return (
        _scaled(sizes.m, sizes.k, problem.lhs, problem.kind.lhs, lhs_order, sums=sums),
        _scaled(sizes.n, sizes.k, problem.rhs, problem.kind.rhs, rhs_order, groups, sums),
    )


def _aliases(problem: Problem, sizes: Sizes) -> str:
    lhs, rhs = _types(problem, sizes, "k", "k")
    return f"!lhs = {lhs}\n!rhs = {rhs}\n"


def _copies(problem: Problem, given: tuple[str, str]) -> tuple[str, str, str]:
    """What puts operands in the order that kernels read, and what they are called
    then."""
    text, lhs, rhs = "", "%a", "%b"
    if problem.lhs_order != "k":
        text += f"  %lhs = lowp.relayout %a : {given[0]} -> !lhs\n"
        lhs = "%lhs"
    if problem.rhs_order != "k":
        text += f"  %rhs = lowp.relayout %b : {given[1]} -> !rhs\n"
        rhs = "%rhs"
    return text, lhs, rhs


def _function(problem: Problem, sizes: Sizes, name: str, attributes: str = "") -> str:
    given = _types(problem, sizes, problem.lhs_order, problem.rhs_order)
    copies, lhs, rhs = _copies(problem, given)
    batch = f"{problem.groups}x" if problem.sums else ""
    result = f"tensor<{batch}{_size(sizes.m)}x{_size(sizes.n)}x{problem.result}>"
    argument = f", %c: {result}" if problem.accumulate else ""
    accumulate = " accumulate %c" if problem.accumulate else ""
    operation = "scaled_matmul"
    if problem.groups:
        ends = f"tensor<{problem.groups}xi32>"
        argument, operation = f", %g: {ends}", "grouped_scaled_matmul"
        accumulate = f" ends(%g : {ends})"
    fast = " fast_accumulation" if problem.is_fast else ""
    accumulated = f", {result}" if problem.accumulate else ""
    return f"""\
func.func @{name}(%a: {given[0]}, %b: {given[1]}{argument}) -> {result} {{
{copies}  %r = lowp.{operation} {lhs}, {rhs}{accumulate}{fast}{attributes}
    : !lhs, !rhs{accumulated} -> {result}
  return %r : {result}
}}
"""


def module_text(problem: Problem, sizes: Sizes, name: str = "gemm") -> str:
    """The module with one function of this name. Operands are pairs of elements and scales, in this order. What is
    not contiguous along K is copied first: that is part of the call."""
    return _aliases(problem, sizes) + _function(problem, sizes, name)


def text_with_configs(problem: Problem, sizes: Sizes, configs: dict[str, str]) -> str:
    """A module with one such function per config, by name. configs: as the dialect
    prints them."""
    functions = [
        _function(problem, sizes, name, f" {{lowp_gpu.config = {config}}}")
        for name, config in configs.items()
    ]
    return _aliases(problem, sizes) + "".join(functions)
