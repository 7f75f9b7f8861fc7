"""Modules that are drawn: matmuls of layers, and between them views, elementwise
operations, reductions, and reads and updates of buffers, caches and arguments."""

import dataclasses
import random

import torch
import torch.nn.functional as F
from torch import nn

WIDTHS = (16, 32, 48)


def _update_state(rng):
    kind = rng.randrange(4)

    def step(m, y):
        with torch.no_grad():
            new = y.detach().flatten(0, -2).mean(0)
            if kind == 0:
                m.state.copy_(m.state * 0.5 + 1)
            elif kind == 1:
                m.state.mul_(0.9).add_(new, alpha=0.1)
            elif kind == 2:
                m.state.add_(1)
            else:
                m.state[: m.width // 2].copy_(new[: m.width // 2])
        return y

    return step


def _read_state(rng):
    if rng.random() < 0.5:
        return lambda m, y: y + m.state.clone()
    return lambda m, y: torch.atan(y - m.state)


def _update_cache(rng):
    place = rng.randrange(4)

    def step(m, y):
        with torch.no_grad():
            m.cache[place].copy_(y.detach().flatten(0, -2).sum(0) * 0.1)
        return y

    return step


def _read_cache(rng):
    place = rng.randrange(4)
    if rng.random() < 0.5:
        return lambda m, y: y + m.cache[place]
    return lambda m, y: y + m.cache.sum(0) * 0.1


def _count(rng):
    reads = rng.random() < 0.5

    def step(m, y):
        with torch.no_grad():
            m.count.add_(1)
        return y * (1 + 0.01 * m.count.to(y.dtype)) if reads else y

    return step


def _between(rng):
    """An operation that lowp does not import."""
    return rng.choice((lambda m, y: torch.atan(y), lambda m, y: torch.asinh(y)))


def _masked(rng):
    bound, filler = rng.choice((-0.1, 0.1, 0.0)), rng.choice((0.0, 0.5))
    return lambda m, y: y.masked_fill(y < bound, filler)


def _truth(rng):
    join = rng.choice((torch.maximum, torch.minimum, torch.logical_xor))

    def step(m, y):
        one, other = y > 0.1, y < m.scale
        every = torch.any(one, -1, keepdim=True).to(y.dtype)
        return y + join(one, other).to(y.dtype) + every

    return step


def _split(rng):
    by = rng.choice((1, 2))

    def step(m, y):
        one, other = y.chunk(2, -1)
        return torch.cat([other, one * by], -1)

    return step


def _cut_nothing(rng):
    return lambda m, y: torch.cat([y[..., : m.width] * 2, y[..., m.width :]], -1)


def _swap(rng):
    return lambda m, y: y.transpose(0, 1).contiguous().transpose(0, 1) * 1.5


def _reshape(rng):
    def step(m, y):
        parts = y.reshape(*y.shape[:-1], 4, m.width // 4) * 2
        return torch.cat([parts.sum(-2)] * 4, -1)

    return step


def _repeat(rng):
    return lambda m, y: (y.unsqueeze(1).expand(y.shape[0], 3, *y.shape[1:]) * 0.5).sum(1)


def _gate(rng):
    return lambda m, y: y * torch.sigmoid(y[..., :1].expand(*y.shape))


def _pool(rng):
    dimension = rng.choice((0, 1, -1))
    return lambda m, y: y - y.mean(dimension, keepdim=True)


def _soften(rng):
    dimension = rng.choice((0, -1))
    return lambda m, y: y.softmax(dimension) + y


def _linear(rng):
    number = rng.randrange(3)
    return lambda m, y: m.layers[number](y)


def _multiply(rng):
    kind = {"beta": rng.choice((0, 1, 2)), "alpha": rng.choice((1, 2))}

    def step(m, y):
        rows = y.flatten(0, -2)
        return torch.addmm(rows * 0.5, rows, m.layers[0].weight, **kind).view(y.shape)

    return step


def _simply(function):
    return lambda rng: function


# Each draws what it needs, and gives a function of the module and a tensor.
STEPS = {
    "linear": _linear,
    "addmm": _multiply,
    "between": _between,
    "read state": _read_state,
    "update state": _update_state,
    "read cache": _read_cache,
    "update cache": _update_cache,
    "count": _count,
    "masked": _masked,
    "truth": _truth,
    "split": _split,
    "cut nothing": _cut_nothing,
    "swap": _swap,
    "reshape": _reshape,
    "repeat": _repeat,
    "gate": _gate,
    "pool": _pool,
    "soften": _soften,
    "norm": _simply(lambda m, y: m.norm(y)),
    "gelu": _simply(lambda m, y: F.gelu(y)),
    "silu": _simply(lambda m, y: F.silu(y)),
    "clamp": _simply(lambda m, y: y.clamp(-1, 1.5)),
    "scale": _simply(lambda m, y: y * m.scale),
    "constant": _simply(lambda m, y: y * torch.tensor([0.5, 2.0] * (m.width // 2)).to(y.dtype)),
    "position": _simply(lambda m, y: y + (torch.arange(m.width) * 0.01).to(y.dtype)),
    "square": _simply(lambda m, y: y * y * 0.1),
    "flip": _simply(lambda m, y: 1 - y),
    "halve": _simply(lambda m, y: y / 2),
}
UPDATES = ("update state", "update cache", "count")


@dataclasses.dataclass
class Drawn:
    """seed: of all choices. trains: whether gradients are compared. changes: whether
    the number of rows changes, without a second compilation."""

    seed: int
    width: int
    sizes: list[tuple[int, ...]]
    dtype: torch.dtype
    trains: bool
    changes: bool
    writes_argument: bool
    steps: list[str]

    @staticmethod
    def of(seed):
        rng = random.Random(seed)
        rows = rng.choice((1, 2, 3, 8))
        columns = rng.choice((1, 1, 2, 5))
        sizes = [(rows, columns)]
        changes = rng.random() < 0.2
        if changes:
            sizes = [(3, columns), (5, columns)]
        elif rng.random() < 0.05:
            sizes = [(0, columns)]
        trains = rng.random() < 0.5
        steps = [rng.choice(list(STEPS)) for _ in range(rng.randrange(3, 10))]
        for _ in range(rng.randrange(1, 4)):
            steps.insert(rng.randrange(len(steps) + 1), rng.choice(("linear", "linear", "addmm")))
        for _ in range(rng.randrange(3)):
            steps.insert(rng.randrange(len(steps) + 1), rng.choice(UPDATES))
        dtype = rng.choice((torch.float32, torch.float32, torch.bfloat16))
        writes = not trains and rng.random() < 0.3
        return Drawn(seed, rng.choice(WIDTHS), sizes, dtype, trains, changes, writes, steps)

    def module(self):
        torch.manual_seed(self.seed)
        return Module(self).to(self.dtype)

    def inputs(self):
        """One for each call."""
        generator = torch.Generator().manual_seed(self.seed)
        return [
            torch.randn(*size, self.width, generator=generator).to(self.dtype)
            for size in self.sizes
        ]


class Module(nn.Module):
    def __init__(self, drawn):
        super().__init__()
        self.width = drawn.width
        self.layers = nn.ModuleList(nn.Linear(self.width, self.width) for _ in range(3))
        self.norm = nn.LayerNorm(self.width)
        self.scale = nn.Parameter(torch.randn(1))
        self.register_buffer("state", torch.ones(self.width))
        self.register_buffer("cache", torch.zeros(4, self.width))
        self.register_buffer("count", torch.zeros((), dtype=torch.int64))
        rng = random.Random(drawn.seed)
        self.steps = [STEPS[name](rng) for name in drawn.steps]
        if drawn.writes_argument:
            self.steps.insert(len(self.steps) // 2, None)

    def forward(self, x):
        y = x
        for step in self.steps:
            if step is None:
                x.mul_(0.5)
            else:
                y = step(self, y)
        return y, y.float().square().mean()
