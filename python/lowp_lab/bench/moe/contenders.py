"""What is measured on a layer of experts: lowp in FP8 and in bf16, and torch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp_lab.bench.moe.case import LayerCase
from lowp_lab.bench.moe.layer import Weights, torch_layer
from lowp_lab.bench.moe.text import layer_text
from lowp.bench.products.kernels import CompiledCases, Module

BF16 = "lowp, bf16"
COMPILED = "torch.compile"
# Rounding to bf16, and two products of values of 8 bits after each other.
_MOST_ERROR, _MOST_FP8_ERROR = 0.01, 0.08


class Contender(NamedTuple):
    """most_error: above which results count as wrong; None: they are told, not judged.
    bind(case, weights, inputs): a call for each tensor of tokens, which returns its
    result."""

    name: str
    most_error: float | None
    bind: Callable[[LayerCase, Weights, Sequence[Any]], list[Callable[[], Any]]]


def _call(function: Any, x: Any, weights: tuple) -> Callable[[], Any]:
    import torch

    y = torch.empty_like(x)

    def call() -> Any:
        function(x, *weights, out=y)
        return y

    return call


def our_contenders(kernels: CompiledCases) -> list[Contender]:
    """lowp with weights that are quantized before, and without any quantization."""

    def compile(case: LayerCase, is_fp8: bool) -> Any:
        return kernels.compile(Module(f"moe {case}", layer_text(case, is_fp8)))

    def bind(case: LayerCase, weights: Weights, inputs: Sequence[Any]) -> list[Callable[[], Any]]:
        function = compile(case, is_fp8=True)
        prepared = function.prepare(weights.gate_up, weights.down)
        return [_call(function, x, (weights.router, prepared)) for x in inputs]

    def bind_plain(
        case: LayerCase, weights: Weights, inputs: Sequence[Any]
    ) -> list[Callable[[], Any]]:
        function = compile(case, is_fp8=False)
        return [_call(function, x, tuple(weights)) for x in inputs]

    return [
        Contender(OURS, _MOST_FP8_ERROR, bind),
        Contender(BF16, _MOST_ERROR, bind_plain),
    ]


def torch_contender() -> Contender:
    """The layer under torch.compile, in bf16. Its router rounds scores to bf16, so that
    tokens with two scores alike may go elsewhere."""
    import torch

    def bind(case: LayerCase, weights: Weights, inputs: Sequence[Any]) -> list[Callable[[], Any]]:
        compiled = torch.compile(torch_layer, dynamic=False)
        return [functools.partial(compiled, x, weights, case.choices) for x in inputs]

    return Contender(COMPILED, None, bind)
