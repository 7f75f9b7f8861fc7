"""Weights that are prepared once: option freeze."""

from __future__ import annotations

import warnings
import weakref
from typing import Any, NamedTuple

import torch

import lowp

_Key = tuple[tuple, ...]


def _numbers(function: lowp.Function) -> list[int]:
    """The numbers of the region's arguments that a function takes."""
    names = (argument.name for argument in function.arguments)
    return [int(name[len("argument") :]) for name in names if name.startswith("argument")]


def _place(weight: torch.Tensor, storage: Any) -> tuple:
    """What is a weight, but for its values. Several may be parts of one storage."""
    layout = weight.storage_offset(), weight.shape, weight.stride(), weight.dtype
    return (id(storage), *layout, weight.is_neg())


class _Kept(NamedTuple):
    """Prepared weights. versions: the writes that torch had counted then. storages: weak
    references, with which it dies; weights themselves with such could not be swapped."""

    versions: list[int]
    storages: list[weakref.ref]
    prepared: lowp.Prepared


class Frozen:
    """The prepared weights of all layers that one program computes."""

    def __init__(self, program: lowp.Program) -> None:
        self._function = program["region"]
        self._read = _numbers(self._function)
        self._prepared = _numbers(program["region$prepare"])
        # By places of weights, whose storages are alive.
        self._kept: dict[_Key, _Kept] = {}

    def replace(self, arguments: list[torch.Tensor], stored: list[Any]) -> list[Any]:
        """The arguments of the function: in place of weights what was prepared of them,
        which is done again when torch has written to one, and in each call where it does
        not count writes."""
        weights = [arguments[number] for number in self._prepared]
        plain = [stored[number] for number in self._prepared]
        if any(weight.is_inference() for weight in weights):
            _warn_of_inference()
            prepared = self._function.prepare(*plain)
        else:
            prepared = self._find(weights, plain)
        return [*(stored[number] for number in self._read), prepared]

    def _find(self, weights: list[torch.Tensor], plain: list[Any]) -> lowp.Prepared:
        storages = [weight.untyped_storage() for weight in weights]
        key = tuple(map(_place, weights, storages))
        versions = [weight._version for weight in weights]
        kept = self._kept.get(key)
        if kept is None or kept.versions != versions:
            forget = _forgetter(self, key)
            dying = [weakref.ref(storage, forget) for storage in storages]
            kept = _Kept(versions, dying, self._function.prepare(*plain))
            self._kept[key] = kept
        return kept.prepared


def _forgetter(frozen: Frozen, key: _Key) -> Any:
    """What is called when a storage of `key` dies."""
    owner = weakref.ref(frozen)

    def forget(_storage: Any) -> None:
        result = owner()
        if result is not None:
            result._kept.pop(key, None)

    return forget


def _warn_of_inference() -> None:
    warnings.warn(
        "option freeze: expected weights whose writes torch counts, got some that were made in "
        "inference mode, which are prepared in each call; make them outside of "
        "torch.inference_mode()",
        stacklevel=2,
    )
