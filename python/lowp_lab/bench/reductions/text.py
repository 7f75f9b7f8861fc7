"""Sums as front ends write them: in f32, rounded once."""

from __future__ import annotations

from typing import Any

from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp.bench.products.kernels import FUNCTION


def sum_text(case: Any) -> str:
    """A module with one function, of the matrix. case: lowp_lab.bench.reductions.case.SumCase."""
    sizes = (None, *case.sizes[1:]) if case.is_dynamic else case.sizes
    function = Function(FUNCTION)
    x = function.argument(tensor(*sizes, element=case.element))
    zeros = function.fill(tensor(*(sizes[dim] for dim in case.kept), element="f32"))
    zeros = zeros.along("".join(x.dims[dim] for dim in case.kept))
    sums = function.generic(x.dims, [x], zeros, lambda each, total: total + each.to("f32"))
    if case.element != "f32":
        sums = function.elementwise([sums], lambda total: total, case.element)
    function.give(sums)
    return str(function)
