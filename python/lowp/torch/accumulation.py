"""Sums of gradients of weights that a matmul adds to in place: lowp.torch.accumulate says
which."""

from __future__ import annotations

import itertools
import weakref
from typing import NamedTuple

import torch

from lowp._errors import LaunchError
from lowp.torch.checks import describe
from lowp.torch.module_weights import ModuleWeight, WeightTable


class _Accumulated(ModuleWeight):
    """into: the attribute of the parameter that gradients are added to."""

    def __init__(self, module: torch.nn.Module, parameter: str, name: str, into: str) -> None:
        super().__init__(module, parameter, name)
        self.into = into


_TABLE: WeightTable[_Accumulated] = WeightTable()
_owned: weakref.WeakKeyDictionary[torch.nn.Module, dict[str, _Accumulated]] = (
    weakref.WeakKeyDictionary()
)

# The attribute of modules that graphs are guarded by: where sums are.
_MARK = "lowp_sums"
_copies = itertools.count()


class Sum(NamedTuple):
    """weight: whose gradient is added to `tensor`. parameter: what has it as its gradient,
    which autograd gets again; None where it has not."""

    weight: torch.Tensor
    tensor: torch.Tensor
    parameter: torch.Tensor | None

    def hand_over(self) -> torch.Tensor | None:
        """The gradient for autograd, which takes it as a first one."""
        if self.parameter is None:
            return None
        self.parameter.grad = None
        return self.tensor

    def hand_over_to_graph(self) -> torch.Tensor:
        """The same, or zeros: graphs expect a gradient."""
        result = self.hand_over()
        return torch.zeros_like(self.weight) if result is None else result


def _is_wanted(parameter: torch.Tensor) -> bool:
    """Whether the backward pass that runs adds to the parameter's gradient, and returns
    none, as torch.autograd.grad does."""
    with torch._C._PreserveDispatchKeyGuard():
        # Operators run below autograd.
        for key in (
            torch._C.DispatchKey.AutogradFunctionality,
            torch._C.DispatchKey.ADInplaceOrView,
        ):
            torch._C._dispatch_tls_set_dispatch_key_excluded(key, False)
        node = torch.autograd.graph.get_gradient_edge(parameter).node
    try:
        return torch._C._will_engine_execute_node(node)
    except RuntimeError:
        # Nothing runs, or torch.autograd.grad asks for it.
        return False


def place_of(weight: torch.Tensor) -> tuple[str, str] | None:
    """The layer's name, and the attribute that has the sum; None where torch has it."""
    entry = _TABLE.find(weight)
    return None if entry is None else (entry.name, entry.into)


def is_empty() -> bool:
    """Whether torch adds up all gradients."""
    return _TABLE.is_empty


def find(weight: torch.Tensor, gradient: torch.dtype) -> Sum | None:
    """What the gradient of a weight, of that type, is to be added to, in the same type or
    in f32; None where torch does that."""
    kinds = gradient, torch.float32
    entry = _TABLE.find(weight)
    parameter = None if entry is None else entry.find()
    if entry is None or parameter is None or not _is_wanted(parameter):
        return None
    result = getattr(parameter, entry.into, None)
    is_grad = entry.into == "grad"
    if is_grad and result is None:
        return None
    fits = (
        isinstance(result, torch.Tensor)
        and result.shape == weight.shape == parameter.shape
        and result.is_contiguous()
        and weight.is_contiguous()
        and result.dtype in kinds
        and result.device == weight.device
    )
    if not fits and is_grad:
        return None
    if not fits or not isinstance(result, torch.Tensor):
        came = describe(result) if isinstance(result, torch.Tensor) else repr(result)
        kind = " or ".join(map(str, kinds))
        raise LaunchError(
            f"layer '{entry.name}': expected a main_grad of {kind} like the weight, without gaps, "
            f"got {came} beside {describe(weight)}"
        )
    return Sum(weight, result.detach(), parameter if is_grad else None)


def guard(module: torch.nn.Module) -> bool:
    """Whether a module's weights have sums. Graphs that are traced through it are traced again
    once that changes."""
    # Dynamo guards no item of __dict__.
    return getattr(module, _MARK, "") != ""


def _mark(module: torch.nn.Module, into: str | None, is_first: bool) -> None:
    """Notes where the sums of a module are, the same of all modules: they share graphs. Copies
    of a module have its mark, and no sums before the first."""
    mark = module.__dict__.get(_MARK, "").split(" ")[0]
    if into is None:
        module.__dict__.pop(_MARK, None)
    elif mark != into:
        module.__dict__[_MARK] = into
    elif is_first:
        module.__dict__[_MARK] = f"{into} {next(_copies)}"


def add(module: torch.nn.Module, parameter: str, name: str, into: str | None) -> None:
    """Says where the gradient of a weight is added up; None: nowhere. name: its layer's."""
    known = _owned.setdefault(module, {})
    _mark(module, into, not known)
    if (before := known.pop(parameter, None)) is not None:
        _TABLE.remove(before)
    if into is not None:
        known[parameter] = _Accumulated(module, parameter, name, into)
        _TABLE.follow(known[parameter])
