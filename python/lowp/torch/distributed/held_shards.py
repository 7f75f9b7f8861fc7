"""Shards of weights under FSDP2 that are quantized once for each step, not for each gather."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch.distributed.fsdp import parameters_of
from lowp.torch.held_weights import Moment, refuse_stale, sums_of
from lowp.torch.linear import Linear

_Quantize = Callable[[Sequence[torch.Tensor]], tuple[torch.Tensor, ...]]


class HeldShards:
    """The data and scales of the weights that one all-gather takes. parameters: torch's
    FSDPParam of each. names: of their layers. debug: whether each use compares the weights
    with what they were."""

    def __init__(self, parameters: list[Any], names: list[str], debug: bool) -> None:
        self.parameters, self._names, self._debug = parameters, names, debug
        self._made: tuple[torch.Tensor, ...] = ()
        self._of: list[tuple[int, int]] = []
        self._sums: list[torch.Tensor] = []
        self._moment: Moment | None = None

    @property
    def bytes(self) -> int:
        return sum(each.nbytes for each in self._made)

    def forget(self, changed: set[int] | None = None) -> None:
        """Lets the next gather quantize anew: if `changed` has the id of a parameter, or None
        stands for all."""
        if changed is None or any(id(each.sharded_param) in changed for each in self.parameters):
            self._made = ()

    def read(self, shards: Sequence[torch.Tensor], quantize: _Quantize) -> tuple:
        """Data and scales of shards, anew where torch has counted a write. Raises
        StaleWeightError for weights with other sums."""
        state = [(each.data_ptr(), each._version) for each in shards]
        if not self._made or state != self._of:
            self._made, self._of = quantize(shards), state
            self._sums = [sums_of(each) for each in shards] if self._debug else []
            self._moment = Moment(shards[0].device) if shards[0].is_cuda else None
            return self._made
        refuse_stale("shard", self._names, shards, self._sums)
        if self._moment is not None:
            self._moment.wait(self._made)
        return self._made


def _check(parameter: Any, name: str, what: str) -> None:
    if parameter.sharded_state.name != "SHARDED":
        raise LaunchError(
            f"layer '{name}': {what}: expected a weight that fully_shard has sharded, got it "
            "gathered; call it before the first step, or after model.reshard()"
        )
    if parameter.lowp_gathered.held is not None:
        raise LaunchError(
            f"layer '{name}': {what}: expected a weight that is not held, got one that is; call "
            "release() of what lowp.torch.hold returned"
        )


def hold_shards(model: torch.nn.Module, debug: bool, what: str) -> list[HeldShards]:
    """Holds what quantize_gathers has made of weights of fully_shard; others are quantized
    where they have been gathered. Raises LaunchError, naming the layer."""
    names = {id(module): name for name, module in model.named_modules()}
    found: dict[int, Any] = {}
    wide = None
    for parameter in parameters_of(model):
        module = parameter._module_info.module
        gathered = getattr(parameter, "lowp_gathered", None)
        if gathered is not None:
            _check(parameter, names[id(module)], what)
            found[id(gathered)] = gathered
        elif isinstance(module, Linear):
            wide = names[id(module)]
    if wide is not None and not found:
        raise LaunchError(
            f"layer '{wide}': {what}: expected weights of fully_shard that are gathered as they "
            "are quantized, got gathers in 16 bits, which each call quantizes; call "
            "lowp.torch.distributed.quantize_gathers(model) before"
        )
    for gathered in found.values():
        layers = [names[id(each._module_info.module)] for each in gathered.parameters]
        gathered.held = HeldShards(gathered.parameters, layers, debug)
    return [gathered.held for gathered in found.values()]


def release_shards(held: Sequence[HeldShards]) -> None:
    for each in held:
        each.forget()
        for parameter in each.parameters:
            gathered = getattr(parameter, "lowp_gathered", None)
            if gathered is not None and gathered.held is each:
                gathered.held = None
