"""The cases of `--set epilogue`: matmuls and what is done with their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, mul
from typing import Any, NamedTuple

from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._mlir.value import Value
from lowp.bench.errors import expect_known
from lowp.bench.products.kernels import FUNCTION
from lowp.bench.products.kinds import KINDS, scale_shape
from lowp.bench.products.module_text import operand_type
from lowp.bench.products.shapes import Shape, parse_shapes
from lowp_lab.bench.quantize import arithmetic
from lowp_lab.bench.quantize.case import E4M3_DEVIATION, Case, Drawn
from lowp_lab.bench.quantize.products import compare_products, in_f32, rounded

BF16 = "bf16"
# Products without scales, then those with scales that the peer has with a bias, too.
EPILOGUE_KINDS = (BF16, "rowwise", "tensorwise")
PLAIN = "plain"
# M, N and K.
_SHAPES = (
    Shape(4096, 4096, 2048),
    Shape(4096, 4096, 4096),
    Shape(8192, 4096, 7168),
    Shape(2048, 14336, 4096),
)


class Operation(NamedTuple):
    """One step after the product. dims: of its other operand, "" without one. body: of
    elements. eager: of torch tensors; None for a bias, which torch's products take.
    keeps: whether what it reads is a result, too, as for a backward pass."""

    dims: str
    body: Callable[..., Value]
    eager: Callable[..., Any] | None
    keeps: bool = False

    def others(self, shape: Shape) -> list[tuple[int, ...]]:
        """The sizes of its other operand, if it has one."""
        sizes = {"": (), "j": shape[1:2], "ij": shape[:2]}[self.dims]
        return [sizes] if sizes else []


_BIAS = Operation("j", add, None)
_RESIDUAL = Operation("ij", add, lambda y, other: y + other)
_GATE = Operation("ij", mul, lambda y, other: y * other)
_RELU = Operation("", arithmetic.relu, lambda y: y.relu())
_RELU_BESIDE = _RELU._replace(keeps=True)

EPILOGUES: dict[str, tuple[Operation, ...]] = {
    PLAIN: (),
    "bias": (_BIAS,),
    "residual": (_RESIDUAL,),
    "bias + residual": (_BIAS, _RESIDUAL),
    "product": (_GATE,),
    "relu": (_RELU,),
    "bias + relu": (_BIAS, _RELU),
    # Two results: with the bias, and after the ReLU.
    "bias and relu": (_BIAS, _RELU_BESIDE),
}


def _apply(operations: Sequence[Operation], y: Any, others: Sequence[Any]) -> tuple:
    """All results of what follows a product that has its bias already. others: without
    that."""
    rest = iter(others)
    kept = []
    for operation in operations:
        if operation.keeps:
            kept.append(y)
        if operation.eager:
            y = operation.eager(y, *((next(rest),) if operation.dims else ()))
    return (*kept, y)


def _split_bias(
    operations: Sequence[Operation], others: Sequence[Any]
) -> tuple[Any, Sequence[Any]]:
    """The bias or None, and the other operands."""
    has_bias = _BIAS in operations
    return (others[0] if has_bias else None), others[has_bias:]


def _linear(operations: Sequence[Operation]) -> Callable[..., tuple]:
    """The function of torch for operands without scales, of any type."""
    from torch.nn import functional

    def function(x: Any, weights: Any, *others: Any) -> tuple:
        bias, rest = _split_bias(operations, others)
        return _apply(operations, functional.linear(x, weights, bias), rest)

    return function


def _dequantized(operations: Sequence[Operation]) -> Callable[..., tuple]:
    """The same of data and scales, in f32."""
    linear = _linear(operations)

    def function(x: Any, xs: Any, w: Any, ws: Any, *others: Any) -> tuple:
        wide = (one.float() for one in others)
        return linear(x.float() * xs, w.float() * ws, *wide)

    return function


def _scaled_mm(operations: Sequence[Operation], is_tensorwise: bool) -> Callable:
    """What torch.compile is given of data and scales."""
    import torch

    def function(x: Any, xs: Any, w: Any, ws: Any, *others: Any) -> tuple:
        bias, rest = _split_bias(operations, others)
        scales = (xs.view(()), ws.view(())) if is_tensorwise else (xs, ws.t())
        y = torch._scaled_mm(
            x,
            w.t(),
            scale_a=scales[0],
            scale_b=scales[1],
            bias=bias,
            out_dtype=torch.bfloat16,
            use_fast_accum=True,
        )
        return _apply(operations, y, rest)

    return function


def _write(shape: Shape, kind: str, operations: Sequence[Operation]) -> str:
    m, n, k = shape
    function, result = Function(FUNCTION), tensor(m, n)
    if kind == BF16:
        lhs, rhs = (function.argument(tensor(rows, k)) for rows in (m, n))
        y = function.matmul(lhs, rhs, result.of("f32")).to(BF16)
    else:
        types = (operand_type((rows, k), KINDS[kind].lhs) for rows in (m, n))
        lhs, rhs = map(function.argument, types)
        y = function.product(lhs, rhs, result, fast=True)
    for operation in operations:
        if operation.keeps:
            function.give(y)
        others = [function.argument(tensor(*sizes)) for sizes in operation.others(shape)]
        y = function.elementwise([y, *others], operation.body)
    function.give(y)
    return str(function)


def _list_inputs(
    shape: Shape, kind: str, operations: Sequence[Operation]
) -> tuple[list[tuple[int, ...]], list[Drawn]]:
    """Sizes and contents of what a call gets."""
    m, n, k = shape
    sizes: list[tuple[int, ...]] = []
    contents: list[Drawn] = []
    for rows in (m, n):
        sizes.append((rows, k))
        contents.append(Drawn(BF16) if kind == BF16 else Drawn("e4m3", E4M3_DEVIATION))
        if kind != BF16:
            sizes.append(scale_shape(KINDS[kind].lhs, rows, k))
            contents.append(Drawn("f32", 1 / E4M3_DEVIATION))
    for operation in operations:
        for other in operation.others(shape):
            sizes.append(other)
            # As large as the product: what is left out would be seen.
            contents.append(Drawn(BF16, k**0.5))
    return sizes, contents


def _name(epilogue: str, kind: str) -> str:
    return epilogue if kind == BF16 else f"{epilogue} {kind}"


def make_epilogue(name: str, shape: Shape, kind: str = BF16) -> Case:
    """The case of one of EPILOGUES."""
    operations = EPILOGUES[name]
    inputs, contents = _list_inputs(shape, kind, operations)
    linear, dequantized = _linear(operations), _dequantized(operations)
    is_wide = kind == BF16
    return Case(
        _name(name, kind),
        tuple(shape),
        _write(shape, kind, operations),
        tuple(inputs),
        linear if is_wide else rounded(dequantized),
        2.0 * shape.m * shape.n * shape.k,
        compare_products,
        None if is_wide else _scaled_mm(operations, kind == "tensorwise"),
        exact=in_f32(linear) if is_wide else dequantized,
        contents=tuple(contents),
        baseline="" if name == PLAIN else _name(PLAIN, kind),
    )


def epilogue_cases(shapes: str | None = None, kinds: Sequence[str] | None = None) -> list[Case]:
    """Returns the cases of `--set epilogue`, shape by shape. shapes: as in 4096x4096x7168.
    Raises BenchError."""
    expect_known("a kind of --set epilogue", kinds, EPILOGUE_KINDS)
    return [
        make_epilogue(name, shape, kind)
        for kind in kinds or (BF16,)
        for shape in (parse_shapes(shapes) if shapes else _SHAPES)
        for name in EPILOGUES
    ]
