"""Option hold: regions of both passes read what lowp.torch.hold holds."""

import warnings

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import lowp  # noqa: E402
import lowp.torch  # noqa: E402
from graphs import IS_LONG, QUICK, numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402

WIDTH = 128


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.RMSNorm(WIDTH, eps=1e-5)
        self.inner = nn.Linear(WIDTH, 64)

    def forward(self, x):
        return self.inner(self.norm(x))


class Llama(nn.Module):
    """A layer without attention: what it multiplies are weights of four sizes."""

    def __init__(self, hidden=128, keys=64, inner=256):
        super().__init__()

        def linear(before, after):
            return nn.Linear(before, after, bias=False)

        self.norms = nn.ModuleList(nn.RMSNorm(hidden, eps=1e-5) for _ in range(2))
        self.q, self.o = linear(hidden, hidden), linear(hidden, hidden)
        self.k, self.v = linear(hidden, keys), linear(hidden, keys)
        self.gate, self.up = linear(hidden, inner), linear(hidden, inner)
        self.down = linear(inner, hidden)

    def forward(self, x):
        y = self.norms[0](x)
        x = x + self.o(self.q(y) * (self.k(y) + self.v(y)).repeat(1, 2))
        y = self.norms[1](x)
        return x + self.down(nn.functional.silu(self.gate(y)) * self.up(y))


@pytest.fixture(autouse=True)
def prepares(monkeypatch):
    """How many weights were prepared by each call of their own."""
    torch._dynamo.reset()
    made, original = [], lowp.Function.prepare

    def prepare(self, *weights, **options):
        made.append(len(weights))
        return original(self, *weights, **options)

    monkeypatch.setattr(lowp.Function, "prepare", prepare)
    yield made
    torch._dynamo.reset()


def compiled(model, **options):
    options = {"rest": "eager", "recipe": "blockwise_training", "strict": True, **options}
    return torch.compile(model, backend=backend, options={"compile": QUICK, **options})


def train(converts, holds, steps=2, make=Block, **options):
    """Losses, gradients of inputs, and weights."""
    torch.manual_seed(1)
    model = make().to(torch.bfloat16)
    if converts:
        lowp.torch.convert(model, "blockwise_training")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)
    run, found = compiled(model, hold=holds, **options), []
    held = lowp.torch.hold(model, optimizer, debug=True) if holds else None
    for step in range(steps):
        for part in range(2):
            x = numbers(16, WIDTH, seed=2 * step + part, grad=True)
            loss = run(x).float().square().mean()
            loss.backward()
            found += [loss.detach(), x.grad]
        optimizer.step()
        optimizer.zero_grad()
    if held is not None:
        held.release()
    return [*found, *model.parameters()]


@pytest.mark.parametrize("converts", [False, True] if IS_LONG else [False])
@pytest.mark.parametrize("rest", ["eager", "inductor"] if IS_LONG else ["eager"])
def test_regions_of_both_passes(converts, rest, prepares, writes):
    """One weight each at first, and one of both after each step; that of the norm is not among
    them."""
    wanted = train(converts, False, rest=rest)
    assert not prepares
    found = train(converts, True, rest=rest)
    assert all(map(torch.equal, found, wanted)) and len(found) == len(wanted)
    assert prepares == [1] * 2 and writes == [1] * 2


def test_regions_of_many_weights(prepares, writes):
    """All layers have theirs written by one call, whichever region reads them."""
    layers = 4 if IS_LONG else 2

    def make():
        return nn.Sequential(*(Llama() for _ in range(layers)))

    wanted, found = (train(False, holds, make=make) for holds in (False, True))
    assert all(map(torch.equal, found, wanted)) and len(found) == len(wanted)
    assert sum(prepares) == 2 * 7 * layers > len(prepares)
    assert writes == [7 * layers] * 2


def test_weights_that_nobody_holds(prepares):
    """They are prepared in each call, with a warning, whatever writes to them."""
    model, x = nn.Linear(WIDTH, 64, dtype=torch.bfloat16), numbers(4, WIDTH)
    run = compiled(model, hold=True)
    with torch.no_grad():
        with pytest.warns(UserWarning, match="option hold: expected weights that lowp.torch.hold"):
            before = run(x)
        model.weight.data.mul_(2)
        model.bias.data.mul_(2)
        with warnings.catch_warnings(record=True):
            assert torch.equal(run(x), 2 * before)
        assert prepares == [1, 1]
        with lowp.torch.held(model):
            assert torch.equal(run(x), 2 * before) and torch.equal(run(x), 2 * before)
        assert prepares == [1, 1, 1]
