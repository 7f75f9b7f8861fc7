"""The text of linear layers whose weights are given as data and scales: one function each,
M dynamic. A weight's values are its data times its scales, times its global scale."""

from __future__ import annotations

from typing import NamedTuple

from lowp._linear.texts import clear_behind, finish, multiply, take, take_ends
from lowp._mlir.function import Function
from lowp._mlir.types import scaled, tensor
from lowp._mlir.value import Value


class Scaled(NamedTuple):
    """How an operand is kept. element: of its data. kind: of the scales, "rowwise" or
    "block". block: rows and columns of a scale; 0: all of them. numerics: how lowp
    quantizes to it; of inputs alone."""

    element: str
    kind: str
    block: tuple[int, int]
    numerics: str = ""

    @property
    def is_packed(self) -> bool:
        """Whether a byte holds two elements."""
        return self.element == "f4E2M1FN"

    def type(self, *sizes: int | None) -> str:
        return str(scaled(sizes, self.element, self.family, "packing = dense" * self.is_packed))

    @property
    def family(self) -> str:
        """The scales as the dialect names them."""
        rows, columns = self.block
        return f"{self.kind}<{rows}x{columns}>" if columns else self.kind

    @property
    def scales(self) -> str:
        """The type of a scale."""
        return {"mx": "f8E8M0FNU", "nvfp4": "f8E4M3FN"}.get(self.kind, "f32")

    @property
    def has_global(self) -> bool:
        return self.kind == "nvfp4"

    def data_shape(self, *sizes: int) -> tuple[int, ...]:
        *others, k = sizes
        return (*others, -(-k // 2)) if self.is_packed else sizes

    def scales_shape(self, *sizes: int) -> tuple[int, ...]:
        """Returns the shape of the scales of a matrix, or of a batch."""
        *batch, n, k = sizes
        rows, columns = self.block
        return *batch, 1 if rows == 0 else -(-n // rows), 1 if columns == 0 else -(-k // columns)


def _make_weight(function: Function, sizes: tuple[int, ...], weight: Scaled) -> Value:
    """A weight of N x K, or of one for each group, of its parts, which become arguments."""
    element = "i8" if weight.is_packed else weight.element
    types = {
        "data": tensor(*weight.data_shape(*sizes), element=element),
        "scales": tensor(*weight.scales_shape(*sizes), element=weight.scales),
    }
    if weight.has_global:
        types["global"] = tensor(*((sizes[0], 1) if len(sizes) == 3 else (1,)), element="f32")
    return function.make_scaled(
        [function.argument(type, name) for name, type in types.items()], weight.type(*sizes)
    )


def _quantize(function: Function, x: Value, input: Scaled, k: int, is_static: bool) -> Value:
    """A static scale is an argument, and its reciprocal another."""
    one = tensor(1, 1, element="f32")
    scales = [function.argument(one, name) for name in ("encode", "scale") if is_static]
    return function.quantize(x, input.type(None, k), input.numerics, *scales)


def linear(
    sizes: tuple[int, ...],
    element: str,
    weight: Scaled,
    input: Scaled | None,
    *,
    is_static: bool = False,
    bias: bool = False,
) -> str:
    """y = x . w^T + bias; with G x N x K by the matrix of each row's group, 0 after the
    last. input: what x is quantized to; None: the weight is widened to the type of x."""
    *groups, n, k = sizes
    function = Function("linear")
    x = take(function, "x", tensor(None, k, element=element))
    function.rows = function.size(x)
    w = _make_weight(function, sizes, weight)
    ends = take_ends(function, groups)
    sums = tensor(None, n, element="f32" if bias else element)
    q = _quantize(function, x, input, k, is_static) if input else x
    b = function.argument(tensor(*groups, n, element=element), "b") if bias else None
    if input:
        result = function.product(q, w, sums, ("ends", ends) if ends else None)
    else:
        wide = function.dequantize(w, tensor(*sizes, element=element))
        result = multiply(function, "forward", (x, wide), sums, None, ends)
    return finish(function, result, element, b, ends)


def input_gradient(sizes: tuple[int, ...], element: str, weight: Scaled) -> str:
    """dx = g . w, with the weight widened to the type of g; 0 after the last group."""
    *groups, n, k = sizes
    function = Function("input_gradient")
    g = take(function, "g", tensor(None, n, element=element))
    function.rows = function.size(g)
    w = _make_weight(function, sizes, weight)
    ends = take_ends(function, groups)
    wide = function.dequantize(w, tensor(*sizes, element=element))
    dx = multiply(function, "dgrad", (g, wide), tensor(None, k, element=element), None, ends)
    function.give(clear_behind(function, dx, ends) if ends else dx)
    return str(function)


def quantize(rows: int | None, k: int, element: str, operand: Scaled) -> str:
    """x as data and scales."""
    function = Function("quantize")
    x = take(function, "x", tensor(rows, k, element=element))
    function.give(function.quantize(x, operand.type(rows, k), operand.numerics))
    return str(function)


def scaled_matmul(n: int, k: int, operands: tuple[Scaled, Scaled], element: str) -> str:
    """a . b^T of scaled values."""
    function = Function("scaled_matmul")
    a = function.argument(operands[0].type(None, k), "a")
    b = function.argument(operands[1].type(n, k), "b")
    function.give(function.product(a, b, tensor(None, n, element=element)))
    return str(function)
