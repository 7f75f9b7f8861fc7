"""The cases of the sets bf16, f16 and batched: matmuls without scales."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp.bench.errors import BenchError
from lowp.bench.products.kernels import FUNCTION
from lowp.bench.products.shapes import Shape, load_shapes, parse_shapes
from lowp_lab.bench.quantize.agreement import Agreement, compare_norms
from lowp_lab.bench.quantize.case import Case

# Heads (of one or several sequences), tokens and the size of a head.
_ATTENTION = [
    (heads, tokens, size) for heads in (32, 128) for tokens in (2048, 4096) for size in (64, 128)
]
# Rounding to bf16 is 0.2 % of an element at most; f32 sums add next to nothing.
_MOST_ERROR = 0.01


def compare_products(got: Sequence[Any], want: Sequence[Any]) -> Agreement:
    """|got - want| / |want| of what was rounded once; want is in f32."""
    figure = compare_norms(got, want).figure
    return Agreement(figure, figure <= _MOST_ERROR)


def in_f32(eager: Callable[..., tuple]) -> Callable[..., tuple]:
    """The same of inputs in f32. torch's product of 16 bits is no reference: it is
    rounded as ours is, and an error of the peer's own would be zero."""
    return lambda *inputs: eager(*(one.float() for one in inputs))


def rounded(function: Callable[..., tuple]) -> Callable[..., tuple]:
    """The same with results in bf16."""
    return lambda *inputs: tuple(one.bfloat16() for one in function(*inputs))


def _text(lhs: Sequence[int], rhs: Sequence[int], turned: bool, element: str = "bf16") -> str:
    """lhs . rhs, or lhs . rhs^T as front ends write it, added up in f32 and rounded."""
    function = Function(FUNCTION)
    x, y = (function.argument(tensor(*sizes, element=element)) for sizes in (lhs, rhs))
    factor = function.turn(y) if turned else y
    sums = tensor(*lhs[:-1], factor.type.sizes[-1], element="f32")
    function.give(function.matmul(x, factor, sums, dims=()).to(element))
    return str(function)


def _case(
    name: str,
    sizes: Sequence[int],
    inputs: tuple[tuple[int, ...], tuple[int, ...]],
    turned: bool,
    element: str = "bf16",
) -> Case:
    """turned: whether the second input is multiplied transposed."""

    def eager(x: Any, y: Any) -> tuple:
        return (x @ (y.mT if turned else y),)

    (*rows, k), columns = inputs[0], inputs[1][-2 if turned else -1]
    return Case(
        name,
        tuple(sizes),
        _text(*inputs, turned, element),
        inputs,
        eager,
        2.0 * math.prod(rows) * columns * k,
        compare_products,
        element=element,
        exact=in_f32(eager),
    )


def _linear(shape: Shape, element: str = "bf16") -> Case:
    m, n, k = shape
    name = "linear" if element == "bf16" else f"linear {element}"
    return _case(name, shape, ((m, k), (n, k)), True, element)


def _scores(*sizes: int) -> Case:
    """Queries by keys, of heads, tokens and the size of a head."""
    return _case("scores", sizes, (sizes, sizes), turned=True)


def _values(heads: int, tokens: int, size: int) -> Case:
    """Probabilities by values."""
    sizes = (heads, tokens, size)
    return _case("values", sizes, ((heads, tokens, tokens), sizes), turned=False)


def linear_cases(shapes: str | None = None, element: str = "bf16") -> list[Case]:
    """Returns the cases of `--set bf16` and `--set f16`. shapes: as in 4096x4096x7168, otherwise
    those of the set dense."""
    chosen = parse_shapes(shapes) if shapes else load_shapes(["dense"])
    return [_linear(shape, element) for shape in chosen]


def batched_cases(shapes: str | None = None) -> list[Case]:
    """Returns the cases of `--set batched`: both products of attention."""
    if shapes:
        raise BenchError("expected --set batched without --shapes")
    return [make(*sizes) for make in (_scores, _values) for sizes in _ATTENTION]
