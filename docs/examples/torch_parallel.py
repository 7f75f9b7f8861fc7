"""Trains converted layers on four devices: two shards of data by two of tensors.

    torchrun --nproc-per-node 4 torch_parallel.py

It takes GPUs where there are four, otherwise processes of the CPU.
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

import lowp.torch

WIDTH, HIDDEN, TOKENS = 256, 512, 256


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.RMSNorm(WIDTH)
        self.up = torch.nn.Linear(WIDTH, HIDDEN, bias=False)
        self.gate = torch.nn.Linear(WIDTH, HIDDEN, bias=False)
        self.down = torch.nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x):
        y = self.norm(x)
        return x + self.down(torch.nn.functional.silu(self.gate(y)) * self.up(y))


def main():
    device = "cuda" if torch.cuda.device_count() >= 4 else "cpu"
    mesh = init_device_mesh(device, (2, 2), mesh_dim_names=("data", "tensor"))
    if device == "cuda":
        torch.cuda.set_device(dist.get_rank())
    torch.manual_seed(0)
    model = torch.nn.Sequential(Layer(), Layer()).to(device, torch.bfloat16)
    # First the recipe, then the devices.
    lowp.torch.convert(model, "rowwise_training")
    plan = {"up": ColwiseParallel(), "gate": ColwiseParallel(), "down": RowwiseParallel()}
    for layer in model:
        parallelize_module(layer, mesh["tensor"], plan)
        fully_shard(layer, mesh=mesh["data"])
    fully_shard(model, mesh=mesh["data"])
    # Weights travel as data and scales.
    gathers = lowp.torch.distributed.quantize_gathers(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    torch.manual_seed(1 + mesh["data"].get_local_rank())
    x = torch.randn(TOKENS, WIDTH, device=device, dtype=torch.bfloat16)
    losses = []
    for _ in range(5):
        loss = (model(x) - x.roll(1, -1)).float().square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    if dist.get_rank() == 0:
        print("losses", " ".join(f"{loss:.3f}" for loss in losses))
        print(lowp.torch.report(model))
        print(gathers)
    assert losses[-1] < losses[0]
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
