"""What users are told while regions are made and run: names in profiles, warnings."""

import warnings

import pytest

torch = pytest.importorskip("torch")
from torch.utils.checkpoint import checkpoint  # noqa: E402

import lowp.torch  # noqa: E402
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


def test_auto_on_a_cpu_says_that_it_chooses_nothing():
    options = {"rest": "eager", "compile": QUICK}
    torch._dynamo.reset()
    with pytest.warns(UserWarning, match="expected a recipe, since 'auto' .* on the CPU"):
        torch.compile(Layers(), backend=backend, options=options)(numbers(16, 32))
    for changes in ({"recipe": None}, {"compile": {**QUICK, "part": "h200"}}):
        torch._dynamo.reset()
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            torch.compile(Layers(), backend=backend, options={**options, **changes})(
                numbers(16, 32)
            )
    converted = lowp.torch.convert(Layers(), "rowwise_training")

    def recomputed(x):
        return checkpoint(converted, x, use_reentrant=False)

    for model in (converted, recomputed):
        torch._dynamo.reset()
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            torch.compile(model, backend=backend, options=options)(numbers(16, 32))
