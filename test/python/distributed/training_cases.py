"""Cases of sharded_cases.py that train by what else torch has: checkpoints, recomputation,
pipelines."""

import pathlib
import sys
from unittest import mock

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as checkpoints
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

import lowp.torch
from lowp.torch.compiling import quantized_operands
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import QuantizedInput, quantize_gathers
from lowp.torch.distributed.shards import QuantizeShards
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
    folder = pathlib.Path(sys.argv[1]) / "checkpoint"
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


def compiled_data_parallel(mesh):
    """DistributedDataParallel divides a graph where sums of gradients begin."""
    losses, divided = [], []

    def compiler(module, inputs):
        divided.append(module)
        return backend(module, inputs, options={"rest": "eager", "strict": True})

    for compiles in (False, True):
        model = DistributedDataParallel(Block("mxfp8_training", bias=False), bucket_cap_mb=0.1)
        run = torch.compile(model, backend=compiler) if compiles else model
        torch.manual_seed(1 + dist.get_rank())
        x = torch.randn(64, 256).bfloat16()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        with mock.patch.object(dist, "_DEFAULT_FIRST_BUCKET_BYTES", 1 << 16):
            for _ in range(2):
                loss = run(x).float().square().mean()
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
                losses.append(loss.item())
    return {"bits": float(losses[:2] != losses[2:]), "parts": float(len(divided) != 2)}


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
    found = {"bits": float(not same), "bytes": float(2 * sent[1] != 3 * sent[0])}
    # Graphs write nothing while they trace what is recomputed.
    fresh = parallelize_module(Block("mxfp8_training"), mesh, plan)

    def again(leaf):
        return checkpoint(fresh, leaf, use_reentrant=False)

    options = {"rest": "eager", "strict": True}
    compiled = torch.compile(again, backend=backend, fullgraph=True, options=options)
    leaf = x.detach().requires_grad_()
    y = compiled(leaf)
    y.backward(g)
    found["compiled"] = float(
        not (torch.equal(y, values[0][0]) and torch.equal(leaf.grad, values[0][1]))
    )
    return found


def steps(model, optimizer, seed):
    """Losses and weights of two steps of two microbatches."""
    torch.manual_seed(seed)
    losses = []
    for _ in range(2):
        for _ in range(2):
            loss = model(torch.randn(32, 256).bfloat16()).float().square().mean()
            loss.backward()
            losses.append(loss.item())
        optimizer.step()
        optimizer.zero_grad()
    return losses, [whole(each) for each in model.parameters()]


def held(mesh):
    """Shards of fully_shard are quantized once for each step, and parts of tensor parallelism
    in place; no bit changes. A write that torch does not count is found."""
    found = {}

    def gathered():
        model = fully_shard(Block("mxfp8_training"), mesh=mesh, mp_policy=POLICY)
        for each in model.modules():
            if isinstance(each, FSDPModule):
                each.set_reshard_after_forward(True)
        quantize_gathers(model)
        return model

    def parallel():
        plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
        return parallelize_module(Block("mxfp8_training"), mesh, plan)

    for make, seed in ((gathered, 1 + dist.get_rank()), (parallel, 1)):
        made, counts = [], []
        for holds in (False, True):
            model = make()
            optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)
            ours = lowp.torch.hold(model, optimizer, debug=True) if holds else None
            quantize = QuantizeShards.__call__
            with mock.patch.object(QuantizeShards, "__call__", autospec=True) as called:
                called.side_effect = quantize
                made.append(steps(model, optimizer, seed))
            counts.append(called.call_count)
        (losses, weights), (held_losses, held_weights) = made
        same = all(torch.equal(*pair) for pair in zip(weights, held_weights))
        found[make.__name__] = float(losses != held_losses or not same)
        expected = [8, 2] if make is gathered else [0, 0]
        found[f"{make.__name__}, quantized"] = float(counts != expected)
        found[f"{make.__name__}, written"] = float(not write_in_secret(model))
        ours.release()
        with torch.no_grad():
            model(torch.ones(4, 256).bfloat16())
        found[f"{make.__name__}, released"] = float(ours.bytes)
    return found


def write_in_secret(model):
    """Whether a write that torch does not count is an error that names the layer."""
    x = torch.ones(4, 256).bfloat16()
    with torch.no_grad():
        model(x)
        if isinstance(model, FSDPModule):
            model.reshard()
        model.up.weight._local_tensor.data.zero_()
        try:
            model(x)
        except lowp.torch.StaleWeightError as error:
            return "layer 'up'" in str(error)
    return False


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
    each.__name__: each
    for each in (
        resharded_checkpoint,
        compiled_weights,
        compiled_data_parallel,
        recomputed,
        held,
        pipelined,
    )
}
