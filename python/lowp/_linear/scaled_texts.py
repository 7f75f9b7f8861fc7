"""The text of linear layers whose weights are given as data and scales: one function each,
M dynamic. A weight's values are its data times its scales, times its global scale."""

from __future__ import annotations

from typing import NamedTuple

from lowp._linear.texts import Function, add_rows, clear_behind, finish, multiply, sized


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
        known = "x".join("?" if size is None else str(size) for size in sizes)
        packing = ", packing = dense" if self.is_packed else ""
        return f"!lowp.scaled<{known}x{self.element}, #lowp.{self.family}{packing}>"

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


class _Layer:
    """A function of x, M x K, and a weight of N x K, or of one for each group."""

    def __init__(self, name: str, sizes: tuple[int, ...], element: str, weight: Scaled) -> None:
        self.sizes, self.element, self.weight = sizes, element, weight
        self.n, self.k = sizes[-2:]
        self.groups = sizes[0] if len(sizes) == 3 else None
        self.function = Function(name, [])
        self.add = self.function.add

    def make_weight(self) -> str:
        """%w of its parts, which become arguments. Returns its type."""
        weight, sizes = self.weight, self.sizes
        data = sized(*weight.data_shape(*sizes), type="i8" if weight.is_packed else weight.element)
        scales = sized(*weight.scales_shape(*sizes), type=weight.scales)
        parts = [("data", data), ("scales", scales)]
        if weight.has_global:
            shape = (self.groups, 1) if self.groups else (1,)
            parts.append(("global", sized(*shape, type="f32")))
        result = weight.type(*sizes)
        names, types = (", ".join(each) for each in zip(*((f"%{n}", t) for n, t in parts)))
        self.function.arguments = [*self.function.arguments, *parts]
        self.add(f"%w = lowp.make_scaled {names} : {types} -> {result}")
        return result

    def widen_weight(self, made: str) -> str:
        """%v of %w, in the type of x. Returns its type."""
        wide = sized(*self.sizes, type=self.element)
        self.add(f"%v = lowp.dequantize %w : {made} -> {wide}")
        return wide

    def take(self, name: str, columns: int) -> str:
        """%name, M x columns, as the first argument. Returns the rows."""
        type = sized(None, columns, type=self.element)
        self.function.arguments = [(name, type), *self.function.arguments]
        return add_rows(self.function, name, type)

    def quantize(self, input: Scaled, is_static: bool) -> str:
        """%q of %x; a static scale is an argument, and its reciprocal another. Returns its
        type."""
        x, result = sized(None, self.k, type=self.element), input.type(None, self.k)
        given = ""
        if is_static:
            one = sized(1, 1, type="f32")
            self.function.arguments = [*self.function.arguments, ("encode", one), ("scale", one)]
            given = f" scales(%encode, %scale : {one}, {one})"
        self.add(f"%q = lowp.quantize %x {input.numerics}{given} : {x} -> {result}")
        return result


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
    layer = _Layer("linear", sizes, element, weight)
    rows = layer.take("x", layer.k)
    result = layer.make_weight()
    ends = ""
    if layer.groups:
        kind = sized(layer.groups, type="i32")
        layer.function.arguments = [*layer.function.arguments, ("ends", kind)]
        ends = f" ends(%ends : {kind})"
    sums = "f32" if bias else element
    if input is None:
        x = ("x", sized(None, layer.k, type=element))
        multiply(layer.function, sizes, (x, ("v", layer.widen_weight(result))), None, rows, sums)
    else:
        given = layer.quantize(input, is_static)
        verb = "grouped_scaled_matmul" if layer.groups else "scaled_matmul"
        kind = sized(None, layer.n, type=sums)
        layer.add(f"%s = lowp.{verb} %q, %w{ends} : {given}, {result} -> {kind}")
    if bias:
        layer.function.arguments.append(("b", sized(*sizes[:-1], type=element)))
    return finish(layer.function, sizes, element, rows, bias, clears=True)


def input_gradient(sizes: tuple[int, ...], element: str, weight: Scaled) -> str:
    """dx = g . w, with the weight widened to the type of g; 0 after the last group."""
    layer = _Layer("input_gradient", sizes, element, weight)
    rows = layer.take("g", layer.n)
    wide = layer.widen_weight(layer.make_weight())
    g, dx = (sized(None, size, type=element) for size in (layer.n, layer.k))
    if not layer.groups:
        layer.function.fill("dx0", dx, element, rows)
        layer.function.matmul("dx", (("g", g), ("v", wide)), "#mk, #kn, #mn", "dgrad", None, dx)
        layer.function.results = [("dx", dx)]
        return str(layer.function)
    ends = sized(layer.groups, type="i32")
    layer.function.arguments = [*layer.function.arguments, ("ends", ends)]
    transposed = layer.function.turn("v", (layer.groups, layer.n, layer.k), element)
    layer.function.grouped_matmul("s", (("g", g), ("v_t", transposed)), layer.groups, dx)
    clear_behind(layer.function, layer.groups, rows, "s", ("dx", dx), element)
    layer.function.results = [("dx", dx)]
    return str(layer.function)


def quantize(rows: int | None, k: int, element: str, operand: Scaled) -> str:
    """x as data and scales."""
    x, result = sized(rows, k, type=element), operand.type(rows, k)
    function = Function("quantize", [("x", x)])
    function.add(f"%q = lowp.quantize %x {operand.numerics} : {x} -> {result}")
    function.results = [("q", result)]
    return str(function)


def scaled_matmul(n: int, k: int, operands: tuple[Scaled, Scaled], element: str) -> str:
    """a . b^T of scaled values."""
    lhs, rhs, y = operands[0].type(None, k), operands[1].type(n, k), sized(None, n, type=element)
    function = Function("scaled_matmul", [("a", lhs), ("b", rhs)])
    function.add(f"%y = lowp.scaled_matmul %a, %b : {lhs}, {rhs} -> {y}")
    function.results = [("y", y)]
    return str(function)
