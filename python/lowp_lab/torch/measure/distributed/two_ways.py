"""Layers of Llama by FSDP2 and by tensor and sequence parallelism, with selective checkpointing
of operators, each layer compiled, as torchtitan trains them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.utils.checkpoint import CheckpointPolicy, create_selective_checkpoint_contexts

import lowp.torch
from lowp.torch.distributed import quantize_gathers
from lowp_lab.torch.measure.decoder import Sizes, turns_of
from lowp_lab.torch.measure.distributed.layers import SMALL, compile_options, parallelize
from lowp_lab.torch.measure.distributed.ranks import Ranks
from lowp_lab.torch.measure.distributed.training import Stack, shard, step

_RECIPE = "rowwise_training"
_TENSOR, _LAYERS = 2, 4
_WAYS = ("bf16", "lowp", "lowp, quantized gathers")
_aten = torch.ops.aten
_MATMULS = (_aten.mm.default, torch.ops.lowp.linear.default)
_KEPT = (
    _aten._scaled_dot_product_flash_attention.default,
    _aten._scaled_dot_product_flash_attention_for_cpu.default,
    _aten._scaled_dot_product_efficient_attention.default,
    _aten._scaled_dot_product_cudnn_attention.default,
    torch.ops._c10d_functional.reduce_scatter_tensor.default,
)


def _contexts() -> Any:
    """Every second matmul is kept, attention and sums over ranks are; all else is computed
    again."""
    counts = {True: 0, False: 0}

    def choose(context: Any, func: Any, *_arguments: Any, **_options: Any) -> CheckpointPolicy:
        is_kept = func in _KEPT
        if func in _MATMULS:
            counts[context.is_recompute] += 1
            is_kept = counts[context.is_recompute] % 2 == 1
        return CheckpointPolicy.MUST_SAVE if is_kept else CheckpointPolicy.PREFER_RECOMPUTE

    return create_selective_checkpoint_contexts(choose)


def model_of(way: str, sizes: Sizes, ranks: Ranks, mesh: DeviceMesh) -> nn.Module:
    """mesh: of dimensions "data" and "tensor"."""
    torch.manual_seed(0)
    with ranks.device:
        model = Stack(sizes)
    if way.startswith("lowp"):
        lowp.torch.convert(model, _RECIPE)
    for index, layer in enumerate(model.layers):
        parallelize(layer, mesh["tensor"], "quantized" in way)
        wrapped = checkpoint_wrapper(layer, context_fn=_contexts, preserve_rng_state=False)
        wrapped.compile(fullgraph=True, dynamic=False, **compile_options(way, ranks))
        model.layers[index] = wrapped
    shard(model, mesh["data"], torch.float32)
    if "quantized" in way:
        quantize_gathers(model)
    return model


def _stepper(way: str, sizes: Sizes, ranks: Ranks, mesh: DeviceMesh) -> Callable[[], torch.Tensor]:
    model = model_of(way, sizes, ranks, mesh)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    length = 64 if ranks.arguments.small else 8192
    torch.manual_seed(1 + mesh["data"].get_local_rank())
    x = torch.randn(1, length, sizes.width, device=ranks.device).bfloat16()
    x = x.chunk(_TENSOR, 1)[mesh["tensor"].get_local_rank()].contiguous()
    turns = turns_of(length, sizes.width // sizes.heads, ranks.device)
    return partial(step, model, optimizer, (x, turns))


def run(ranks: Ranks) -> None:
    """Halves of the ranks share rows, each by tensor parallelism of two."""
    if ranks.size % _TENSOR:
        raise ValueError(f"expected ranks in pairs, got {ranks.size}; pass --ranks 2 or 4")
    shape = ranks.size // _TENSOR, _TENSOR
    mesh = init_device_mesh(ranks.arguments.device, shape, mesh_dim_names=("data", "tensor"))
    sizes = dataclasses.replace(SMALL if ranks.arguments.small else Sizes(), layers=_LAYERS)
    losses: dict[str, list[float]] = {}
    calls: dict[str, Callable[[], Any]] = {}
    with torch._dynamo.config.patch(recompile_limit=64):
        for way in _WAYS:
            calls[way] = _stepper(way, sizes, ranks, mesh)
            losses[way] = [calls[way]().item() for _ in range(ranks.arguments.steps)]
        found = ranks.by_turns(calls, "bf16")
    tokens = (64 if ranks.arguments.small else 8192) / _TENSOR
    for figures in found.values():
        figures["tokens_per_s_and_gpu"] = tokens / figures["ms"] * 1e3
    ranks.write(f"FSDP {shape[0]} x TP {_TENSOR}", {"ms": found, "losses": losses})
