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
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.scaled_ops import Form

_Shape = tuple[int, ...]


def _product(x: _Shape, rows: int) -> int:
    """... x K by a matrix of these rows, or by that of each row's group."""
    return 2 * math.prod(x) * rows


def _data(operand: Any) -> _Shape:
    """An operand, or its data where it comes with scales."""
    return operand if isinstance(operand[0], int) else operand[0]


def _forward(x: Any, w: Any, *_others: Any, **_named: Any) -> int:
    return _product(_data(x), _data(w)[-2])


def _backward(g: Any, _x: Any, w: Any, *others: Any, **_named: Any) -> int:
    """Gradients of x and of w, as far as they are needed: what is a list of three says."""
    needed = next(each for each in others if isinstance(each, list) and len(each) == 3)
    return _product(_data(g), _data(w)[-1]) * sum(needed[:2])


def _prepared(x: _Shape, *others: Any, **_named: Any) -> int:
    """By the program's text. Weights of experts have ends beside them."""
    return _product(x, PreparedProgram.parse(others[-1], len(others) - 1).sizes[-2])


def _scaled(x: _Shape, *others: Any, **_named: Any) -> int:
    return _product(x, Form.parse(others[-1]).sizes[-2])


def _scaled_backward(g: _Shape, *others: Any, **_named: Any) -> int:
    return _product(g, Form.parse(others[-1]).sizes[-1])


def _scaled_matmul(a: _Shape, _scales: _Shape, b: _Shape, *_others: Any, **_named: Any) -> int:
    return _product(a, b[-2])


_FORMULAS: dict[str, Callable[..., int]] = {
    "linear": _forward,
    "linear_backward": _backward,
    "linear_backward_into": _backward,
    "linear_prepared": _prepared,
    "linear_of_scaled": _forward,
    "linear_of_scaled_backward": _backward,
    "grouped_linear": _forward,
    "grouped_linear_backward": _backward,
    "grouped_linear_backward_into": _backward,
    "grouped_linear_of_scaled": _forward,
    "grouped_linear_of_scaled_backward": _backward,
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
