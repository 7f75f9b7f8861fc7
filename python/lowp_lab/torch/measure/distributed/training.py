"""Steps of AdamW under FSDP2, with weights that are gathered quantized and in bf16."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

import lowp.torch
from lowp.torch.distributed import quantize_gathers
from lowp_lab.torch.bench.measure import free, held_bytes, peak_bytes
from lowp_lab.torch.measure.decoder import Layer, Sizes, turns_of
from lowp_lab.torch.measure.distributed.layers import SMALL, compile_options, weights_of
from lowp_lab.torch.measure.distributed.ranks import Ranks, linear_jobs

_RECIPE = "blockwise_training"
_WAYS = ("bf16", "lowp", "lowp, quantized gathers", "lowp, quantized gathers, held")
_COMPILED = ("bf16, compiled", "lowp, compiled", "lowp, compiled, quantized gathers")


class Stack(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))

    def forward(self, x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, turns)
        return x


class Trained(NamedTuple):
    """step: an optimizer's, which returns the loss. losses: of the first steps, by
    deterministic algorithms: attention's gradients are sums in any order otherwise. sent: bytes
    of a gather of all weights, and those in bf16. held, peak: bytes of memory."""

    step: Callable[[], torch.Tensor]
    losses: list[float]
    sent: dict[str, int]
    held: int
    peak: int


def shard(model: Stack, mesh: DeviceMesh, reduced: torch.dtype) -> None:
    """By FSDP2, layer by layer. reduced: of gradients on their way."""
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=reduced)
    for each in [*model.layers, model]:
        fully_shard(each, mesh=mesh, mp_policy=policy)


def model_of(
    way: str, sizes: Sizes, ranks: Ranks, recipe: str = _RECIPE
) -> tuple[nn.Module, dict[str, int]]:
    """A model of fully_shard, and bytes of a gather of all weights where they are quantized."""
    torch.manual_seed(0)
    with ranks.device:
        model = Stack(sizes)
    if way.startswith("lowp"):
        lowp.torch.convert(model, recipe)
    if "compiled" in way:
        for layer in model.layers:
            layer.compile(**compile_options(way, ranks))
    shard(model, ranks.mesh, torch.bfloat16)
    if "quantized" not in way:
        return model, {}
    found = quantize_gathers(model).json["weights"]
    return model, {key: sum(each[key] for each in found) for key in ("bytes", "wide")}


class Case(NamedTuple):
    """x: the rows of this rank. turns: angles of their places."""

    x: torch.Tensor
    turns: torch.Tensor

    @classmethod
    def draw(cls, sizes: Sizes, rows: int, ranks: Ranks) -> Case:
        torch.manual_seed(1 + ranks.rank)
        length = min(rows, 4096)
        x = torch.randn(rows // length, length, sizes.width, device=ranks.device).bfloat16()
        return cls(x, turns_of(length, sizes.width // sizes.heads, ranks.device))


def step(
    model: nn.Module, optimizer: torch.optim.Optimizer, case: tuple[torch.Tensor, torch.Tensor]
) -> torch.Tensor:
    """Returns the loss."""
    loss = model(*case).float().square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss.detach()


def _train(way: str, sizes: Sizes, rows: int, ranks: Ranks) -> Trained:
    before = held_bytes(ranks.device)
    model, sent = model_of(way, sizes, ranks)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    if "held" in way:
        lowp.torch.hold(model, optimizer)
    call = partial(step, model, optimizer, Case.draw(sizes, rows, ranks))
    # Graphs are of one mode.
    torch.use_deterministic_algorithms("compiled" not in way, warn_only=True)
    losses = [call().item() for _ in range(ranks.arguments.steps)]
    torch.use_deterministic_algorithms(False)
    held = held_bytes(ranks.device) - before
    return Trained(call, losses, sent, held, peak_bytes(call, ranks.device) - before)


def jobs_of(sizes: Sizes, ranks: Ranks, recipe: str = _RECIPE) -> list[Callable[[], Any]]:
    """Programs of layers with whole weights in bf16, and in data and scales."""
    weights = [*set.union(*weights_of(sizes))]
    jobs = linear_jobs(weights, recipe, ranks.device, ("", ""))
    return jobs + linear_jobs(weights, recipe, ranks.device, ("w", "w"))


def sizes_of(ranks: Ranks, layers: int) -> Sizes:
    # New memory need not have values.
    torch.utils.deterministic.fill_uninitialized_memory = False  # type: ignore[attr-defined]
    small = Sizes(SMALL.width, 512, 4, 4, layers=2)
    return small if ranks.arguments.small else Sizes(layers=layers)


def _add_peaks(found: dict[str, dict[str, float]], trained: dict[str, Trained]) -> None:
    """Adds the bytes of each, and how many times those of the first it is."""
    first = next(iter(trained.values())).peak
    for way, each in trained.items():
        found[way]["peak_GiB"] = each.peak / 2**30
        # The CPU counts none.
        found[way]["peak of bf16"] = each.peak / max(first, 1)


def compiled(ranks: Ranks) -> None:
    """The same where each layer is compiled: bf16 by inductor, converted ones by lowp."""
    sizes, rows = sizes_of(ranks, 4), 64 if ranks.arguments.small else 8192
    # All ways compile the same functions.
    with torch._dynamo.config.patch(recompile_limit=64):
        trained = {way: _train(way, sizes, rows, ranks) for way in _COMPILED}
        found = ranks.by_turns({way: each.step for way, each in trained.items()}, _COMPILED[0])
    _add_peaks(found, trained)
    losses = {way: each.losses for way, each in trained.items()}
    ranks.write(f"fsdp {rows} rows, compiled", {"ms": found, "losses": losses})


def run(ranks: Ranks) -> None:
    small, sizes = ranks.arguments.small, sizes_of(ranks, 8)
    seconds = ranks.warm(jobs_of(sizes, ranks))
    for rows in (64,) if small else (8192, 2048):
        if not ranks.has_time():
            return
        control = _train("lowp", sizes, rows, ranks).losses
        trained = {way: _train(way, sizes, rows, ranks) for way in _WAYS}
        found = ranks.by_turns({way: one.step for way, one in trained.items()}, "bf16", "lowp")
        for way, each in trained.items():
            found[way]["tokens_per_s_and_gpu"] = rows / found[way]["ms"] * 1e3
            found[way]["held_GiB"] = each.held / 2**30
        _add_peaks(found, trained)
        wide, narrow, held = (trained[way] for way in _WAYS[1:])
        ranks.write(
            f"fsdp {rows} rows",
            {
                "ms": found,
                "losses": {way: each.losses for way, each in trained.items()},
                "equal losses": ranks.all_true(wide.losses == narrow.losses == held.losses),
                "equal losses of two runs in bf16": ranks.all_true(wide.losses == control),
                "bytes of bf16": narrow.sent["bytes"] / narrow.sent["wide"],
                "compile_s": seconds,
            },
        )
        del trained, wide, narrow, held
        free(ranks.device)
