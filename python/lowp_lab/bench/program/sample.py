"""A program to measure where the user gives none."""

from __future__ import annotations

import os

from lowp._mlir.function import Function
from lowp._mlir.types import tensor
from lowp._mlir.value import Value
from lowp_lab.bench.quantize.functions import write_ffn

# Tokens, width and hidden width, as in a model of 8 billion parameters.
_TOKENS, _WIDTH, _HIDDEN = 4096, 4096, 14336


def _multiply(function: Function, x: Value, weights: Value, _recipe: str) -> Value:
    sums = tensor(x.type.sizes[0], weights.type.sizes[0], element="f32")
    return function.matmul(x, weights, sums).to("bf16")


def feed_forward(tokens: int = _TOKENS, width: int = _WIDTH, hidden: int = _HIDDEN) -> str:
    """A feed-forward layer in bf16."""
    return str(write_ffn(tokens, width, hidden, _multiply))


def write_feed_forward(folder: str) -> str:
    """Writes the layer to a file; the path of that."""
    path = os.path.join(folder, "feed-forward.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(feed_forward())
    return path
