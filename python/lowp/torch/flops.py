"""What torch.utils.flop_counter counts for the operators: products of their matrices, as it
does for torch's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from lowp.torch import (  # noqa: F401, define them
    grouped,
    grouped_of_scaled,
    grouped_ops,
    linear_of_scaled,
    ops,
    scaled_ops,
)
from lowp.torch.on_import import when_imported

_Shape = tuple[int, ...]


def _product(x: _Shape, rows: int) -> int:
    """... x K by a matrix of these rows, or by that of each row's group."""
    return 2 * math.prod(x) * rows


def _forward(x: _Shape, w: _Shape, *_others: Any, **_named: Any) -> int:
    return _product(x, w[-2])


def _backward(_g: _Shape, x: _Shape, w: _Shape, *others: Any, **_named: Any) -> int:
    """Gradients of x and of w, as far as they are needed: what is a list of three says."""
    needed = next(each for each in others if isinstance(each, list) and len(each) == 3)
    return _product(x, w[-2]) * sum(needed[:2])


def _forward_of_scaled(x: list[_Shape], w: list[_Shape], *_others: Any, **_named: Any) -> int:
    return _product(x[0], w[0][-2])


def _backward_of_scaled(g: list[_Shape], x: Any, w: list[_Shape], *others: Any, **_named) -> int:
    needed = next(each for each in others if isinstance(each, list) and len(each) == 3)
    return _product(g[0], w[0][-1]) * sum(needed[:2])


def _prepared(x: _Shape, *others: Any, **_named: Any) -> int:
    """By the program's text, which begins with rows, or with groups and rows."""
    words = others[-1].split(" ")
    return _product(x, int(words[1] if len(others) == 4 else words[0]))


def _scaled(x: _Shape, *others: Any, **_named: Any) -> int:
    return _product(x, int(others[-1].split(" ")[0].split("x")[-2]))


def _scaled_backward(g: _Shape, *others: Any, **_named: Any) -> int:
    return _product(g, int(others[-1].split(" ")[0].split("x")[-1]))


def _scaled_matmul(a: _Shape, _scales: _Shape, b: _Shape, *_others: Any, **_named: Any) -> int:
    return _product(a, b[-2])


_FORMULAS: dict[str, Callable[..., int]] = {
    "linear": _forward,
    "linear_backward": _backward,
    "linear_backward_into": _backward,
    "linear_prepared": _prepared,
    "linear_of_scaled": _forward_of_scaled,
    "linear_of_scaled_backward": _backward_of_scaled,
    "grouped_linear": _forward,
    "grouped_linear_backward": _backward,
    "grouped_linear_backward_into": _backward,
    "grouped_linear_of_scaled": _forward_of_scaled,
    "grouped_linear_of_scaled_backward": _backward_of_scaled,
    "grouped_linear_prepared": _prepared,
    "scaled_linear": _scaled,
    "scaled_linear_backward": _scaled_backward,
    "scaled_matmul": _scaled_matmul,
}


def _register(library: Any) -> None:
    for name, formula in _FORMULAS.items():
        if hasattr(torch.ops.lowp, name):
            library.register_flop_formula(getattr(torch.ops.lowp, name))(formula)


when_imported("torch.utils.flop_counter", _register)
