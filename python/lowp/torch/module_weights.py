"""Weights of modules that operators find by their memory, so that layers, graphs and
state_dict know nothing of what is done with them."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import torch

from lowp._errors import LaunchError

# Address and count of elements of a weight.
_Memory = tuple[int, int]


def _memory_of(weight: torch.Tensor) -> _Memory:
    return weight.data_ptr(), weight.numel()


class ModuleWeight:
    """A parameter of a module, which may die. name: its layer's."""

    def __init__(self, module: torch.nn.Module, parameter: str, name: str) -> None:
        self._module, self._parameter = weakref.ref(module), parameter
        self.name = name
        self.memory: _Memory | None = None

    def find(self) -> torch.Tensor | None:
        """The parameter; None where the module has it no more, or on several devices."""
        module = self._module()
        result = None if module is None else module._parameters.get(self._parameter)
        return result if type(result) is torch.nn.Parameter else None


_KINDS = (torch.Tensor, torch.nn.Parameter)
_is_wrapped = torch._C._functorch.is_functorch_wrapped_tensor
_Weight = TypeVar("_Weight", bound=ModuleWeight)


class WeightTable(Generic[_Weight]):
    """Weights by their memory, as long as others keep them."""

    def __init__(self) -> None:
        # Where one was another may be by now: `find` asks the weight, too.
        self._known: weakref.WeakValueDictionary[_Memory, _Weight] = weakref.WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._known)

    def follow(self, weight: _Weight) -> None:
        """Adds a weight, or finds it where it is by now."""
        tensor = weight.find()
        memory = None if tensor is None else _memory_of(tensor)
        # Weights on meta, and without elements, are nowhere.
        memory = memory if memory is not None and all(memory) else None
        if memory is None or memory != weight.memory or self._known.get(memory) is not weight:
            self.remove(weight)
            weight.memory = memory
            if memory is not None:
                self._known[memory] = weight

    def remove(self, weight: _Weight) -> None:
        if weight.memory is not None and self._known.get(weight.memory) is weight:
            del self._known[weight.memory]
        weight.memory = None

    def find(self, tensor: torch.Tensor) -> _Weight | None:
        """The weight that a tensor is, whatever its strides; None for others."""
        # The host's time of each call of a layer.
        if not self._known or type(tensor) not in _KINDS or _is_wrapped(tensor):
            return None
        memory = _memory_of(tensor)
        result = self._known.get(memory)
        known = None if result is None else result.find()
        if known is None or known.data_ptr() != memory[0]:
            return None
        return None if tensor.is_neg() or tensor.is_inference() else result


def _is_weight(parameter: Any) -> bool:
    """Whether a matmul could read a parameter; subclasses of tensors are others' formats."""
    is_plain = type(parameter) is torch.nn.Parameter and parameter.layout is torch.strided
    return (is_plain or hasattr(parameter, "placements")) and parameter.dim() in (2, 3)


def weights_of(model: torch.nn.Module, what: str) -> Iterator[tuple[torch.nn.Module, str, str]]:
    """The weights of a model, each once: module, parameter and the layer's name. Raises
    LaunchError, naming the layer, for those that operators could not find."""
    seen: set[int] = set()
    for name, module in model.named_modules():
        for key, parameter in module._parameters.items():
            if _is_weight(parameter) and id(parameter) not in seen:
                seen.add(id(parameter))
                layer = name if key == "weight" else f"{name}.{key}".lstrip(".")
                _check(parameter, layer, what)
                yield module, key, layer


def _check(parameter: Any, layer: str, what: str) -> None:
    if hasattr(parameter, "placements"):
        raise LaunchError(
            f"layer '{layer}': {what}: expected a weight that this device has whole, got a "
            f"DTensor ({parameter.placements}), which each call gathers anew; leave sharded "
            "models as they are"
        )
    if parameter.is_inference():
        raise LaunchError(
            f"layer '{layer}': {what}: expected a weight whose writes torch counts, got one "
            "that was made in inference mode; make it outside of torch.inference_mode()"
        )
