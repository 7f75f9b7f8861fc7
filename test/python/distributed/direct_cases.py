"""Cases of sharded_cases.py whose layers call their programs without DTensor's dispatch."""

import contextlib
import dataclasses
from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.debug import CommDebugMode
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

from lowp.torch.distributed import (
    QuantizedInput,
    collectives,
    quantize_gathers,
    row_gradients,
    rows,
    sharded_linear,
)
from quantized_cases import POLICY, Block


def values_of(block, x, g, freeze=None):
    """Results, gradients, and what DTensor says of the weights' gradients."""
    for name, each in block.named_parameters():
        each.requires_grad_(name != freeze)
    block.zero_grad()
    leaf = x.detach().requires_grad_(freeze != "x")
    y = block(leaf)
    y.backward(g)
    found = [y.detach(), leaf.grad, *(each.grad for each in block.parameters())]
    made = [each for each in found if isinstance(each, DTensor)]
    locals_ = [each.to_local() if isinstance(each, DTensor) else each for each in found]
    return locals_, [(each.placements, each.shape, each.stride()) for each in made]


def is_equal(a, b):
    pairs = zip(a[0], b[0], strict=True)
    same = all(x is y if x is None or y is None else torch.equal(x, y) for x, y in pairs)
    return same and a[1] == b[1]


@contextlib.contextmanager
def of_torch():
    """All by DTensor's dispatch, and functional collectives."""
    with (
        mock.patch.object(sharded_linear, "find_way", lambda *_: None),
        mock.patch.object(rows, "_gathers_now", lambda *_: False),
        mock.patch.object(row_gradients._ScatterHook, "_applies", lambda *_: False),
        mock.patch.object(collectives, "_gather_now", collectives._gather),
    ):
        yield


def at_once(mesh):
    """All bits, placements and strides are those of DTensor's dispatch."""
    found = {}
    rank = dist.get_rank()
    whole = {"up": ColwiseParallel(), "down": RowwiseParallel()}
    scattered = {"up": ColwiseParallel(), "down": RowwiseParallel(output_layouts=Shard(0))}
    gathered = {"": QuantizedInput(), **scattered, "up": ColwiseParallel(input_layouts=Replicate())}
    plans = {"whole": whole, "rows": scattered, "quantized": gathered}
    torch.manual_seed(4)
    x, g = torch.randn(2, 32, 256).bfloat16()
    for name, plan in plans.items():
        block = parallelize_module(Block("mxfp8_training"), mesh, plan)
        if name == "quantized":
            quantize_gathers(block)
        own_g = g if name == "whole" else g.chunk(2)[rank]
        own_x = x.chunk(2)[rank] if name == "quantized" else x
        for freeze in (None, "x", "up.weight") if name == "whole" else (None,):
            with of_torch():
                want = values_of(block, own_x, own_g, freeze)
            run = mock.Mock(wraps=sharded_linear._forward)
            gather = mock.Mock(wraps=collectives._gather_now)
            scatter = mock.Mock(wraps=row_gradients.scatter_rows_now)
            with (
                mock.patch.object(row_gradients, "scatter_rows_now", scatter),
                mock.patch.object(sharded_linear, "_forward", run),
                mock.patch.object(collectives, "_gather_now", gather),
            ):
                # Bound calls begin with the third.
                made = [values_of(block, own_x, own_g, freeze) for _ in range(3)]
            found[f"{name} {freeze}"] = float(not all(is_equal(each, want) for each in made))
            # Rows, and gradients; and sums.
            counts = [6, 6, 3] if name == "quantized" else [6, 0, 0]
            is_direct = [each.call_count for each in (run, gather, scatter)] == counts
            found[f"{name} {freeze}, at once"] = float(not is_direct)
    found["exchange"] = float(not exchanges_alike(mesh, x))
    found["with a bias"] = float(not adds_bias_once(mesh, x))
    found["shared both ways"] = float(not both_ways(mesh, x))
    found["types from before"] = float(not takes_types_from_before(mesh, x))
    return found


def takes_types_from_before(mesh, x):
    """Weights whose DTensors tell of the type that their elements had before fully_shard of
    torch 2.11 rounded them, compiled and by DTensor's dispatch."""
    plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
    block = parallelize_module(Block("mxfp8_training"), mesh, plan)
    compiled = torch.compile(block, backend="aot_eager", fullgraph=True)
    with torch.no_grad(), of_torch():
        want = block(x)
        for layer in (block.up, block.down):
            weight, spec = layer.weight.to_local(), layer.weight._spec
            meta = spec.tensor_meta._replace(dtype=torch.float32)
            before = DTensor(
                weight, dataclasses.replace(spec, tensor_meta=meta), requires_grad=False
            )
            layer.weight = torch.nn.Parameter(before)
        return all(torch.equal(each(x), want) for each in (block, compiled))


def exchanges_alike(mesh, x):
    """Rows that are exchanged unevenly, which lie apart, are those of functional collectives,
    which modes see."""
    rank, wide = dist.get_rank(), torch.cat([x, x], 1)[:, :256]
    sent = [5, 27] if rank == 0 else [20, 12]
    came = [5, 20] if rank == 0 else [27, 12]
    group = mesh.get_group()
    now = collectives.exchange(wide, came, sent, group)
    with CommDebugMode() as counted:
        seen = collectives.exchange(wide.contiguous(), came, sent, group)
    return torch.equal(now, seen) and counted.get_total_counts() == 1


def adds_bias_once(mesh, x):
    """RowwiseParallel layers with a bias are DTensor's."""
    block = Block("mxfp8_training")
    block.down.bias = torch.nn.Parameter(torch.full((256,), 64.0).bfloat16())
    with torch.no_grad():
        want = block(x)
        block = parallelize_module(
            block, mesh, {"up": ColwiseParallel(), "down": RowwiseParallel()}
        )
        return bool((block(x) - want).abs().max() < 1)


def both_ways(mesh, x):
    """Weights that fully_shard has gathered, of one device each, are no DTensors."""
    block = fully_shard(Block("mxfp8_training"), mesh=mesh, mp_policy=POLICY)
    with torch.no_grad():
        return torch.equal(block(x), Block("mxfp8_training")(x))


CASES = {at_once.__name__: at_once}
