"""The text of a program that is there for its function that prepares: by one read of a
weight that writes what the forward matmul and dgrad read of it."""

from __future__ import annotations

from collections.abc import Mapping

from lowp._linear.texts import Function, sized

# Rows of the matmuls, which nobody calls. One size has one kernel each.
_ROWS = 4096


def both_orders(sizes: tuple[int, ...], element: str, recipes: Mapping[str, str]) -> str:
    """sizes: of the weight, N x K or, in groups, G x N x K. recipes: by role, those of forward
    and dgrad: one of them may be missing."""
    *groups, n, k = sizes
    x, g = (sized(_ROWS, size, type=element) for size in (k, n))
    w = sized(*sizes, type=element)
    ends = [("ends", sized(each, type="i32")) for each in groups]
    arguments = [("x", x), ("g", g), ("w", w + " {lowp.parameter}"), *ends]
    function = Function("orders", arguments)
    if forward := recipes.get("forward"):
        function.results.append(("y", g))
        if groups:
            operands = ("x", x), ("w", w)
            function.grouped_matmul("y", operands, groups[0], g, forward, "forward")
        else:
            function.fill("y0", g, element, None)
            function.matmul("y", (("x", x), ("w", w)), "#mk, #nk, #mn", "forward", forward, g)
    if dgrad := recipes.get("dgrad"):
        function.results.append(("dx", x))
        if groups:
            turned = function.turn("w", sizes, element)
            operands = ("g", g), ("w_t", turned)
            function.grouped_matmul("dx", operands, groups[0], x, dgrad, "dgrad")
        else:
            function.fill("dx0", x, element, None)
            function.matmul("dx", (("g", g), ("w", w)), "#mk, #kn, #mn", "dgrad", dgrad, x)
    return str(function)
