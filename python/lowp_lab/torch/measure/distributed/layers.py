"""A layer of Llama under tensor and sequence parallelism, forward and backward."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    SequenceParallel,
    parallelize_module,
)

import lowp.torch
from lowp.torch import programs
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import (
    QuantizedInput,
    gathered_linear,
    linear_scattered,
    quantize_gathers,
)
from lowp_lab.torch.measure.decoder import Attention, FeedForward, Layer, Sizes, turns_of
from lowp_lab.torch.measure.distributed.ranks import Ranks, linear_jobs

_RECIPE = "rowwise_training"
SHAPES = {"8B": Sizes(), "70B": Sizes(8192, 28672, 64, 8)}
SMALL = Sizes(256, 512, 4, 4)
# Matmuls whose weights are divided by columns, and by rows.
_COLUMNS = (*(f"attention.w{name}" for name in "qkv"), "network.gate", "network.up")
_ROWS = ("attention.wo", "network.down")


class FeedForwardOfRows(FeedForward):
    """Takes rows that lie on ranks, which the layers gather and scatter themselves."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        gate, up = gathered_linear(x, [self.gate, self.up], dim=1)
        return linear_scattered(F.silu(gate) * up, self.down, dim=1)


class AttentionOfRows(Attention):
    def _project(self, x: torch.Tensor) -> Sequence[torch.Tensor]:
        return gathered_linear(x, [self.wq, self.wk, self.wv], dim=1)

    def _output(self, y: torch.Tensor) -> torch.Tensor:
        return linear_scattered(y, self.wo, dim=1)


def parallelize(block: nn.Module, mesh: DeviceMesh, quantized: bool) -> nn.Module:
    """Rows on ranks between matmuls. quantized: whether gathers carry data and scales."""
    rows, whole = Shard(1), Replicate()

    def prepare(*others: None) -> Any:
        if quantized:
            return QuantizedInput(rows)
        return PrepareModuleInput(
            input_layouts=(rows, *others), desired_input_layouts=(whole, *others)
        )

    parallelize_module(
        block,
        mesh,
        {
            "attention_norm": SequenceParallel(),
            "norm": SequenceParallel(),
            "attention": prepare(None),
            "network": prepare(),
            **{name: ColwiseParallel(input_layouts=whole) for name in _COLUMNS},
            **{name: RowwiseParallel(output_layouts=rows) for name in _ROWS},
        },
    )
    if quantized:
        quantize_gathers(block)
    return block


class Case(NamedTuple):
    """x: the rows of this rank, which want a gradient. g: the gradient of the result."""

    x: torch.Tensor
    turns: torch.Tensor
    g: torch.Tensor

    @classmethod
    def draw(cls, sizes: Sizes, ranks: Ranks) -> Case:
        batch, length = (1, 128) if ranks.arguments.small else (2, 4096)
        torch.manual_seed(1 + ranks.rank)
        shape = batch, length // ranks.size, sizes.width
        x, g = (torch.randn(shape, device=ranks.device).bfloat16() for _ in range(2))
        turns = turns_of(length, sizes.width // sizes.heads, ranks.device)
        return cls(x.requires_grad_(), turns, g * 1e-3)

    def step(self, layer: Callable[..., torch.Tensor], module: nn.Module) -> Callable[[], Any]:
        def run() -> list[Any]:
            self.x.grad = None
            module.zero_grad()
            y = layer(self.x, self.turns)
            y.backward(self.g)
            return [y.detach(), self.x.grad]

        return run


def parallelize_of_rows(block: nn.Module, ranks: Ranks) -> nn.Module:
    """The same, whose layers gather and scatter themselves."""
    plan: dict[str, Any] = dict.fromkeys(_COLUMNS, ColwiseParallel())
    plan |= dict.fromkeys(_ROWS, RowwiseParallel())
    plan |= dict.fromkeys(("attention_norm", "norm"), SequenceParallel(use_local_output=True))
    parallelize_module(block, ranks.mesh, plan)
    block.attention.__class__, block.network.__class__ = AttentionOfRows, FeedForwardOfRows
    return block


def weights_of(sizes: Sizes, parts: int = 1) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """N by K of a layer's weights that are divided by columns, and by rows."""
    width, narrow = sizes.width, sizes.groups * (sizes.width // sizes.heads)
    columns = {(size // parts, width) for size in (width, narrow, sizes.hidden)}
    return columns, {(width, size // parts) for size in (width, sizes.hidden)}


def jobs(sizes: Sizes, ranks: Ranks) -> list[Callable[[], Any]]:
    """Programs of all ways."""
    columns, rows = weights_of(sizes, ranks.size)
    found = linear_jobs([*columns, *rows], _RECIPE, ranks.device, ("", ""))
    found += linear_jobs([*columns], _RECIPE, ranks.device, ("x", "x"))
    found += linear_jobs([*columns, *rows], _RECIPE, ranks.device, ("xw", ""))
    for size in columns:
        for needed, scaled in (((True, False, False), ""), ((False, True, False), "x")):
            about = size, torch.bfloat16, needed, _RECIPE, ranks.device
            found.append(partial(programs.linear_backward, *about, scaled=scaled))
    return found + linear_jobs([*rows], _RECIPE, ranks.device, ("", "g"))


def contenders(sizes: Sizes, ranks: Ranks) -> dict[str, nn.Module]:
    torch.manual_seed(0)
    with ranks.device:
        plain = Layer(sizes).to(torch.bfloat16)
    ours = lowp.torch.convert(copy.deepcopy(plain), _RECIPE)
    found = {"bf16": parallelize(copy.deepcopy(plain), ranks.mesh, False)}
    found["lowp"] = parallelize(copy.deepcopy(ours), ranks.mesh, False)
    found["lowp, quantized gathers"] = parallelize(copy.deepcopy(ours), ranks.mesh, True)
    found["lowp, layers of rows"] = parallelize_of_rows(ours, ranks)
    return found


def eager(ranks: Ranks, name: str, sizes: Sizes) -> None:
    seconds = ranks.warm(jobs(sizes, ranks))
    case, blocks = Case.draw(sizes, ranks), contenders(sizes, ranks)
    calls = {key: case.step(block, block) for key, block in blocks.items()}
    wide, narrow = calls["lowp"](), calls["lowp, quantized gathers"]()
    same = {key: torch.equal(a, b) for key, a, b in zip(("y", "dx"), wide, narrow)}
    same = {key: ranks.all_true(each) for key, each in same.items()}
    found = ranks.by_turns(calls, "bf16", "lowp")
    ranks.write(f"tp {name}", {"ms": found, "equal bits": same, "compile_s": seconds})


def compile_options(way: str, ranks: Ranks) -> dict[str, Any]:
    """How torch compiles layers in bf16, and converted ones."""
    small = ranks.arguments.small
    if way.startswith("bf16"):
        return {"backend": "aot_eager"} if small else {}
    return {"backend": backend, "options": {"rest": "eager" if small else "inductor"}}


def compiled(ranks: Ranks, name: str, sizes: Sizes) -> None:
    """bf16 by inductor beside lowp's backend over converted layers."""
    case = Case.draw(sizes, ranks)
    blocks = contenders(sizes, ranks)
    calls = {
        key: case.step(torch.compile(blocks[key], **compile_options(key, ranks)), blocks[key])
        for key in ("bf16", "lowp")
    }
    calls["lowp, eager"] = case.step(blocks["lowp, quantized gathers"], blocks["lowp"])
    found = ranks.by_turns(calls, "bf16")
    ranks.write(f"tp {name}, compiled", {"ms": found})


def shapes(ranks: Ranks) -> dict[str, Sizes]:
    if ranks.arguments.small:
        return {"small": SMALL}
    return {name: SHAPES[name] for name in ranks.arguments.shapes.split(",")}
