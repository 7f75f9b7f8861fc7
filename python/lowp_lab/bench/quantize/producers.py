"""What is computed before a quantize, or instead of one: as text and in torch.

A producer has two functions: `write` adds its arguments and operations to a function
and returns the values that are quantized or given; `eager` computes them from
torch tensors, and is what `torch.compile` gets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, truediv
from typing import Any, NamedTuple

from lowp._mlir.activations import swiglu
from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._mlir.value import Value
from lowp_lab.bench.quantize import arithmetic

EPS = 1e-5
# 1 / sqrt(128): of scores of heads of 128.
SCORE_SCALE = 0.08838835


class Producer(NamedTuple):
    """quantized: how many of the values are for the quantizes; the others are
    results themselves."""

    write: Callable[[Function, Sequence[int]], list[Value]]
    eager: Callable[..., tuple]
    quantized: int = 1


def _matrices(function: Function, sizes: Sequence[int], count: int) -> list[Value]:
    return [function.argument(tensor(*sizes)) for _ in range(count)]


def _row(function: Function, sizes: Sequence[int]) -> Value:
    """An argument with an element of each column."""
    return function.argument(tensor(sizes[-1]))


def _write_nothing(function: Function, sizes: Sequence[int]) -> list[Value]:
    return _matrices(function, sizes, 1)


def _write_swiglu(function: Function, sizes: Sequence[int]) -> list[Value]:
    return [function.elementwise(_matrices(function, sizes, 2), swiglu)]


def _swiglu(gate: Any, up: Any) -> tuple:
    from torch.nn import functional

    return ((functional.silu(gate.float()) * up.float()).bfloat16(),)


def _write_d_swiglu(function: Function, sizes: Sequence[int]) -> list[Value]:
    gate, up, gradient = _matrices(function, sizes, 3)
    return [
        function.elementwise([gate, gradient, up], arithmetic.d_gate),
        function.elementwise([gate, gradient], arithmetic.d_up),
    ]


def _d_swiglu(gate: Any, up: Any, gradient: Any) -> tuple:
    import torch

    g, u, d = gate.float(), up.float(), gradient.float()
    sigmoid = torch.sigmoid(g)
    slope = sigmoid * (1 + g * (1 - sigmoid))
    return (d * u * slope).bfloat16(), (d * (g * sigmoid)).bfloat16()


def _write_normalised(function: Function, value: Value, weights: Value) -> Value:
    def square(x: Value, total: Value) -> Value:
        wide = x.to("f32")
        return wide * wide + total

    def normalise(x: Value, squares: Value, weight: Value) -> Value:
        return x * (squares / float(value.type.sizes[-1]) + EPS).math("rsqrt") * weight

    squares = function.reduce(value, 0.0, square)
    return function.elementwise([value, squares, weights], normalise)


def _normalised(x: Any, weights: Any) -> Any:
    import torch

    wide = x.float()
    mean = (wide * wide).mean(-1, keepdim=True)
    return (wide * torch.rsqrt(mean + EPS) * weights.float()).bfloat16()


def _write_rms_norm(function: Function, sizes: Sequence[int]) -> list[Value]:
    (x,), weights = _matrices(function, sizes, 1), _row(function, sizes)
    return [_write_normalised(function, x, weights)]


def _rms_norm(x: Any, weights: Any) -> tuple:
    return (_normalised(x, weights),)


def _write_scaled_rows(function: Function, sizes: Sequence[int]) -> list[Value]:
    (x,), factors = _matrices(function, sizes, 1), function.argument(tensor(sizes[0])).along("i")
    weights = _row(function, sizes)
    return [function.elementwise([x, factors, weights], lambda x, y, z: x * y * z)]


def _scaled_rows(x: Any, factors: Any, weights: Any) -> tuple:
    return ((x.float() * factors.float()[:, None] * weights.float()).bfloat16(),)


def _write_residual(function: Function, sizes: Sequence[int]) -> list[Value]:
    operands, weights = _matrices(function, sizes, 2), _row(function, sizes)
    total = function.elementwise(operands, add)
    return [_write_normalised(function, total, weights), total]


def _residual(x: Any, residual: Any, weights: Any) -> tuple:
    total = (x.float() + residual.float()).bfloat16()
    return _normalised(total, weights), total


def _write_softmax(function: Function, sizes: Sequence[int]) -> list[Value]:
    scores, mask = (function.argument(tensor(*each)) for each in (sizes, sizes[-2:]))
    masked = function.elementwise([scores, mask], lambda x, y: x * SCORE_SCALE + y, "f32")
    largest = function.reduce(masked, "0xFF800000", lambda x, y: x.apply("arith.maximumf", y))
    powers = function.elementwise([masked, largest], lambda x, y: (x - y).math("exp"), "f32")
    return [function.elementwise([powers, function.reduce(powers, 0.0, add)], truediv)]


def _softmax(scores: Any, mask: Any) -> tuple:
    import torch

    masked = scores.float() * SCORE_SCALE + mask.float()
    return (torch.softmax(masked, -1).bfloat16(),)


def _write_bias_gelu(function: Function, sizes: Sequence[int]) -> list[Value]:
    operands = [*_matrices(function, sizes, 1), _row(function, sizes)]
    return [function.elementwise(operands, arithmetic.bias_gelu)]


def _bias_gelu(x: Any, bias: Any) -> tuple:
    from torch.nn import functional

    total = x.float() + bias.float()
    return (functional.gelu(total, approximate="tanh").bfloat16(),)


NOTHING = Producer(_write_nothing, lambda x: (x,))
SWIGLU = Producer(_write_swiglu, _swiglu)
D_SWIGLU = Producer(_write_d_swiglu, _d_swiglu, quantized=2)
RMS_NORM = Producer(_write_rms_norm, _rms_norm)
# The norm where another kernel has computed the factor of each row.
SCALED_ROWS = Producer(_write_scaled_rows, _scaled_rows)
RESIDUAL_RMS_NORM = Producer(_write_residual, _residual)
SOFTMAX = Producer(_write_softmax, _softmax, quantized=0)
BIAS_GELU = Producer(_write_bias_gelu, _bias_gelu, quantized=0)
