"""Linear layers for inference: prepared weights in place of weights."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import forward_ad

from lowp.torch import frozen_gradients  # noqa: F401, defines derivatives
from lowp.torch.absent import is_absent, refuse_division
from lowp.torch.bound_calls import BoundCalls
from lowp.torch.linear import Decision, name_layer
from lowp.torch.prepared_program import PreparedProgram
from lowp.torch.prepared_state import PreparedState

_linear_prepared = torch.ops.lowp.linear_prepared.default
# True in what dynamo traces, which sees the operator and nothing else.
_is_compiling = torch.compiler.is_dynamo_compiling
# What looks at operators, or replaces them.
_is_grad_enabled = torch.is_grad_enabled
_count_modes = torch._C._len_torch_dispatch_stack
_count_function_modes = torch._C._len_torch_function_stack
_is_jit = torch._C._is_tracing
_transform = torch._C._functorch.peek_interpreter_stack
_Tensor = torch.Tensor


def _repeat(calls: list, input: torch.Tensor, state: dict) -> torch.Tensor | None:
    """One of `calls` of the layer with this state, which other threads may take
    meanwhile; None if they do, or where its buffers or the strides of the input have
    changed."""
    try:
        call = calls.pop()
    except IndexError:
        return None
    others: Any = map(state["_buffers"].__getitem__, state["lowp_names"])
    # The copies of torch.nn.DataParallel have it as an attribute.
    bias = state["_parameters"].get("bias", state.get("bias"))
    if bias is not None and bias.is_neg():
        calls.append(call)
        return None
    result = call((input, *others) if bias is None else (input, bias, *others))
    if result is None:
        return None
    calls.append(call)
    return result[0]


class FrozenLinear(PreparedState, torch.nn.Linear):
    """A layer of lowp.torch.freeze. lowp_program: the text of a PreparedProgram."""

    recipe: str
    lowp_decision: Decision
    lowp_calls: BoundCalls

    # Short, since it is the host's time of a decode step: no attribute of nn.Module,
    # whose __getattr__ makes each of them slow, no call that can be spared. Autocast
    # makes x of the program's type, which a bound call has anyway.
    def forward(self, input: torch.Tensor) -> torch.Tensor:
        """As that of a lowp.torch.Linear, with a gradient for the input alone."""
        try:
            if not (
                _is_compiling()
                or _is_grad_enabled()
                or type(input) is not _Tensor
                or _count_modes()
                or _count_function_modes()
                or _transform()
                or _is_jit()
                or forward_ad._current_level >= 0
                or input.is_neg()
            ):
                state = self.__dict__
                calls = state["lowp_calls"].get(input.shape)
                if calls and (result := _repeat(calls, input, state)) is not None:
                    return result
            return self._call_operator(input)
        except Exception as error:
            raise name_layer(error, self.lowp_decision)

    def _call_operator(self, input: torch.Tensor) -> torch.Tensor:
        prepared, bias = self.prepared_list(), self.bias
        result = _linear_prepared(input, prepared, bias, self.lowp_program)
        if not _is_compiling() and self.lowp_calls.wants(input, result):
            function = PreparedProgram.parse(self.lowp_program).find(input.device)
            others = prepared if bias is None else (bias, *prepared)
            self.lowp_calls.add(function, input, others, result)
        return result

    def __getattr__(self, name: str) -> Any:
        if is_absent(self, name):
            about = PreparedProgram.parse(self.lowp_program)
            return self.absent((self.out_features, self.in_features), about.dtype)
        refuse_division(self.lowp_name, name)
        return super().__getattr__(name)

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, recipe={self.recipe}, frozen"
