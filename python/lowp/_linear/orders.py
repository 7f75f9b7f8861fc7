"""The text of a program that is there for its function that prepares: by one read of a
weight that writes what the forward matmul and dgrad read of it."""

from __future__ import annotations

from collections.abc import Mapping

from lowp._linear.texts import multiply, take, take_ends
from lowp._mlir.function import Function
from lowp._mlir.types import tensor

# Rows of the matmuls, which nobody calls. One size has one kernel each.
_ROWS = 4096


def both_orders(sizes: tuple[int, ...], element: str, recipes: Mapping[str, str]) -> str:
    """sizes: of the weight, N x K or, in groups, G x N x K. recipes: by role, those of forward
    and dgrad: one of them may be missing."""
    *groups, n, k = sizes
    function = Function("orders")
    x_type, g_type = (tensor(_ROWS, size, element=element) for size in (k, n))
    x, g = take(function, "x", x_type), take(function, "g", g_type)
    w = take(function, "w", tensor(*sizes, element=element), mark="lowp.parameter")
    ends = take_ends(function, groups)
    for role, rows, type in (("forward", x, g_type), ("dgrad", g, x_type)):
        if recipe := recipes.get(role):
            function.give(multiply(function, role, (rows, w), type, recipe, ends))
    return str(function)
