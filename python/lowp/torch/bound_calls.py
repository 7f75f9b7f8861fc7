"""Frozen layers without the operator.

In inference a step of a decoder calls each layer on few rows, and the host's time is
all that counts: torch's way to an operator in Python and back takes longer than lowp's
library. Where nothing looks at operators, a layer calls the library at once, by a call
that is bound to the shape of its input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lowp._bound import bind
from lowp._tracing import trace_state
from lowp.program import Function

# Shapes that a layer remembers; beyond that it forgets all.
_MOST_SHAPES = 8

_may_trace = trace_state(torch).may_trace


class BoundCalls(dict[torch.Size, list[Callable]]):
    """The calls of one layer by the shape of the input; those that threads are making
    are not in the lists. They belong to the process: copies have none."""

    last: torch.Size | None = None

    def __reduce__(self):
        return BoundCalls, ()

    def wants(self, x: torch.Tensor, y: torch.Tensor) -> bool:
        """Whether the operator's call on x, which made y, is to be bound: if one with
        this shape was the last that was not bound, too. Prompts have many lengths."""
        if type(x) is not torch.Tensor or torch.is_grad_enabled() or _may_trace():
            return False
        if self.last != x.shape:
            self.last = x.shape
            return False
        # Otherwise the operator copies or casts, or nothing is computed.
        is_plain = x.is_contiguous() and x.dtype == y.dtype and x.device.type != "meta"
        return is_plain and x.numel() > 0

    def add(self, function: Function, x: torch.Tensor, others: Any, y: torch.Tensor) -> None:
        """Binds the call of `function` on x and `others` that made y; none on tensors
        whose elements are not those in their memory."""
        if any(each.is_neg() for each in (x, *others)):
            return
        rows = x.view(-1, x.shape[-1])
        result = y.view(-1, y.shape[-1])
        call = bind(function, (rows, *others, result), (x, *others), (y,))
        if call is None:
            return
        if len(self) >= _MOST_SHAPES:
            self.clear()
        self.setdefault(x.shape, []).append(call)
