"""Sizes of 1 and 0, losses that are numbers, and tensors that a forward makes: nothing is
left to torch that lowp computes, and results and gradients are torch's."""

import copy

import pytest

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from graphs import IS_LONG, QUICK, agrees, error, numbers  # noqa: E402
from lowp.torch.compiling import programs  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from torch import nn  # noqa: E402

WIDTH = 32


class Module(nn.Module):
    def __init__(self, function):
        super().__init__()
        torch.manual_seed(0)
        self.function = function
        self.one, self.other = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.place = nn.Parameter(torch.randn(1, 1, WIDTH))
        self.scale = nn.Parameter(torch.randn(1))

    def forward(self, x):
        return self.function(self, x)


def check(function, x, trains=True, rest="eager", tolerance=1e-4):
    """How many programs there are after a strict run."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    plain = Module(function).to(x.dtype)
    lowered = copy.deepcopy(plain)
    options = {"rest": rest, "recipe": None, "strict": True, "compile": QUICK}
    called = torch.compile(lowered, backend=backend, options=options, dynamic=False)
    made = []
    for model, call in ((plain, plain), (lowered, called)):
        leaf = x.clone().requires_grad_(trains)
        y = call(leaf)
        if trains:
            y.backward(torch.full_like(y, 0.5).cumsum(-1) if y.dim() else torch.ones_like(y))
        grads = [p.grad for p in model.parameters()]
        made.append([y.detach(), leaf.grad, *grads])
    for want, got in zip(*made):
        if want is None:
            assert got is None or not got.any()
            continue
        assert got.shape == want.shape and got.dtype is want.dtype
        assert want.numel() == 0 or error(got, want) <= tolerance
    return len(programs.TABLE)


CASES = {
    "norm": lambda m, x: m.one(m.norm(x)),
    "position": lambda m, x: m.one(x + m.place),
    "number": lambda m, x: m.one(x * m.scale),
    "loss of a sum": lambda m, x: m.one(m.norm(x)).float().sum(),
    "loss of a mean": lambda m, x: m.one(m.norm(x)).float().mean(),
    "loss behind a norm": lambda m, x: (m.norm(m.other(m.one(x))) * x).mean(),
    "pooled": lambda m, x: m.one(x).mean(1),
    "gated": lambda m, x: m.one(x) * torch.sigmoid(m.other(x)[..., :1].expand(*x.shape)),
    "repeated": lambda m, x: (m.one(x).unsqueeze(1).expand(x.shape[0], 3, *x.shape[1:])).sum(1),
    "averaged twice": lambda m, x: F.mse_loss(m.one(x), x).mean(),
    "a vector of numbers": lambda m, x: m.other(m.one(x) * torch.tensor([0.5, 2.0] * 16)),
    "half of it": lambda m, x: m.one(x).chunk(2, -1)[0],
    "a slice of nothing": lambda m, x: torch.cat(
        [m.one(x)[..., :WIDTH] * 2, m.one(x)[..., WIDTH:]], -1
    ),
}
SIZES = [(1, 8), (8, 1), (1, 1), (2, 5)]
ALL = [(name, size) for name in CASES for size in SIZES]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name, size", ALL if IS_LONG else ALL[:: len(SIZES)] + [ALL[2], ALL[29]])
def test_training(name, size):
    x = numbers(*size, WIDTH, dtype=torch.float32)
    assert check(CASES[name], x) >= 1
    if name == "a slice of nothing":
        assert len(programs.TABLE) <= 2


@pytest.mark.parametrize("rest", ["eager", "inductor"])
def test_no_rows(rest):
    """Results are right, and nothing is compiled."""
    for name in ("norm", "half of it", "loss of a sum") if IS_LONG else ("half of it",):
        for size in ((0, 8), (3, 0)) if IS_LONG else ((0, 8),):
            x = torch.zeros(*size, WIDTH)
            assert check(CASES[name], x, rest=rest) == 0
            assert check(CASES[name], x, trains=False, rest=rest) == 0


def test_no_columns():
    def function(m, x):
        return m.one(x)[:, :0] @ torch.zeros(0, 7) + m.other(x)[:, :7]

    assert check(function, numbers(4, WIDTH, dtype=torch.float32)) >= 1


VALUES = {
    "ignored NaN": lambda m, x: torch.addmm(
        torch.full_like(x, float("nan")), x, m.one.weight, beta=0
    ),
    "ignored infinity": lambda m, x: torch.addmm(m.one(x), x / 0, m.one.weight, alpha=0),
    "ignored infinity in batches": lambda m, x: torch.baddbmm(
        m.one(x)[None], x[None] / 0, m.one.weight[None], alpha=0
    ),
    "truths": lambda m, x: torch.maximum(m.one(x) > 0, x > 0).float()
    + torch.minimum(m.one(x) > 0.5, x < 0),
    "no dimension": lambda m, x: (m.one(x) * (x.sum() > 0).any(()) * (x.sum() > 0).all(())),
    "bf16 beside a number": lambda m, x: m.one(x).masked_fill(
        x.bfloat16() == torch.tensor(-0.1).item(), 500.0
    ),
    "f16 beside a number": lambda m, x: m.one(x).masked_fill(x.half() <= -0.1, 500.0),
    "integers beside a number": lambda m, x: m.one(x) * ((x * 4).int() == 1.0)
    + ((x * 4).to(torch.int8) * 100 + 300),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    x = numbers(4, WIDTH, dtype=torch.float32)
    x[0] = -0.1
    torch._dynamo.reset()
    model = Module(VALUES[name])
    options = {"rest": "eager", "recipe": None, "strict": True, "compile": QUICK}
    with torch.no_grad():
        got = torch.compile(model, backend=backend, options=options)(x)
        assert agrees(got, model(x)), (got, model(x))
