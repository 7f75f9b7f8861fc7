"""What a profiler sees of regions: which pass and which layers each call is of."""

import pytest

torch = pytest.importorskip("torch")
from graphs import QUICK, numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = (torch.nn.Linear(32, 32).bfloat16() for _ in range(2))

    def forward(self, x):
        return self.down(torch.nn.functional.silu(self.up(x)))


def test_calls_have_names():
    torch._dynamo.reset()
    model = Layers()
    options = {"rest": "eager", "recipe": None, "compile": QUICK}
    compiled = torch.compile(model, backend=backend, options=options)
    x = numbers(16, 32).requires_grad_()
    compiled(x).float().sum().backward()
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        compiled(x).float().sum().backward()
    names = [each.name for each in profile.events() if each.name.startswith("lowp ")]
    assert names == ["lowp forward: up, down", "lowp backward: down, up"]
