"""The MLIR module of one problem: `gemm(lhs, rhs[, accumulator]) -> result`."""

from __future__ import annotations

from collections.abc import Sequence

from lowp._mlir.function import Function
from lowp._mlir.types import Type, scaled, tensor
from lowp._mlir.value import Value
from lowp.bench.products.kinds import lies_along_rows
from lowp.bench.products.problem import OPERAND_TYPES, START, Problem, Sizes


def operand_type(
    sizes: Sequence[int | None],
    granularity: str,
    element: str = "f8E4M3FN",
    order: str = "k",
    sums: int = 0,
    start: int = START,
) -> Type:
    """That of an operand as kernels read it, where K is contiguous. sums: groups of K, each of
    which begins at a multiple of `start`."""
    is_along_rows = lies_along_rows(granularity) or (sums and granularity == "rowwise")
    return scaled(
        sizes,
        element,
        granularity,
        "order = [1, 0]" * (order != "k"),
        "scales = #lowp.mn_major" * bool(is_along_rows),
        f"groups = <{sums}, axis = 1, start = {start}>" * bool(sums),
    )


def module_name(problem: Problem, sizes: Sizes) -> str:
    """What tells one module from another, fit for the name of a file."""
    flags = ("-fast" if problem.is_fast else "") + ("-accumulate" if problem.accumulate else "")
    if not problem.is_k_major:
        flags += f"-{problem.lhs_order}{problem.rhs_order}"
    flags += f"-{problem.groups}-groups" if problem.groups else ""
    flags += "-of-k" if problem.sums else ""
    types = f"{problem.lhs}-{problem.rhs}-{problem.result}"
    return f"{problem.kind.name}-{types}{flags}-{sizes}"


def _operands(function: Function, problem: Problem, sizes: Sizes) -> list[tuple[Value, Type]]:
    """Both, and the types that kernels read."""
    batch = (problem.groups,) if problem.groups and not problem.sums else ()
    lhs = ((sizes.m, sizes.k), problem.kind.lhs, OPERAND_TYPES[problem.lhs])
    rhs = ((*batch, sizes.n, sizes.k), problem.kind.rhs, OPERAND_TYPES[problem.rhs])
    sums = problem.groups if problem.sums else 0
    return [
        (
            function.argument(operand_type(*operand, order, sums), name),
            operand_type(*operand, "k", sums),
        )
        for name, operand, order in (("a", lhs, problem.lhs_order), ("b", rhs, problem.rhs_order))
    ]


def _function(problem: Problem, sizes: Sizes, name: str, config: str = "") -> str:
    function = Function(name)
    operands = _operands(function, problem, sizes)
    batch = (problem.groups,) if problem.sums else ()
    result = tensor(*batch, sizes.m, sizes.n, element=problem.result)
    into = function.argument(result, "c") if problem.accumulate else None
    ends = tensor(problem.groups, element="i32")
    groups = ("ends", function.argument(ends, "g")) if problem.groups else None
    lhs, rhs = (
        value
        if value.type == read
        else function.add(f"lowp.relayout {value.name} : {value.type} -> {read}", read)
        for value, read in operands
    )
    attributes = {"lowp_gpu.config": config}
    function.give(function.product(lhs, rhs, result, groups, into, problem.is_fast, attributes))
    return str(function)


def module_text(problem: Problem, sizes: Sizes, name: str = "gemm") -> str:
    """The module with one function of this name. Operands are pairs of elements and scales, in this order. What is
    not contiguous along K is copied first: that is part of the call."""
    return _function(problem, sizes, name)


def text_with_configs(problem: Problem, sizes: Sizes, configs: dict[str, str]) -> str:
    """A module with one such function per config, by name. configs: as the dialect
    prints them."""
    return "".join(_function(problem, sizes, name, config) for name, config in configs.items())
