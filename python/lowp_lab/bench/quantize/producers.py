"""What is computed before a quantize, or instead of one: as text and in torch.

A producer has two functions: `write` adds its arguments and operations to a text
and returns the values that are quantized or given; `eager` computes them from
torch tensors, and is what `torch.compile` gets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp_lab.bench.quantize import arithmetic
from lowp_lab.bench.quantize.text import FunctionText, Value

EPS = 1e-5
# 1 / sqrt(128): of scores of heads of 128.
SCORE_SCALE = 0.08838834764


class Producer(NamedTuple):
    """quantized: how many of the values are for the quantizes; the others are
    results themselves."""

    write: Callable[[FunctionText, Sequence[int]], list[Value]]
    eager: Callable[..., tuple]
    quantized: int = 1


def _dims(sizes: Sequence[int]) -> str:
    return "hij"[-len(sizes) :]


def _write_nothing(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    return [text.argument(_dims(sizes), sizes)]


def _write_swiglu(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    gate, up = text.argument("ij", sizes), text.argument("ij", sizes)
    return [text.elementwise([gate, up], arithmetic.SWIGLU)]


def _swiglu(gate: Any, up: Any) -> tuple:
    from torch.nn import functional

    return ((functional.silu(gate.float()) * up.float()).bfloat16(),)


def _write_d_swiglu(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    gate, up, gradient = (text.argument("ij", sizes) for _ in range(3))
    return [
        text.elementwise([gate, gradient, up], arithmetic.D_GATE),
        text.elementwise([gate, gradient], arithmetic.D_UP),
    ]


def _d_swiglu(gate: Any, up: Any, gradient: Any) -> tuple:
    import torch

    g, u, d = gate.float(), up.float(), gradient.float()
    sigmoid = torch.sigmoid(g)
    slope = sigmoid * (1 + g * (1 - sigmoid))
    return (d * u * slope).bfloat16(), (d * (g * sigmoid)).bfloat16()


def _write_normalised(text: FunctionText, value: Value, weights: Value) -> Value:
    squares = text.reduce(value, "0.0", arithmetic.SQUARE_SUM)
    body = arithmetic.normalise(value.sizes[-1], EPS)
    return text.elementwise([value, squares, weights], body)


def _normalised(x: Any, weights: Any) -> Any:
    import torch

    wide = x.float()
    mean = (wide * wide).mean(-1, keepdim=True)
    return (wide * torch.rsqrt(mean + EPS) * weights.float()).bfloat16()


def _write_rms_norm(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    x, weights = text.argument("ij", sizes), text.argument("j", sizes[-1:])
    return [_write_normalised(text, x, weights)]


def _rms_norm(x: Any, weights: Any) -> tuple:
    return (_normalised(x, weights),)


def _write_scaled_rows(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    x, factors = text.argument("ij", sizes), text.argument("i", sizes[:1])
    weights = text.argument("j", sizes[-1:])
    return [text.elementwise([x, factors, weights], arithmetic.MULTIPLY_THREE)]


def _scaled_rows(x: Any, factors: Any, weights: Any) -> tuple:
    return ((x.float() * factors.float()[:, None] * weights.float()).bfloat16(),)


def _write_residual(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    x, residual = text.argument("ij", sizes), text.argument("ij", sizes)
    weights = text.argument("j", sizes[-1:])
    total = text.elementwise([x, residual], arithmetic.ADD)
    return [_write_normalised(text, total, weights), total]


def _residual(x: Any, residual: Any, weights: Any) -> tuple:
    total = (x.float() + residual.float()).bfloat16()
    return _normalised(total, weights), total


def _write_softmax(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    scores = text.argument("hij", sizes)
    mask = text.argument("ij", sizes[-2:])
    body = arithmetic.scale_and_mask(SCORE_SCALE)
    masked = text.elementwise([scores, mask], body, "f32")
    largest = text.reduce(masked, "0xFF800000", arithmetic.MAXIMUM)
    powers = text.elementwise([masked, largest], arithmetic.SHIFTED_EXP, "f32")
    total = text.reduce(powers, "0.0", arithmetic.SUM)
    return [text.elementwise([powers, total], arithmetic.QUOTIENT)]


def _softmax(scores: Any, mask: Any) -> tuple:
    import torch

    masked = scores.float() * SCORE_SCALE + mask.float()
    return (torch.softmax(masked, -1).bfloat16(),)


def _write_bias_gelu(text: FunctionText, sizes: Sequence[int]) -> list[Value]:
    x, bias = text.argument("ij", sizes), text.argument("j", sizes[-1:])
    return [text.elementwise([x, bias], arithmetic.BIAS_GELU)]


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
