"""A program to measure where the user gives none."""

from __future__ import annotations

import os

from lowp_lab.bench.quantize import arithmetic
from lowp_lab.bench.quantize.text import FunctionText

# Tokens, width and hidden width, as in a model of 8 billion parameters.
_TOKENS, _WIDTH, _HIDDEN = 4096, 4096, 14336


def feed_forward(tokens: int = _TOKENS, width: int = _WIDTH, hidden: int = _HIDDEN) -> str:
    """A feed-forward layer in bf16, w_down . (silu(w_gate . x) * (w_up . x))."""
    text = FunctionText()
    x = text.argument("ik", (tokens, width))
    gate, up = (text.argument("jk", (hidden, width)) for _ in range(2))
    down = text.argument("jk", (width, hidden))
    values = [text.product(x, weights) for weights in (gate, up)]
    text.give(text.product(text.elementwise(values, arithmetic.SWIGLU), down))
    return text.finish()


def write_feed_forward(folder: str) -> str:
    """Writes the layer to a file; the path of that."""
    path = os.path.join(folder, "feed-forward.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(feed_forward())
    return path
