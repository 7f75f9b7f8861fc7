"""A mixture of experts that trains, eagerly and compiled, against experts one by one."""

import os

import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.compiling import report
from lowp.torch.compiling.backend import backend as lowp_backend

# See conftest.py.
RUNS_LONG = True

EXPERTS, CHOSEN, WIDTH, INNER, TOKENS = 4, 2, 64, 96, 40
IS_LONG = bool(os.environ.get("LOWP_LONG_TESTS"))


def choose(router, x):
    """Weights and ids of each token's experts, in float32 under autocast, too: a token
    between two experts would go elsewhere."""
    return torch.softmax((x[:, None] * router).sum(-1), 1).topk(CHOSEN, 1)


class Mixture(torch.nn.Module):
    """Tokens by the experts that a router chooses, and their weighted sum."""

    def __init__(self, recipe):
        super().__init__()
        self.router = torch.nn.Linear(WIDTH, EXPERTS, False)
        self.up = lowp.torch.GroupedLinear(EXPERTS, WIDTH, INNER, recipe=recipe)
        self.down = lowp.torch.GroupedLinear(EXPERTS, INNER, WIDTH, recipe=recipe)

    def forward(self, x):
        best, chosen = choose(self.router.weight, x)
        order = chosen.flatten().argsort(stable=True)
        experts = torch.arange(EXPERTS, device=x.device)
        sizes = (chosen.flatten() == experts[:, None]).sum(1)
        ends = sizes.cumsum(0).to(torch.int32)
        token = order // CHOSEN
        inner = torch.nn.functional.silu(self.up(x[token], ends))
        y = self.down(inner, ends) * best.flatten()[order][:, None].to(inner.dtype)
        return torch.zeros_like(x).index_add(0, token, y.to(x.dtype))


def one_by_one(model, x):
    """The same in float32 without groups."""
    best, chosen = choose(model.router.weight, x)
    y = torch.zeros_like(x)
    for expert in range(EXPERTS):
        token, choice = (chosen == expert).nonzero(as_tuple=True)
        inner = x[token]
        for layer, function in ((model.up, torch.nn.functional.silu), (model.down, lambda v: v)):
            inner = function(inner @ layer.weight[expert].t() + layer.bias[expert])
        y = y.index_add(0, token, inner * best[token, choice][:, None])
    return y


def data():
    x = torch.randn(TOKENS, WIDTH)
    return x, torch.tanh(x @ torch.randn(WIDTH, WIDTH) / WIDTH**0.5)


def loss_of(run, x, target):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = run(x)
    return (y.float() - target).square().mean()


def gradients(model, loss):
    return torch.autograd.grad(loss, list(model.parameters()))


def cosine(one, other):
    return torch.nn.functional.cosine_similarity(one.flatten(), other.flatten(), 0)


@pytest.mark.sample(3)
@pytest.mark.parametrize("recipe", ["none", "blockwise_training", "rowwise_training"])
def test_training(recipe):
    """The loss falls, and gradients of the first step have float32's direction."""
    model, (x, target) = Mixture(recipe), data()
    first = loss_of(model, x, target)
    found = gradients(model, first)
    wanted = gradients(model, (one_by_one(model, x) - target).square().mean())
    for (name, _), one, other in zip(model.named_parameters(), found, wanted):
        assert one.dtype == torch.float32
        assert cosine(one, other) >= 0.99, (name, cosine(one, other))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(25):
        loss = loss_of(model, x, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss < 0.5 * first, (float(first), float(loss))


@pytest.mark.parametrize(
    "name",
    [
        "aot_eager",
        "lowp",
        pytest.param("inductor", marks=pytest.mark.skipif(not IS_LONG, reason="LOWP_LONG_TESTS=1")),
    ],
)
def test_compiled(name):
    """One graph, with the operators of the backward pass in it."""
    model, (x, target) = Mixture("blockwise_training"), data()
    wanted = gradients(model, loss_of(model, x, target))
    options = {"backend": name}
    if name == "lowp":
        options = {"backend": lowp_backend, "options": {"rest": "eager"}}
    with report.collect() as cuts:
        compiled = torch.compile(model, fullgraph=True, **options)
        found = gradients(model, loss_of(compiled, x, target))
    for one, other in zip(found, wanted):
        torch.testing.assert_close(one, other, rtol=2e-2, atol=2e-2 * float(other.abs().max()))
    if name == "lowp":
        assert not any("grouped" in each for each in cuts.outside)
