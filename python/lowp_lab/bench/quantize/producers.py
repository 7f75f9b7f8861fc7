"""What is computed before a quantize, or instead of one: as text and in torch.

A producer has two functions: `write` adds operations to a function and returns the values
that are quantized or given; `eager` computes them from torch tensors, and is what
`torch.compile` gets.
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
    """arguments: a letter for each: "m" of all sizes, "p" of the last two, "r" with an element of
    each column, "c" of each row. write: adds operations to a function, of these. quantized: how
    many of the values are for the quantizes; the others are results themselves."""

    arguments: str
    write: Callable[..., list[Value]]
    eager: Callable[..., tuple]
    quantized: int = 1

    def values(self, function: Function, sizes: Sequence[int]) -> list[Value]:
        """What is quantized or given, of a function that gets its arguments and operations."""
        parts = {"m": sizes, "p": sizes[-2:], "r": sizes[-1:], "c": sizes[:1]}
        given = []
        for letter in self.arguments:
            value = function.argument(tensor(*parts[letter]))
            given.append(value.along("i") if letter == "c" else value)
        return self.write(function, *given)


def _swiglu(gate: Any, up: Any) -> tuple:
    from torch.nn import functional

    return ((functional.silu(gate.float()) * up.float()).bfloat16(),)


def _write_d_swiglu(function: Function, gate: Value, up: Value, gradient: Value) -> list[Value]:
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


def _scaled_rows(x: Any, factors: Any, weights: Any) -> tuple:
    return ((x.float() * factors.float()[:, None] * weights.float()).bfloat16(),)


def _write_residual(function: Function, x: Value, residual: Value, weights: Value) -> list[Value]:
    total = function.elementwise([x, residual], add)
    return [_write_normalised(function, total, weights), total]


def _residual(x: Any, residual: Any, weights: Any) -> tuple:
    total = (x.float() + residual.float()).bfloat16()
    return _normalised(total, weights), total


def _write_softmax(function: Function, scores: Value, mask: Value) -> list[Value]:
    masked = function.elementwise([scores, mask], lambda x, y: x * SCORE_SCALE + y, "f32")
    largest = function.reduce(masked, "0xFF800000", lambda x, y: x.apply("arith.maximumf", y))
    powers = function.elementwise([masked, largest], lambda x, y: (x - y).math("exp"), "f32")
    return [function.elementwise([powers, function.reduce(powers, 0.0, add)], truediv)]


def _softmax(scores: Any, mask: Any) -> tuple:
    import torch

    masked = scores.float() * SCORE_SCALE + mask.float()
    return (torch.softmax(masked, -1).bfloat16(),)


def _bias_gelu(x: Any, bias: Any) -> tuple:
    from torch.nn import functional

    total = x.float() + bias.float()
    return (functional.gelu(total, approximate="tanh").bfloat16(),)


def _elementwise(body: Callable[..., Value]) -> Callable[..., list[Value]]:
    return lambda function, *values: [function.elementwise(values, body)]


NOTHING = Producer("m", lambda _function, x: [x], lambda x: (x,))
SWIGLU = Producer("mm", _elementwise(swiglu), _swiglu)
D_SWIGLU = Producer("mmm", _write_d_swiglu, _d_swiglu, quantized=2)
RMS_NORM = Producer(
    "mr", lambda *of: [_write_normalised(*of)], lambda x, weights: (_normalised(x, weights),)
)
# The norm where another kernel has computed the factor of each row.
SCALED_ROWS = Producer("mcr", _elementwise(lambda x, y, z: x * y * z), _scaled_rows)
RESIDUAL_RMS_NORM = Producer("mmr", _write_residual, _residual)
SOFTMAX = Producer("mp", _write_softmax, _softmax, quantized=0)
BIAS_GELU = Producer("mr", _elementwise(arithmetic.bias_gelu), _bias_gelu, quantized=0)
