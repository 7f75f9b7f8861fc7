"""The text of the backward pass of a layer of experts: one function, M dynamic."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from lowp._errors import CompileError
from lowp._explain import report_of
from lowp._linear.recipes import forward_matmul
from lowp._linear.texts import Function, add_rows, clear_behind, in_place, sized
from lowp.compiler import run_pipeline

# Columns of ones whose product sums up rows: kernels read 16 bytes at least.
_ONES = 8


class _Backward:
    """g, M x N, in groups that end at %ends. parameter: whether w is prepared. into: the
    type of what dw is added to. scaled: the types of operands that come as data and scales."""

    def __init__(
        self,
        sizes: tuple[int, ...],
        element: str,
        needed: tuple,
        parameter: bool = False,
        into: str | None = None,
        scaled: Mapping[str, str] = {},
    ) -> None:
        self.groups, self.n, self.k = sizes
        self.element = element
        self.g, self.x = (sized(None, size, type=element) for size in sizes[1:])
        self.w = sized(*sizes, type=element)
        self.ends = sized(self.groups, type="i32")
        arguments = [("g", self.g)]
        arguments += [("x", self.x)] if needed[1] else []
        mark = " {lowp.parameter}" if parameter else ""
        arguments += [("w", self.w + mark)] if needed[0] else []
        arguments += [("ends", self.ends)]
        self.into = sized(*sizes, type=into) if into else None
        arguments += [("into", in_place(self.into, int(needed[0])))] if self.into else []
        self.function = Function("grouped_linear_backward", arguments)
        self.function.widen(scaled)
        self.rows = add_rows(self.function, "g", self.g)
        if needed[1] or needed[2]:
            self._turn("g", self.n)

    def _turn(self, name: str, columns: int) -> None:
        """%name_t: features x tokens, as groups of K have them."""
        self.function.turn(name, (None, columns), self.element, self.rows)

    def add_input(self, recipe: str | None) -> None:
        """dx, rows of g by the transposed matrix of their group; 0 after the last."""
        transposed = self.function.turn("w", (self.groups, self.n, self.k), self.element)
        operands = ("g", self.g), ("w_t", transposed)
        self.function.grouped_matmul("p", operands, self.groups, self.x, recipe, "dgrad")
        clear_behind(self.function, self.groups, self.rows, "p", ("dx", self.x), self.element)
        self.function.results.append(("dx", self.x))

    def _sum_up(
        self,
        name: str,
        columns: str,
        count: int,
        recipe: str | None = None,
        into: str | None = None,
    ) -> str:
        """%name: g_t by %columns_t in groups of tokens, added to %into of that type if it is
        given. Returns its type."""
        left = sized(self.n, None, type=self.element)
        right = sized(count, None, type=self.element)
        result = into or sized(self.groups, self.n, count, type=self.element)
        self._turn(columns, count)
        operands = ("g_t", left), (f"{columns}_t", right)
        self.function.grouped_matmul(name, operands, self.groups, result, recipe, "wgrad", into)
        return result

    def add_weight(self, recipe: str | None) -> None:
        self.function.results.append(("dw", self._sum_up("dw", "x", self.k, recipe, self.into)))

    def add_bias(self) -> None:
        """db: the sums of g's rows, by group, as the product with ones."""
        ones = sized(None, _ONES, type=self.element)
        db = sized(self.groups, self.n, type=self.element)
        self.function.results.append(("db", db))
        if self.n == 0:
            # MLIR takes no slice of nothing.
            self.function.add(f"%db = tensor.empty() : {db}")
            return
        self.function.fill("ones", ones, self.element, self.rows, "1.0")
        sums = self._sum_up("sums", "ones", _ONES)
        self.function.add(
            f"%db = tensor.extract_slice %sums[0, 0, 0] [{self.groups}, {self.n}, 1] "
            f"[1, 1, 1] : {sums} to {db}"
        )


def grouped_linear_backward(
    sizes: tuple[int, ...],
    element: str,
    needed: tuple[bool, bool, bool],
    dgrad: str | None,
    wgrad: str | None = None,
    *,
    parameter: bool = False,
    into: str | None = None,
    scaled: Mapping[str, str] = {},
) -> str:
    """What is needed of dx, dw and db of experts' weights of `sizes`, G x N x K. dgrad,
    wgrad: the recipes of dx and dw; None keeps the type. parameter: whether w is
    prepared. into: the type of the last argument, which dw is added to in place, if it
    is. scaled: the types of operands that come as data and scales."""
    backward = _Backward(sizes, element, needed, parameter, into, scaled)
    if needed[0]:
        backward.add_input(dgrad)
    if needed[1]:
        backward.add_weight(wgrad)
    if needed[2]:
        backward.add_bias()
    return str(backward.function)


@functools.cache
def recipe_of_sums(
    sizes: tuple[int, ...], element: str, recipe: str | None, chip: str | None
) -> str | None:
    """`recipe`, of dw, where its groups take it and the cost model finds it faster than the
    type of g; None otherwise. chip: None where nothing is priced, and the recipe holds."""
    if recipe is None:
        return None
    needed = False, True, False
    try:
        run_pipeline(
            grouped_linear_backward(sizes, element, needed, None, recipe), "lowp-apply-recipes"
        )
    except CompileError:
        return None
    own = forward_matmul(recipe)
    if chip is None or own.name == own.attribute:
        return recipe
    # What the family says is compared with nothing else, whatever error it adds.
    options = {"chip": chip, "recipe": "auto", "recipe_candidates": own.name, "max_error": 1}
    text = grouped_linear_backward(sizes, element, needed, None)
    (matmul,) = report_of(text, "lowp-explain", "file", options)["matmuls"]
    return recipe if matmul["recipe"] else None
