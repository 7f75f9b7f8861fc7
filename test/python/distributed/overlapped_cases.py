"""Cases of sharded_cases.py where rows travel together with matmuls."""

import contextlib
import copy
from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    parallelize_module,
)
from torch.utils.checkpoint import checkpoint

import lowp.torch
from lowp.torch.distributed import gathered_linear, linear_scattered, overlap_prices, pipelines
from quantized_cases import CountBytes


class Mlp(torch.nn.Module):
    def __init__(self, recipe):
        super().__init__()
        torch.manual_seed(0)
        self.gate, self.up = torch.nn.Linear(256, 512), torch.nn.Linear(256, 512)
        self.down = torch.nn.Linear(512, 256)
        lowp.torch.convert(self.bfloat16(), recipe)

    def forward(self, x):
        return self.down(torch.nn.functional.silu(self.gate(x)) * self.up(x))


class Together(Mlp):
    def __init__(self, recipe, dim):
        super().__init__(recipe)
        self.dim = dim

    def forward(self, x):
        gate, up = gathered_linear(x, [self.gate, self.up], self.dim)
        return linear_scattered(torch.nn.functional.silu(gate) * up, self.down, self.dim)


def gather(shard, consume, came, name, needed=True):
    """Torch's loop by collectives, which begins with the own rank, as that does."""
    ranks, rank = dist.get_world_size(), dist.get_rank()
    for sent, out in zip(shard, came):
        dist.all_gather(list(out.chunk(ranks)), sent)
    for step in range(ranks):
        other = (rank + step) % ranks
        consume(shard if step == 0 else [each.chunk(ranks)[other] for each in came], other)


def scatter(produce, came, name, dim=0):
    made = torch.empty_like(came)
    for rank, chunk in enumerate(made.chunk(dist.get_world_size())):
        produce(rank, chunk)
    dist.all_to_all_single(came, made)


@contextlib.contextmanager
def loops():
    """Torch's loops, which want GPUs, by collectives."""
    found = pipelines.Loops(mock.Mock(wraps=gather), mock.Mock(wraps=scatter))
    with (
        mock.patch.object(pipelines, "find_loops", lambda *_: found),
        mock.patch.object(overlap_prices, "chunks_pay", lambda *_, **__: True),
        mock.patch.object(overlap_prices, "scatter_hides", lambda *_: True),
    ):
        yield found


def step(run, x, g, block=None):
    leaf = x.detach().requires_grad_()
    with CountBytes() as counted:
        y = run(leaf)
        y.backward(g)
    gradients = [
        each.grad.full_tensor() if name == "down.bias" else each.grad.to_local()
        for name, each in (block or run).named_parameters()
    ]
    return counted.sent, [y.detach(), leaf.grad, *gradients]


def together(mesh):
    """Layers that gather and scatter themselves, by collectives and by chunks: the bits of
    DTensor's, but for gradients of weights that read quantized rows."""
    found = {}
    cases = [
        ("rowwise_training", (64, 256), 0),
        ("mxfp8_training", (2, 64, 256), 1),
    ]
    plan = {
        "gate": ColwiseParallel(input_layouts=Replicate()),
        "up": ColwiseParallel(input_layouts=Replicate()),
    }
    for recipe, shape, dim in cases:
        torch.manual_seed(2)
        x, g = (
            each.chunk(2, dim)[dist.get_rank()].contiguous()
            for each in torch.randn(2, *shape).bfloat16()
        )
        whole = PrepareModuleInput(input_layouts=Shard(dim), desired_input_layouts=Replicate())
        row = RowwiseParallel(output_layouts=Shard(dim))
        plain = parallelize_module(Mlp(recipe), mesh, {"": whole, "down": row, **plan})
        ours = parallelize_module(Together(recipe, dim), mesh, {"down": RowwiseParallel(), **plan})
        (wide, want), (narrow, by_collectives) = step(plain, x, g), step(ours, x, g)
        ours.zero_grad()
        with loops() as called:
            _, by_chunks = step(ours, x, g)
        errors = found[recipe] = {"bytes": float(narrow > 0.52 * wide)}
        names = "y", "dx", "dw", "db", "dw", "db", "dw", "db"
        for way, values in (("collectives", by_collectives), ("chunks", by_chunks)):
            made = errors[way] = {}
            for name, a, b in zip(names, values, want):
                error = float((a - b).abs().max() / b.abs().max())
                made[name] = max(error, made.get(name, 0.0))
        again = copy.deepcopy(ours)
        again.zero_grad()
        _, recomputed = step(lambda rows: checkpoint(again, rows, use_reentrant=False), x, g, again)
        errors["recomputed"] = float(not all(map(torch.equal, recomputed, by_collectives)))
        errors["loops"] = float([each.call_count for each in called] != [1, 1])
    return found


def decisions(mesh):
    """Chunks pay where a matmul of one takes longer than the host, scatters beside matmuls
    where all of them take less: predicted as measured on four H200."""
    device, found = torch.device("cuda", 0), {}
    with mock.patch.object(overlap_prices, "part_of", lambda _: "h200"):
        for name, width, hidden, pays in (("8B", 4096, 14336, False), ("70B", 8192, 28672, True)):
            rows, n = 2048, hidden // 4
            about = 4, 1, rows, (n, n), width, "rowwise_training"
            product = overlap_prices.Product(*about)
            gathers = overlap_prices.chunks_pay(product, rows * (width + 4), device)
            product = product._replace(n=(width,), k=n)
            scatters = overlap_prices.chunks_pay(product, 2 * rows * width, device, adds_up=True)
            hides = overlap_prices.scatter_hides(product._replace(n=(n, n), k=width), device)
            found[name] = float((gathers, scatters, hides) != (pays, pays, not pays))
    with mock.patch.object(overlap_prices, "part_of", lambda _: None):
        found["no part"] = float(overlap_prices.chunks_pay(product, 1.0, device))
    return found


CASES = {each.__name__: each for each in (together, decisions)}
