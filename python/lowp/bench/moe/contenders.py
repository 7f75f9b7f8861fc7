"""Who is measured on a layer of experts: lowp in FP8 and in bf16, and torch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lowp.bench.contenders import OURS
from lowp.bench.errors import Refused
from lowp.bench.moe.case import LayerCase
from lowp.bench.moe.layer import Weights, torch_layer
from lowp.bench.moe.text import FUNCTION, layer_text

BF16 = "lowp, bf16"
COMPILED = "torch.compile"
# Rounding to bf16, and two products of values of 8 bits behind each other.
_MOST_ERROR, _MOST_FP8_ERROR = 0.01, 0.08


class Contender(NamedTuple):
    """most_error: above which results count as wrong; None: they are told, not judged.
    bind(case, weights, inputs): a call for each tensor of tokens, which returns its
    result."""

    name: str
    most_error: float | None
    bind: Callable[[LayerCase, Weights, Sequence[Any]], list[Callable[[], Any]]]


class Compiler:
    """Compiles layers in this process, for one chip."""

    def __init__(self, chip: str, math: str) -> None:
        self.description = f"compiled in this process for {chip}, math {math}"
        self._chip, self._math = chip, math

    def compile(self, case: LayerCase, is_fp8: bool) -> Any:
        """The function of the layer. Raises Refused."""
        import lowp

        is_cpu = self._chip == "cpu"
        try:
            program = lowp.compile(
                layer_text(case, is_fp8),
                device="cpu" if is_cpu else "cuda",
                chip=None if is_cpu else self._chip,
                source_name=f"moe {case}",
                math=self._math,
            )
        except lowp.CompileError as error:
            raise Refused(str(error)) from None
        return program[FUNCTION]


def _call(function: Any, x: Any, weights: tuple) -> Callable[[], Any]:
    import torch

    y = torch.empty_like(x)

    def call() -> Any:
        function(x, *weights, out=y)
        return y

    return call


def our_contenders(compiler: Compiler) -> list[Contender]:
    """lowp with weights that are quantized before, and without any quantization."""

    def bind(
        case: LayerCase, weights: Weights, inputs: Sequence[Any]
    ) -> list[Callable[[], Any]]:
        function = compiler.compile(case, is_fp8=True)
        prepared = function.prepare(weights.gate_up, weights.down)
        return [_call(function, x, (weights.router, prepared)) for x in inputs]

    def bind_plain(
        case: LayerCase, weights: Weights, inputs: Sequence[Any]
    ) -> list[Callable[[], Any]]:
        function = compiler.compile(case, is_fp8=False)
        return [_call(function, x, tuple(weights)) for x in inputs]

    return [
        Contender(OURS, _MOST_FP8_ERROR, bind),
        Contender(BF16, _MOST_ERROR, bind_plain),
    ]


def torch_contender() -> Contender:
    """The layer under torch.compile, in bf16. Its router rounds scores to bf16, so that
    tokens with two scores alike may go elsewhere."""
    import torch

    def bind(
        case: LayerCase, weights: Weights, inputs: Sequence[Any]
    ) -> list[Callable[[], Any]]:
        compiled = torch.compile(torch_layer, dynamic=False)
        return [functools.partial(compiled, x, weights, case.choices) for x in inputs]

    return Contender(COMPILED, None, bind)
