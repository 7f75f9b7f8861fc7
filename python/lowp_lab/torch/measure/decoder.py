"""A decoder of Llama's form, small enough to be read."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import nn


@dataclasses.dataclass(frozen=True)
class Sizes:
    """By default those of a layer of Llama-3-8B. experts: how many feed-forward networks there
    are, two of which each row takes; 0: one, which all take."""

    width: int = 4096
    hidden: int = 14336
    heads: int = 32
    groups: int = 8
    layers: int = 1
    words: int = 256
    experts: int = 0


def add_sizes(parser: argparse.ArgumentParser, defaults: Sizes, *names: str) -> None:
    """Adds options for the sizes of these names."""
    for name in names:
        parser.add_argument(f"--{name}", type=int, default=getattr(defaults, name))


def sizes_of(arguments: argparse.Namespace) -> Sizes:
    """By the arguments that there are."""
    given, names = vars(arguments), [field.name for field in dataclasses.fields(Sizes)]
    return Sizes(**{name: given[name] for name in names if name in given})


class Attention(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.head = sizes.width // sizes.heads
        narrow = sizes.groups * self.head
        self.wq = nn.Linear(sizes.width, sizes.width, bias=False)
        self.wk = nn.Linear(sizes.width, narrow, bias=False)
        self.wv = nn.Linear(sizes.width, narrow, bias=False)
        self.wo = nn.Linear(sizes.width, sizes.width, bias=False)

    def _heads(self, x: torch.Tensor) -> torch.Tensor:
        return x.unflatten(-1, (-1, self.head)).transpose(1, 2)

    def _project(self, x: torch.Tensor) -> Sequence[torch.Tensor]:
        return [w(x) for w in (self.wq, self.wk, self.wv)]

    def _output(self, y: torch.Tensor) -> torch.Tensor:
        return self.wo(y)

    def forward(self, x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        q, k, v = map(self._heads, self._project(x))
        q, k = _rotate(q, turns), _rotate(k, turns)
        y = F.scaled_dot_product_attention(
            q, k, v, is_causal=True, enable_gqa=q.shape[1] != k.shape[1]
        )
        return self._output(y.transpose(1, 2).flatten(2))


def _rotate(x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
    """Pairs of the two halves, turned by their position."""
    first, second = x.chunk(2, -1)
    cos, sin = turns[0].to(x.dtype), turns[1].to(x.dtype)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


class Experts(nn.Module):
    """Two of several networks for each row, by torch's own operations: rows in the order of their
    experts, whose matmuls are grouped ones of bf16."""

    TAKEN = 2

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.count = sizes.experts
        self.router = nn.Linear(sizes.width, sizes.experts, bias=False)
        self.gate_up = self._weight(sizes.width, 2 * sizes.hidden)
        self.down = self._weight(sizes.hidden, sizes.width)

    def _weight(self, inputs: int, outputs: int) -> nn.Parameter:
        return nn.Parameter(0.02 * torch.randn(self.count, inputs, outputs))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        rows = x.flatten(0, -2)
        shares, taken = self.router(rows).float().softmax(-1).topk(self.TAKEN)
        experts = taken.flatten()
        order = experts.argsort(stable=True)
        counts = (experts[:, None] == torch.arange(self.count, device=x.device)).sum(0)
        ends = counts.cumsum(0).int()
        sources = order // self.TAKEN
        given = rows[sources].bfloat16()
        gate, up = torch._grouped_mm(given, self.gate_up.bfloat16(), ends).chunk(2, -1)
        made = torch._grouped_mm(F.silu(gate) * up, self.down.bfloat16(), ends)
        shared = made.float() * shares.flatten()[order][:, None]
        zeros = torch.zeros(rows.shape, device=x.device)
        return zeros.index_add(0, sources, shared).to(x.dtype).view_as(x)


class FeedForward(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.gate = nn.Linear(sizes.width, sizes.hidden, bias=False)
        self.up = nn.Linear(sizes.width, sizes.hidden, bias=False)
        self.down = nn.Linear(sizes.hidden, sizes.width, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down(F.silu(self.gate(x)) * self.up(x))


class Layer(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.attention = Attention(sizes)
        self.network = Experts(sizes) if sizes.experts else FeedForward(sizes)
        self.attention_norm = nn.RMSNorm(sizes.width)
        self.norm = nn.RMSNorm(sizes.width)

    def forward(self, x: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.attention_norm(x), turns)
        return x + self.network(self.norm(x))


def turns_of(length: int, head: int, device: torch.device | str) -> torch.Tensor:
    """Cosines and sines of positions: 2 x length x head / 2, in f32."""
    steps = torch.arange(0, head, 2, device=device, dtype=torch.float32)
    angles = torch.arange(length, device=device)[:, None] * 10000.0 ** (-steps / head)
    return torch.stack([angles.cos(), angles.sin()])


class Decoder(nn.Module):
    """Bytes in, the loss of the next byte out. Embedding and head are not converted
    under the name `layers.*`."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.embed = nn.Embedding(sizes.words, sizes.width)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))
        self.norm = nn.RMSNorm(sizes.width)
        self.head = nn.Linear(sizes.width, sizes.words, bias=False)
        self.apply(self._initialize)

    def _initialize(self, module: nn.Module) -> None:
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        inputs, targets = tokens[:, :-1], tokens[:, 1:]
        head = self.sizes.width // self.sizes.heads
        turns = turns_of(inputs.shape[1], head, tokens.device)
        x = self.embed(inputs)
        for layer in self.layers:
            x = layer(x, turns)
        logits = self.head(self.norm(x)).float()
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())
