"""Whole functions, which quantize activations and weights in every call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lowp_lab.bench.quantize import arithmetic, scheme
from lowp_lab.bench.quantize.agreement import compare_norms
from lowp_lab.bench.quantize.case import Case
from lowp_lab.bench.quantize.eager import quantize
from lowp_lab.bench.quantize.producers import SWIGLU
from lowp_lab.bench.quantize.text import FunctionText

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
    text = FunctionText()
    x, weights = text.argument("ik", (m, k)), text.argument("jk", (n, k))
    text.give(text.matmul(x, weights, recipe))
    return Case(
        name,
        _LINEAR,
        text.finish(),
        (x.sizes, weights.sizes),
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


def _ffn(name: str) -> Case:
    m, inputs, hidden = _FFN
    text = FunctionText()
    x = text.argument("ik", (m, inputs))
    gate, up = (text.argument("jk", (hidden, inputs)) for _ in range(2))
    down = text.argument("jk", (inputs, hidden))
    halves = [text.matmul(x, one, "block_1x128_128x128") for one in (gate, up)]
    activated = text.elementwise(halves, arithmetic.SWIGLU)
    text.give(text.matmul(activated, down, "rowwise"))
    return Case(
        name,
        _FFN,
        text.finish(),
        tuple(one.sizes for one in text.arguments),
        _ffn_of(_product, _product),
        2.0 * m * inputs * hidden * 3,
        compare_norms,
        _ffn_of(block_linear, rowwise_linear),
    )


class WholeFunction(NamedTuple):
    """A function at its size."""

    name: str
    make: Callable[[], Case]


FUNCTIONS = (
    WholeFunction("linear rowwise", lambda: _linear("linear rowwise", "rowwise", rowwise_linear)),
    WholeFunction(
        "linear 1x128.128x128",
        lambda: _linear("linear 1x128.128x128", "block_1x128_128x128", block_linear),
    ),
    WholeFunction("ffn", lambda: _ffn("ffn")),
)
