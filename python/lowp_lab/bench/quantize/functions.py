"""Whole functions, which quantize activations and weights in every call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lowp._linear.texts import ask
from lowp._mlir.activations import swiglu
from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._mlir.value import Value
from lowp.bench.products.kernels import FUNCTION
from lowp_lab.bench.quantize import scheme
from lowp_lab.bench.quantize.agreement import compare_norms
from lowp_lab.bench.quantize.case import Case
from lowp_lab.bench.quantize.eager import quantize
from lowp_lab.bench.quantize.producers import SWIGLU

_LINEAR = (8192, 4096, 7168)
# Tokens, inputs and hidden: those of docs/examples/ffn.mlir.
_FFN = (8192, 2048, 5632)


def rowwise_linear(x: Any, weights: Any) -> Any:
    """x . weights^T with a scale per row of both."""
    import torch

    (x, x_scales), (w, w_scales) = (quantize(one, scheme.ROWWISE) for one in (x, weights))
    return torch._scaled_mm(
        x,
        w.t(),
        scale_a=x_scales,
        scale_b=w_scales.reshape(1, -1),
        out_dtype=torch.bfloat16,
        use_fast_accum=True,
    )


def block_linear(x: Any, weights: Any) -> Any:
    """x . weights^T with scales of 1x128 and 128x128."""
    import torch
    from torch.nn import functional

    scaling = functional.ScalingType
    x, x_scales = quantize(x, scheme.ROWS)
    w, w_scales = quantize(weights, scheme.SQUARES)
    return functional.scaled_mm(
        x,
        w.t(),
        x_scales.t(),
        scaling.BlockWise1x128,
        w_scales.t(),
        scaling.BlockWise128x128,
        output_dtype=torch.bfloat16,
    )


def _linear(name: str, recipe: str, peer: Callable[[Any, Any], Any]) -> Case:
    m, n, k = _LINEAR
    function = Function(FUNCTION)
    x, weights = (function.argument(tensor(rows, k)) for rows in (m, n))
    function.give(ask(function, x, weights, recipe))
    return Case(
        name,
        _LINEAR,
        str(function),
        ((m, k), (n, k)),
        lambda x, weights: (x @ weights.t(),),
        2.0 * m * n * k,
        compare_norms,
        lambda x, weights: (peer(x, weights),),
    )


def _ffn_of(block: Callable[[Any, Any], Any], row: Callable[[Any, Any], Any]):
    def ffn(x: Any, gate: Any, up: Any, down: Any) -> tuple:
        (hidden,) = SWIGLU.eager(block(x, gate), block(x, up))
        return (row(hidden, down),)

    return ffn


def _product(x: Any, weights: Any) -> Any:
    return x @ weights.t()


def write_ffn(
    tokens: int,
    inputs: int,
    hidden: int,
    multiply: Callable[[Function, Value, Value, str], Value] = ask,
) -> Function:
    """w_down . (silu(w_gate . x) * (w_up . x)). multiply: as `ask` does."""
    function = Function(FUNCTION)
    shapes = ((tokens, inputs), (hidden, inputs), (hidden, inputs), (inputs, hidden))
    x, gate, up, down = (function.argument(tensor(*shape)) for shape in shapes)
    halves = [multiply(function, x, one, "block_1x128_128x128") for one in (gate, up)]
    function.give(multiply(function, function.elementwise(halves, swiglu), down, "rowwise"))
    return function


def _ffn(name: str) -> Case:
    m, inputs, hidden = _FFN
    function = write_ffn(m, inputs, hidden)
    return Case(
        name,
        _FFN,
        str(function),
        tuple(each.type.sizes for each in function.arguments),
        _ffn_of(_product, _product),
        2.0 * m * inputs * hidden * 3,
        compare_norms,
        _ffn_of(block_linear, rowwise_linear),
    )


FUNCTIONS: dict[str, Callable[[], Case]] = {
    "linear rowwise": lambda: _linear("linear rowwise", "rowwise", rowwise_linear),
    "linear 1x128.128x128": lambda: _linear(
        "linear 1x128.128x128", "block_1x128_128x128", block_linear
    ),
    "ffn": lambda: _ffn("ffn"),
}
