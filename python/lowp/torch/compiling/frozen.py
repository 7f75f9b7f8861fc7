"""Weights that are prepared once: options freeze and hold."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch

import lowp
from lowp.torch import held_weights
from lowp.torch.compiling import fused_steps, graphed
from lowp.torch.prepared_reads import Place, Reader, Store

_Key = tuple[Place, ...]


class _Kept(NamedTuple):
    """Prepared weights. versions: the writes that were counted then. storages: weak
    references, with which it dies; weights themselves with such could not be swapped."""

    versions: list[int]
    storages: list[weakref.ref]
    prepared: lowp.Prepared


class Frozen:
    """The prepared weights of all layers that one program computes. store: gives an argument
    as the program takes it. holds: whether weights change, and are prepared once where
    lowp.torch.hold holds them. options: of lowp.compile, of the program."""

    def __init__(
        self, program: lowp.Program, store: Store, holds: bool, options: Mapping[str, Any]
    ) -> None:
        self._reader, self._store = Reader(program["region"], store, options), store
        self._holds = holds
        # By places of weights, whose storages are alive.
        self._kept: dict[_Key, _Kept] = {}
        # Whether CUDA graphs read what was prepared.
        self._stays = False
        fused_steps.watch()

    def select(self, arguments: Sequence[torch.Tensor]) -> list[Any]:
        """What the function reads: in place of weights what was prepared of them,
        which is done again when they change, and in each call where nothing tells that."""
        with torch.no_grad():
            prepared = self._prepare([arguments[index] for index in self._reader.weights])
        return [*(arguments[index] for index in self._reader.read), *prepared.arrays]

    def store(self, _arguments: Any, selected: Sequence[Any]) -> list[Any]:
        """The same as the function takes it."""
        read = self._reader.read
        return [*map(self._store, selected, read), *selected[len(read) :]]

    def _prepare(self, weights: list[torch.Tensor]) -> lowp.Prepared:
        calls = graphed.current()
        if calls is None:
            return self.write(weights)
        if not any(weight.is_inference() for weight in weights):
            self._stays = True
            calls.note(self, weights)
        return graphed.call_outside(weights[0].device, lambda: self.write(weights))

    def write(self, weights: list[torch.Tensor]) -> lowp.Prepared:
        """What is prepared of weights, written where they have changed, for CUDA graphs in the
        same memory."""
        held = held_weights.find_all(weights)
        if held is not None:
            return held[0].copies.read(self._reader, held, weights)
        if self._holds or any(weight.is_inference() for weight in weights):
            (_warn_of_unheld if self._holds else _warn_of_inference)()
            return self._reader.prepare(weights)
        return self._find(weights)

    def _find(self, weights: list[torch.Tensor]) -> lowp.Prepared:
        storages = [weight.untyped_storage() for weight in weights]
        key = tuple(Place.of(weight, id(each)) for weight, each in zip(weights, storages))
        versions = [weight._version for weight in weights] + list(
            map(fused_steps.last_of, storages)
        )
        kept = self._kept.get(key)
        if kept is None or kept.versions != versions:
            forget = _forgetter(self, key)
            dying = [weakref.ref(storage, forget) for storage in storages]
            out = kept.prepared if kept is not None and self._stays else None
            kept = _Kept(versions, dying, self._reader.prepare(weights, out))
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


def _warn_of_unheld() -> None:
    warnings.warn(
        "option hold: expected weights that lowp.torch.hold(model, optimizer) holds, got others, "
        "which are prepared in each call; call it before the first step",
        stacklevel=2,
    )
