"""What is measured on a layer of experts: lowp in FP8 and in bf16, and torch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from lowp.bench.contenders import OURS, Contender
from lowp.bench.contest import returning
from lowp_lab.bench.moe.case import LayerCase
from lowp_lab.bench.moe.layer import Weights, torch_layer
from lowp_lab.bench.moe.text import layer_text
from lowp.bench.products.kernels import CompiledCases, Module

BF16 = "lowp, bf16"
COMPILED = "torch.compile"
# Above which results count as wrong: rounding to bf16, and two products of values of 8 bits
# after each other. torch's are told, not judged.
MOST_ERRORS = {OURS: 0.08, BF16: 0.01}


def _call(function: Any, x: Any, weights: tuple) -> Callable[[], Any]:
    import torch

    y = torch.empty_like(x)
    return returning(functools.partial(function, x, *weights, out=y), y)


def our_contenders(kernels: CompiledCases) -> list[Contender]:
    """lowp with weights that are quantized before, and without any quantization. All bind a case,
    weights and inputs: a call for each tensor of tokens, which returns its result."""

    def bind(
        is_fp8: bool, case: LayerCase, weights: Weights, inputs: Sequence[Any]
    ) -> list[Callable[[], Any]]:
        function = kernels.compile(Module(f"moe {case}", layer_text(case, is_fp8)))
        given: tuple = weights
        if is_fp8:
            given = weights.router, function.prepare(weights.gate_up, weights.down)
        return [_call(function, x, given) for x in inputs]

    return [
        Contender(OURS, kernels.description, functools.partial(bind, True)),
        Contender(BF16, "", functools.partial(bind, False)),
    ]


def torch_contender() -> Contender:
    """The layer under torch.compile, in bf16. Its router rounds scores to bf16, so that
    tokens with two scores alike may go elsewhere."""
    import torch

    def bind(case: LayerCase, weights: Weights, inputs: Sequence[Any]) -> list[Callable[[], Any]]:
        compiled = torch.compile(torch_layer, dynamic=False)
        return [functools.partial(compiled, x, weights, case.choices) for x in inputs]

    return Contender(COMPILED, "", bind)
