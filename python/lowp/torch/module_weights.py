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
        """The parameter, a DTensor where devices share it; None where the module has it no
        more."""
        module = self._module()
        result: Any = None if module is None else module._parameters.get(self._parameter)
        is_weight = type(result) is torch.nn.Parameter or is_shared(result)
        return result if is_weight else None

    def find_local(self) -> torch.Tensor | None:
        """What operators read of the parameter on this device."""
        return local_part(self.find())


_KINDS = (torch.Tensor, torch.nn.Parameter)
_is_wrapped = torch._C._functorch.is_functorch_wrapped_tensor
_Weight = TypeVar("_Weight", bound=ModuleWeight)


class WeightTable(Generic[_Weight]):
    """Weights by their memory, as long as others keep them."""

    def __init__(self) -> None:
        # Where one was another may be by now: `find` asks the weight, too.
        self._known: weakref.WeakValueDictionary[_Memory, _Weight] = weakref.WeakValueDictionary()
        # Sooner known than the length: the host's time of each call of a layer.
        self.is_empty = True

    def __len__(self) -> int:
        return len(self._known)

    def follow(self, weight: _Weight) -> None:
        """Adds a weight, or finds it where it is by now."""
        tensor = weight.find_local()
        memory = None if tensor is None else _memory_of(tensor)
        # Weights on meta, and without elements, are nowhere.
        memory = memory if memory is not None and all(memory) else None
        if memory is None or memory != weight.memory or self._known.get(memory) is not weight:
            self.remove(weight)
            weight.memory = memory
            if memory is not None:
                self._known[memory] = weight
                self.is_empty = False

    def remove(self, weight: _Weight) -> None:
        if weight.memory is not None and self._known.get(weight.memory) is weight:
            del self._known[weight.memory]
            self.is_empty = not self._known
        weight.memory = None

    def find(self, tensor: torch.Tensor) -> _Weight | None:
        """The weight that a tensor is, whatever its strides; None for others."""
        if self.is_empty or type(tensor) not in _KINDS or _is_wrapped(tensor):
            return None
        memory = _memory_of(tensor)
        result = self._known.get(memory)
        known = None if result is None else result.find_local()
        if known is None or known.data_ptr() != memory[0]:
            return None
        return None if tensor.is_neg() or tensor.is_inference() else result


def _is_weight(parameter: Any) -> bool:
    """Whether a matmul could read a parameter; subclasses of tensors are others' formats."""
    is_plain = type(parameter) is torch.nn.Parameter and parameter.layout is torch.strided
    return (is_plain or is_shared(parameter)) and parameter.dim() in (2, 3)


def is_shared(parameter: Any) -> bool:
    """Whether devices share a parameter: DTensor's, which need not be imported."""
    return hasattr(parameter, "placements")


def local_part(parameter: Any) -> Any:
    """What this device has of a parameter."""
    return getattr(parameter, "_local_tensor", parameter)


def weights_of(
    model: torch.nn.Module, what: str, *, takes_shards: bool = False
) -> Iterator[tuple[torch.nn.Module, str, str]]:
    """The weights of a model, each once: module, parameter and the layer's name. takes_shards:
    whether devices may share them. Raises LaunchError, naming the layer, for those that
    operators could not find."""
    seen: set[int] = set()
    for name, module in model.named_modules():
        for key, parameter in module._parameters.items():
            if _is_weight(parameter) and id(parameter) not in seen:
                seen.add(id(parameter))
                layer = name if key == "weight" else f"{name}.{key}".lstrip(".")
                _check(parameter, layer, what, takes_shards)
                yield module, key, layer


def _check(parameter: Any, layer: str, what: str, takes_shards: bool) -> None:
    if is_shared(parameter) and not takes_shards:
        raise LaunchError(
            f"layer '{layer}': {what}: expected a weight that this device has whole, got a "
            f"DTensor ({parameter.placements}), whose gradient torch reduces; leave sharded "
            "models as they are"
        )
    if parameter.is_inference():
        raise LaunchError(
            f"layer '{layer}': {what}: expected a weight whose writes torch counts, got one "
            "that was made in inference mode; make it outside of torch.inference_mode()"
        )
