"""Calls that torch traces: a trace would not contain them.

What traces records torch's own operations. A call of lowp is not one: the trace would
hold the new, empty tensor of its result and nothing that writes it. Such calls are
refused. Within the kernel of a torch.library.custom_op nothing is traced.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

from lowp._errors import LaunchError

_ADVICE = (
    "; call it outside of tracing, or in a torch.library.custom_op with "
    "register_fake, which is traced as one operation"
)

# The modes of torch that record or replace operations; others look on.
_MODES = {
    "PROXY": "make_fx or torch.export",
    "FAKE": "FakeTensorMode",
    "FUNCTIONAL": "functionalization",
}


def _never(*_arguments: Any) -> None:
    return None


class TraceState:
    """What one torch says of tracing. Versions that lack a question trace nothing
    that it asks for."""

    def __init__(self, torch: Any) -> None:
        c = torch._C
        functorch = getattr(c, "_functorch", None)
        self._count_modes = getattr(c, "_len_torch_dispatch_stack", _never)
        self._is_jit = getattr(c, "_is_tracing", _never)
        self._transform = getattr(functorch, "peek_interpreter_stack", _never)
        self._is_included = getattr(c, "_dispatch_tls_is_dispatch_key_included", _never)
        self._pre_dispatch = getattr(getattr(c, "DispatchKey", None), "PreDispatch", None)
        self._get_mode = getattr(c, "_get_dispatch_mode", _never)
        keys = getattr(c, "_TorchDispatchModeKey", None)
        self._modes = [
            (getattr(keys, name), text) for name, text in _MODES.items() if hasattr(keys, name)
        ]

    def may_trace(self) -> bool:
        """Whether a call has to be looked at; quick."""
        return bool(
            self._count_modes() or self._is_jit() or self._transform() or self._is_before_dispatch()
        )

    def _is_before_dispatch(self) -> bool:
        return self._pre_dispatch is not None and bool(self._is_included(self._pre_dispatch))

    def _find(self) -> str | None:
        if self._is_jit():
            return "torch.jit.trace"
        if self._is_before_dispatch():
            return _MODES["PROXY"]
        if self._count_modes():
            for key, text in self._modes:
                if self._get_mode(key) is not None:
                    return text
        return None

    def refuse(self) -> None:
        """Raises LaunchError for a call that is traced."""
        tracer = self._find()
        if tracer is not None:
            raise LaunchError(
                f"expected a call that torch does not trace, got one under {tracer}" + _ADVICE
            )


@functools.cache
def trace_state(torch: Any) -> TraceState:
    return TraceState(torch)


def refuse_traced(arguments: tuple) -> None:
    """Raises LaunchError for a call on tensors that torch traces. Arrays of others
    are constants of the trace, as their results are."""
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "Tensor"):
        return
    if not trace_state(torch).may_trace():
        return
    # Tensors that `reinterpret` wraps count, too.
    tensors = (getattr(each, "array", each) for each in arguments)
    if any(isinstance(each, torch.Tensor) for each in tensors):
        trace_state(torch).refuse()


def refuse_tensor(tensor: Any) -> LaunchError:
    """For a tensor that stands for others, or for ones that are not there yet."""
    return LaunchError(
        "expected a tensor with memory of its own, got "
        f"{type(tensor).__module__}.{type(tensor).__qualname__}, with which torch "
        "traces, transforms or distributes calls" + _ADVICE
    )


def is_plain(torch: Any, kind: type) -> bool:
    """Whether tensors of `kind`, a class of tensors, leave their operations to
    torch: they have their elements where they say."""
    plain = getattr(torch.Tensor, "__torch_dispatch__", None)
    return getattr(kind, "__torch_dispatch__", None) is plain


def is_proxy(torch: Any, value: Any) -> bool:
    """Whether `value` stands for one in a graph of torch.fx."""
    proxy = getattr(getattr(torch, "fx", None), "Proxy", None)
    return proxy is not None and isinstance(value, proxy)
