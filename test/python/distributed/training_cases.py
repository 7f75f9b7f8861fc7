"""Cases of sharded_cases.py that train by what else torch has: checkpoints, recomputation,
pipelines."""

import pathlib
import sys
from unittest import mock

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as checkpoints
from torch.distributed.fsdp import fully_shard
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.utils.checkpoint import checkpoint

import lowp.torch
from lowp.torch.compiling import quantized_operands
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import QuantizedInput, quantize_gathers
from quantized_cases import POLICY, Block, CountBytes


def resharded_checkpoint(mesh):
    """What fully_shard trained with quantized gathers is saved; tensor parallel layers, and
    a device alone, load it."""
    torch.manual_seed(1 + dist.get_rank())
    saved = fully_shard(Block("rowwise_training"), mesh=mesh, mp_policy=POLICY)
    quantize_gathers(saved)
    optimizer = torch.optim.AdamW(saved.parameters(), lr=1e-2)
    saved(torch.randn(32, 256).bfloat16()).float().square().mean().backward()
    optimizer.step()
    folder = pathlib.Path(sys.argv[2]) / "checkpoint"
    checkpoints.save(saved.state_dict(), checkpoint_id=folder)
    want = {name: each.full_tensor() for name, each in saved.state_dict().items()}
    plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
    loaded = {
        "tensor parallel": parallelize_module(Block("rowwise_training"), mesh, plan),
        "whole": Block("rowwise_training"),
    }
    found = {}
    for way, block in loaded.items():
        state = block.state_dict()
        before = torch.equal(whole(state["up.weight"]), want["up.weight"])
        checkpoints.load(state, checkpoint_id=folder)
        same = [torch.equal(whole(each), want[name]) for name, each in state.items()]
        found[way] = float(before or not all(same))
    return found


def whole(tensor):
    return tensor.full_tensor() if hasattr(tensor, "full_tensor") else tensor


def compiled_weights(mesh):
    """Graphs that fully_shard gives data and scales take layers into regions, and change no bit
    of three steps."""
    losses = []
    for options in (None, {"rest": "eager", "strict": True}):
        model = Block("mxfp8_training", bias=False)
        if options is not None:
            model = torch.compile(model, backend=backend, options=options)
        quantize_gathers(fully_shard(model, mesh=mesh, mp_policy=POLICY))
        torch.manual_seed(1 + dist.get_rank())
        x = torch.randn(64, 256).bfloat16()
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        rewrite = quantized_operands._rewrite
        with mock.patch.object(quantized_operands, "_rewrite", wraps=rewrite) as called:
            for _ in range(3):
                loss = model(x).float().square().mean()
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
                losses.append(loss.item())
    # Two layers, forward and backward.
    return {"bits": float(losses[:3] != losses[3:]), "layers": float(called.call_count != 4)}


def recomputed(mesh):
    """Activation checkpointing gathers data and scales again, and changes no bit."""
    torch.manual_seed(2)
    x, g = (
        each.chunk(2)[dist.get_rank()].contiguous() for each in torch.randn(2, 64, 256).bfloat16()
    )
    block = Block("mxfp8_training")
    plan = {
        "": QuantizedInput(Shard(0)),
        "up": ColwiseParallel(input_layouts=Replicate()),
        "down": RowwiseParallel(output_layouts=Shard(0)),
    }
    quantize_gathers(parallelize_module(block, mesh, plan))
    values, sent = [], []
    for again in (False, True):
        leaf = x.detach().requires_grad_()
        with CountBytes() as counted:
            y = checkpoint(block, leaf, use_reentrant=False) if again else block(leaf)
            y.backward(g)
        gradients = [each.grad.to_local() for each in block.parameters()]
        values.append([y.detach(), leaf.grad, *gradients])
        sent.append(counted.sent)
        block.zero_grad()
    same = all(torch.equal(*pair) for pair in zip(*values))
    # Inputs travel twice, gradients once.
    return {"bits": float(not same), "bytes": float(2 * sent[1] != 3 * sent[0])}


def pipelined(mesh):
    """A layer on each device, with the gradients of one device that takes both."""
    rank = dist.get_rank()
    torch.manual_seed(3)
    x, wanted = torch.randn(2, 64, 256).bfloat16()

    def model():
        torch.manual_seed(0)
        layers = (torch.nn.Linear(256, 256).bfloat16() for _ in range(2))
        return [lowp.torch.convert(each, "rowwise_training") for each in layers]

    def loss_of(y, target):
        return (y - target).float().square().mean()

    one, ours = model(), model()[rank]
    stage = PipelineStage(ours, rank, 2, torch.device("cpu"))
    schedule = Schedule1F1B(stage, 2, loss_fn=loss_of)
    schedule.step(x) if rank == 0 else schedule.step(target=wanted)
    for part, target in zip(x.chunk(2), wanted.chunk(2)):
        (loss_of(one[1](one[0](part)), target) / 2).backward()
    pairs = zip(ours.parameters(), one[rank].parameters())
    return {
        "gradients": max(
            float((a.grad - b.grad).abs().max() / b.grad.abs().max()) for a, b in pairs
        )
    }


CASES = {
    each.__name__: each for each in (resharded_checkpoint, compiled_weights, recomputed, pipelined)
}
