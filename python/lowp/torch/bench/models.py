"""A decoder of Llama's form."""

from __future__ import annotations

import dataclasses

import torch
import torch.nn.functional as F
from torch import nn


@dataclasses.dataclass(frozen=True)
class Sizes:
    """By default those of Llama-3-8B, with fewer words."""

    width: int = 4096
    hidden: int = 14336
    heads: int = 32
    groups: int = 8
    words: int = 32000


class Attention(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.head = sizes.width // sizes.heads
        narrow = sizes.groups * self.head
        self.q = nn.Linear(sizes.width, sizes.width, bias=False)
        self.k = nn.Linear(sizes.width, narrow, bias=False)
        self.v = nn.Linear(sizes.width, narrow, bias=False)
        self.o = nn.Linear(sizes.width, sizes.width, bias=False)

    def _split(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(x.shape[0], x.shape[1], -1, self.head).transpose(1, 2)

    @staticmethod
    def _rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        half = x.shape[-1] // 2
        turned = torch.cat([-x[..., half:], x[..., :half]], -1)
        return x * cos + turned * sin

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        q = self._rotate(self._split(self.q(x)), cos, sin)
        k = self._rotate(self._split(self.k(x)), cos, sin)
        v = self._split(self.v(x))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return self.o(y.transpose(1, 2).reshape(x.shape))


class Layer(nn.Module):
    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.norm = nn.RMSNorm(sizes.width, eps=1e-5)
        self.attention = Attention(sizes)
        self.mlp_norm = nn.RMSNorm(sizes.width, eps=1e-5)
        self.gate = nn.Linear(sizes.width, sizes.hidden, bias=False)
        self.up = nn.Linear(sizes.width, sizes.hidden, bias=False)
        self.down = nn.Linear(sizes.hidden, sizes.width, bias=False)

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.norm(x), cos, sin)
        y = self.mlp_norm(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Model(nn.Module):
    """Layers between an embedding and a loss, which are not lowp's."""

    def __init__(self, sizes: Sizes, layers: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(sizes.words, sizes.width)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(layers))
        self.norm = nn.RMSNorm(sizes.width, eps=1e-5)
        self.head = nn.Linear(sizes.width, sizes.words, bias=False)

    def forward(self, words: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        x = self.embedding(words)
        for layer in self.layers:
            x = layer(x, cos, sin)
        scores = self.head(self.norm(x))[:, :-1].flatten(0, 1)
        return F.cross_entropy(scores.float(), words[:, 1:].flatten())


def positions(
    length: int, sizes: Sizes, device: torch.device | str
) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosines and sines of the rotary embedding, in bf16."""
    head = sizes.width // sizes.heads
    rates = 500000.0 ** (-torch.arange(0, head, 2, device=device) / head)
    angles = torch.arange(length, device=device)[:, None] * rates
    angles = torch.cat([angles, angles], -1)
    return angles.cos().bfloat16(), angles.sin().bfloat16()
