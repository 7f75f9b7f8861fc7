"""The text of the programs of the operators: one function each, M dynamic.

Each matmul names its role and its recipe. Weights are of N x K; of experts, of G x N x K.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lowp._mlir.function import Function
from lowp._mlir.types import Type, tensor
from lowp._mlir.value import Value

# Columns of ones whose product sums up rows: kernels read 16 bytes at least.
_ONES = 8
# The loops that operands of a matmul follow.
_LOOPS = {"forward": ("mk", "nk"), "dgrad": ("mk", "kn"), "wgrad": ("km", "kn")}


def take(
    function: Function, name: str, type: Type, scaled: Mapping[str, Any] = {}, mark: str = ""
) -> Value:
    """An argument, dequantized where it comes in the type that `scaled` has for its name. mark: its
    attributes."""
    given = scaled.get(name)
    value = function.argument(given or type, f"{name}q" if given else name, mark)
    return function.dequantize(value, type) if given else value


def take_ends(function: Function, groups: Sequence[int]) -> Value | None:
    """The argument that says where groups end, if there are any."""
    return function.argument(tensor(*groups, element="i32"), "ends") if groups else None


def multiply(
    function: Function,
    role: str,
    operands: tuple[Value, Value],
    type: Type,
    recipe: str | None,
    ends: Value | None = None,
    into: Value | None = None,
    turned: bool = False,
    name: str = "",
) -> Value:
    """The product of a role: of x and w, g and w, or g and x. ends: of the groups of rows. into:
    what it is added to. turned: whether w of the forward matmul is of K x N."""
    attributes = {"lowp.recipe": recipe, "lowp.role": f'"{role}"', "lowp.name": name}
    if ends is None:
        dims = _LOOPS["dgrad" if turned else role]
        return function.matmul(*operands, type, dims, into, attributes)
    left, right = operands
    left = function.turn(left) if role == "wgrad" else left
    right = right if role == "forward" else function.turn(right)
    return function.product(left, right, type, ("ends", ends), into, attributes=attributes)


def ask(function: Function, x: Value, w: Value, preset: str) -> Value:
    """x . w^T of known sizes, for which a preset is asked."""
    type = tensor(x.type.sizes[0], w.type.sizes[0])
    recipe = {"lowp.recipe": f"#lowp.matmul_recipe<{preset}>"}
    return function.matmul(x, w, type, attributes=recipe)


def linear(
    sizes: tuple[int, ...],
    element: str,
    bias: bool,
    recipe: str | None,
    *,
    parameter: bool = False,
    turned: bool = False,
    clears: bool = True,
    scaled: Mapping[str, str] = {},
) -> str:
    """y = x . w^T + bias, by the matrix and the bias of each row's group. parameter: whether w is
    prepared. turned: whether w is of K x N. clears: whether rows after the last group are 0,
    otherwise they are undefined. scaled: the types of operands that come as data and scales."""
    *groups, n, k = sizes
    function = Function("grouped_linear" if groups else "linear")
    x = take(function, "x", tensor(None, k, element=element), scaled)
    weight = tensor(*groups, *((k, n) if turned else (n, k)), element=element)
    w = take(function, "w", weight, scaled, "lowp.parameter" * parameter)
    ends = take_ends(function, groups)
    b = function.argument(tensor(*groups, n, element=element), "b") if bias else None
    function.rows = function.size(x)
    sums = tensor(None, n, element="f32" if bias else element)
    result = multiply(function, "forward", (x, w), sums, recipe, ends, turned=turned)
    return finish(function, result, element, b, ends, clears)


def finish(
    function: Function,
    sums: Value,
    element: str,
    bias: Value | None,
    ends: Value | None,
    clears: bool = True,
) -> str:
    """The function whose result is `sums` and the bias, each group's own, added in f32 and
    rounded once. clears: whether rows after the last group are 0."""
    y = sums
    if bias and ends:
        assert function.rows, "rows of groups are as many as those of x"
        type = sums.type.of(element)
        bias = function.add(
            f"lowp.repeat_rows {bias.name} ends({ends.name} : {ends.type}) "
            f"rows({function.rows.name}) : {bias.type} -> {type}",
            type,
        )
    if bias:
        y = function.elementwise([sums, bias], lambda total, added: total + added, element)
    function.give(clear_behind(function, y, ends) if ends and clears else y)
    return str(function)


def clear_behind(function: Function, value: Value, ends: Value) -> Value:
    """The value where a row is in a group, 0 otherwise."""
    last = function.constant(ends.type.sizes[0] - 1, "index")
    zero = function.constant(0.0, value.element)

    def keep(each: Value, _old: Value) -> Value:
        row, end = function.index(0), function.extract(ends, last).to("index")
        return function.select(function.compare("slt", row, end), each, zero)

    return function.generic("ij", [value], function.empty(value.type), keep)


def linear_backward(
    sizes: tuple[int, ...],
    element: str,
    needed: tuple[bool, bool, bool],
    recipes: Mapping[str, str | None],
    *,
    seeded: bool = False,
    parameter: bool = False,
    into: str | None = None,
    scaled: Mapping[str, str] = {},
) -> str:
    """What is needed of dx = g . w, dw = g^T . x and db, the sums of g's columns; dx is 0 after the
    last group. recipes: by role. seeded: whether a seed is an argument. parameter: whether w is
    prepared. into: the type of the last argument, which dw is added to in place, if it is.
    scaled: the types of operands that come as data and scales."""
    *groups, n, k = sizes
    function = Function("grouped_linear_backward" if groups else "linear_backward")
    g_type, x_type = (tensor(None, size, element=element) for size in (n, k))
    w_type = tensor(*sizes, element=element)
    g = take(function, "g", g_type, scaled)
    x = take(function, "x", x_type, scaled) if needed[1] else None
    w = take(function, "w", w_type, scaled, "lowp.parameter" * parameter) if needed[0] else None
    ends = take_ends(function, groups)
    if seeded:
        function.argument("i64", "seed", "lowp.seed")
    # dw is the result after dx.
    place = f"lowp.aliasing_output = {int(needed[0])} : i64"
    old = function.argument(w_type.of(into), "into", place) if into else None
    function.rows = function.size(g)
    if w:
        dx = multiply(function, "dgrad", (g, w), x_type, recipes.get("dgrad"), ends)
        function.give(clear_behind(function, dx, ends) if ends else dx)
    if x:
        dw = w_type.of(into or element)
        function.give(multiply(function, "wgrad", (g, x), dw, recipes.get("wgrad"), ends, old))
    if needed[2]:
        function.give(_group_sums(function, g, ends) if ends else _column_sums(function, g))
    return str(function)


def _column_sums(function: Function, g: Value) -> Value:
    zeros = function.fill(tensor(g.type.sizes[1], element="f32"))
    sums = function.generic("ij", [g], zeros, lambda each, total: total + each.to("f32"))
    return sums.to(g.element)


def _group_sums(function: Function, g: Value, ends: Value) -> Value:
    """The sums of g's rows, by group, as the product with ones."""
    groups, n = ends.type.sizes[0], g.type.sizes[1]
    db = tensor(groups, n, element=g.element)
    if n == 0:
        # MLIR takes no slice of nothing.
        return function.empty(db)
    ones = function.fill(tensor(None, _ONES, element=g.element), 1.0)
    type = tensor(groups, n, _ONES, element=g.element)
    sums = multiply(function, "wgrad", (g, ones), type, None, ends)
    slice = f"[0, 0, 0] [{groups}, {n}, 1] [1, 1, 1]"
    return function.add(f"tensor.extract_slice {sums.name}{slice} : {type} to {db}", db)


def order_rows(groups: int, element: str) -> str:
    """Rows in the order of their groups, their places in it, and where groups end."""
    function = Function("order_rows")
    ids = function.argument(tensor(None, element=element), "ids")
    function.give(*ordered(function, ids, groups))
    return str(function)


def ordered(function: Function, ids: Value, groups: int) -> list[Value]:
    """The results of order_rows of the group of each row."""
    rows = ids.type.of("i32")
    types = [rows, rows, tensor(groups, element="i32")]
    listed = ", ".join(map(str, types))
    return function.add_several(f"lowp.order_rows {ids.name} : {ids.type} -> {listed}", types)
