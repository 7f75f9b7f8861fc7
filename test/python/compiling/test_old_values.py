"""Gradients that need what a buffer held before the forward pass wrote to it."""

import copy

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK, error  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from torch import nn  # noqa: E402


class Module(nn.Module):
    def __init__(self, function):
        super().__init__()
        torch.manual_seed(0)
        self.layer = nn.Linear(16, 16)
        self.register_buffer("state", torch.rand(16) + 1)
        self.register_buffer("count", torch.zeros((), dtype=torch.int64))
        self.function = function

    def forward(self, x):
        y = self.function(self, self.layer(x))
        with torch.no_grad():
            self.state.mul_(0.5).add_(1)
            self.count.add_(1)
        return y


READS = {
    "a function of it": lambda m, y: y * torch.rsqrt(m.state + 1e-3),
    "a count": lambda m, y: y * (1 + m.count.to(y.dtype)),
    "a copy": lambda m, y: y * m.state.clone(),
    "a view": lambda m, y: y * torch.exp(m.state.view(4, 4)).t().reshape(16),
    "several": lambda m, y: torch.atan(y * torch.sigmoid(m.state)) * torch.cos(m.state),
    "its moments": lambda m, y: y * torch.var_mean(m.state, 0)[1] / m.state.sum(),
    "only its sum": lambda m, y: y + m.state,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name, rest",
    [(name, "eager") for name in READS] + [("a count", "inductor"), ("several", "inductor")],
)
def test_gradients(name, rest):
    torch._dynamo.reset()
    plain = Module(READS[name])
    lowered = copy.deepcopy(plain)
    options = {"rest": rest, "recipe": None, "strict": True, "compile": QUICK}
    called = torch.compile(lowered, backend=backend, options=options)
    for seed in range(2):
        x = torch.randn(3, 16, generator=torch.Generator().manual_seed(seed))
        grads = []
        for model, call in ((plain, plain), (lowered, called)):
            model.zero_grad()
            leaf = x.clone().requires_grad_()
            y = call(leaf)
            (y * y).sum().backward()
            grads.append([y.detach(), leaf.grad, *(p.grad for p in model.parameters())])
        for want, got in zip(*grads):
            assert error(got, want) < 1e-5
        for want, got in zip(plain.buffers(), lowered.buffers()):
            assert torch.allclose(want, got)
