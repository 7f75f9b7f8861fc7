"""lowp.torch.hold and held."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import torch

from lowp._errors import LaunchError
from lowp.torch.checks import check_module
from lowp.torch.distributed.fsdp import parameters_of
from lowp.torch.distributed.held_shards import HeldShards, hold_shards, release_shards
from lowp.torch.held_weights import TABLE, Copies, HeldWeight, find
from lowp.torch.module_weights import weights_of


class Held:
    """The weights of a model that are held: what lowp.torch.hold returns, and the context
    `held`."""

    def __init__(self, weights: list[HeldWeight], copies: Copies, shards: list[HeldShards]) -> None:
        self._weights, self._copies, self._shards = weights, copies, shards
        self._hooks: list[Any] = []
        self._steps = 0
        for weight in weights:
            TABLE.follow(weight)

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()

    @property
    def bytes(self) -> int:
        """How much memory prepared weights take."""
        return self._copies.bytes + sum(each.bytes for each in self._shards)

    def write(self) -> None:
        """Writes all that has been read anew: to be called where weights have changed
        outside of the optimizer's step, in a way that torch does not count."""
        self._write(None)

    def release(self) -> None:
        """Holds no weight any longer."""
        for hook in self._hooks:
            hook.remove()
        for weight in self._weights:
            TABLE.remove(weight)
        self._copies.clear()
        release_shards(self._shards)

    def _write(self, changed: set[int] | None) -> None:
        for weight in self._weights:
            TABLE.follow(weight)
        self._copies.write(changed)
        for each in self._shards:
            each.forget(changed)

    def _follow_steps(self, optimizer: torch.optim.Optimizer) -> None:
        """Writes what a step of the optimizer changes, after each step."""

        def write(*_of_step: Any) -> None:
            self._write({id(each) for each in _parameters_of(optimizer)})
            self._warn_of_nothing()

        self._hooks.append(optimizer.register_step_post_hook(write))

    def _warn_of_nothing(self) -> None:
        self._steps += 1
        if self._steps == 1 and not len(self._copies) and not self._shards:
            warnings.warn(
                "lowp.torch.hold: expected layers that read their held weights, got none after "
                "the first step; convert the model, or compile it with backend='lowp' and "
                "options={'hold': True}",
                stacklevel=4,
            )


def _parameters_of(optimizer: torch.optim.Optimizer) -> Iterator[torch.Tensor]:
    for group in optimizer.param_groups:
        yield from group["params"]


def _hold(model: torch.nn.Module, debug: bool, microbatches: int, what: str) -> Held:
    check_module(model, what)
    if not isinstance(microbatches, int) or microbatches < 1:
        raise ValueError(
            f"{what}: expected microbatches of a step, 1 or more, got {microbatches!r}"
        )
    copies, weights = Copies(debug, microbatches), []
    gathered = {id(each.sharded_param) for each in parameters_of(model)}
    for module, key, layer in weights_of(model, what, takes_shards=True):
        parameter: Any = module._parameters[key]
        if id(parameter) in gathered:
            continue
        if find(getattr(parameter, "_local_tensor", parameter)) is not None:
            raise LaunchError(
                f"layer '{layer}': {what}: expected a weight that is not held, got one that is; "
                "call release() of what lowp.torch.hold returned"
            )
        weights.append(HeldWeight(module, key, layer, copies))
    shards = hold_shards(model, debug, what)
    if gathered and not weights and not shards:
        raise LaunchError(
            f"{what}: expected weights that this device has whole, parts of tensor parallelism or "
            "gathers of quantized weights, got a model that fully_shard gathers in 16 bits, "
            "which each call quantizes; leave it out"
        )
    if not weights and not shards:
        raise ValueError(f"{what}: expected a model with weights, got none of 2 or 3 dimensions")
    return Held(weights, copies, shards)


def hold(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer | Iterable[torch.optim.Optimizer],
    *,
    debug: bool = False,
    microbatches: int = 1,
) -> Held:
    """Quantizes weights once for each step of the optimizer, not in each call.

    optimizer: one, or several, that update the weights of `model`: after its step the
    quantized forms that layers have read are written again, in the same memory, those of
    forward and dgrad by one read where the scales are of blocks. Microbatches,
    recomputation and the backward pass use them; results are the same, bit for bit.
    debug: whether each use compares sums of the weight with those of the written one,
    which waits for the device; a difference is a StaleWeightError that names the layer.
    microbatches: how often a step calls each layer. "auto" of experts divides the time of a
    write by it; regions are told by options={"hold": microbatches}.

    Converted layers, experts and lowp.torch.GroupedLinear read held weights in eager mode
    and under other compilers; torch.compile's backend "lowp" does with options={"hold":
    True}. Besides the hook, a write that torch counts makes a form stale: load_state_dict,
    code under no_grad. Weights that move (`.to`) are held from the next step on. What writes
    by `.data` outside of the step calls write() of the result. release() ends it, as does
    the death of the optimizer. state_dict and copies of the model know nothing of it.

    Each device holds its part of weights that tensor parallelism shares. Weights of
    fully_shard are held as what lowp.torch.distributed.quantize_gathers lets travel: the
    first gather after a step quantizes, later ones do not.

    Raises TypeError for other optimizers, ValueError for some that update none of the
    weights and for less than one microbatch, and LaunchError, naming the layer, for weights of inference mode, those that are
    held, and those of fully_shard while they are gathered or where none of converted layers
    is gathered quantized."""
    what = "lowp.torch.hold"
    optimizers = [optimizer] if hasattr(optimizer, "param_groups") else optimizer
    result = _hold(model, debug, microbatches, what)
    try:
        own = {id(each) for each in model.parameters()}
        for each in _check_optimizers(optimizers, what):
            if own.isdisjoint(map(id, _parameters_of(each))):
                raise ValueError(
                    f"{what}: expected an optimizer of parameters of the model, got one of "
                    "others; make it after what replaces parameters"
                )
            result._follow_steps(each)
    except BaseException:
        result.release()
        raise
    return result


def _check_optimizers(optimizers: Any, what: str) -> list[torch.optim.Optimizer]:
    found = list(optimizers) if isinstance(optimizers, Iterable) else [optimizers]
    for each in found:
        if not isinstance(each, torch.optim.Optimizer):
            raise TypeError(
                f"{what}: expected a torch.optim.Optimizer, got {type(each).__name__}; without "
                "one, lowp.torch.held(model) is a context"
            )
    if not found:
        raise ValueError(f"{what}: expected an optimizer, got none")
    return found


@contextlib.contextmanager
def held(model: torch.nn.Module, *, debug: bool = False, microbatches: int = 1) -> Iterator[Held]:
    """Quantizes weights once within the context, as `hold` does, for loops without an
    optimizer of torch's: call write() of what it yields after each update."""
    with _hold(model, debug, microbatches, "lowp.torch.held") as result:
        yield result
