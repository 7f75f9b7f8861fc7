"""A program to measure where the user gives none."""

from __future__ import annotations

import os

from lowp._mlir.activations import swiglu
from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._mlir.value import Value
from lowp.bench.products.kernels import FUNCTION

# Tokens, width and hidden width, as in a model of 8 billion parameters.
_TOKENS, _WIDTH, _HIDDEN = 4096, 4096, 14336


def feed_forward(tokens: int = _TOKENS, width: int = _WIDTH, hidden: int = _HIDDEN) -> str:
    """A feed-forward layer in bf16, w_down . (silu(w_gate . x) * (w_up . x))."""
    function = Function(FUNCTION)
    shapes = ((tokens, width), (hidden, width), (hidden, width), (width, hidden))
    x, gate, up, down = (function.argument(tensor(*shape)) for shape in shapes)

    def multiply(x: Value, weights: Value, n: int) -> Value:
        return function.matmul(x, weights, tensor(tokens, n, element="f32")).to("bf16")

    halves = [multiply(x, weights, hidden) for weights in (gate, up)]
    function.give(multiply(function.elementwise(halves, swiglu), down, width))
    return str(function)


def write_feed_forward(folder: str) -> str:
    """Writes the layer to a file; the path of that."""
    path = os.path.join(folder, "feed-forward.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(feed_forward())
    return path
