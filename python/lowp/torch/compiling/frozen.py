"""Weights that are prepared once: option freeze."""

from __future__ import annotations

import weakref
from typing import Any

import torch

import lowp


def _version(tensor: torch.Tensor) -> int:
    """Counts torch's writes; tensors of inference mode count none."""
    return -1 if tensor.is_inference() else tensor._version


def _numbers(function: lowp.Function) -> list[int]:
    """The numbers of the region's arguments that a function takes."""
    names = (argument.name for argument in function.arguments)
    return [int(name[len("argument") :]) for name in names if name.startswith("argument")]


class _Kept:
    """Prepared weights, and what they were prepared of."""

    def __init__(self, weights: list[torch.Tensor], prepared: lowp.Prepared) -> None:
        self._weights = [weakref.ref(weight) for weight in weights]
        self._versions = [_version(weight) for weight in weights]
        self.prepared = prepared

    def is_of(self, weights: list[torch.Tensor]) -> bool:
        same = all(kept() is weight for kept, weight in zip(self._weights, weights))
        return same and self._versions == [_version(weight) for weight in weights]

    @property
    def is_dead(self) -> bool:
        return any(weight() is None for weight in self._weights)


class Frozen:
    """The prepared weights of all layers that one program computes."""

    def __init__(self, program: lowp.Program) -> None:
        self._function = program["region"]
        self._read = _numbers(self._function)
        self._prepared = _numbers(program["region$prepare"])
        self._kept: dict[tuple[int, ...], _Kept] = {}

    def replace(self, arguments: list[torch.Tensor], stored: list[Any]) -> list[Any]:
        """The arguments of the function: in place of weights what was prepared of them,
        which is done again when torch has written to one."""
        weights = [arguments[number] for number in self._prepared]
        key = tuple(map(id, weights))
        kept = self._kept.get(key)
        if kept is None or not kept.is_of(weights):
            prepared = self._function.prepare(*(stored[number] for number in self._prepared))
            self._kept = {k: v for k, v in self._kept.items() if not v.is_dead}
            kept = self._kept[key] = _Kept(weights, prepared)
        return [*(stored[number] for number in self._read), kept.prepared]
