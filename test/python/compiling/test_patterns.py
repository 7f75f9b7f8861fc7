"""Patterns of the options allow and deny that match no layer."""

import warnings

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

from graphs import QUICK, Mlp, numbers  # noqa: E402
from lowp.torch.compiling import patterns  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402


@pytest.fixture(autouse=True)
def fresh():
    torch._dynamo.reset()
    patterns._SAID.clear()
    assert not patterns._WAITING


class Stack(nn.Module):
    """Two layers, the second one in a checkpoint, and what breaks the graph between them."""

    def __init__(self, breaks=False):
        super().__init__()
        self.layers = nn.ModuleList([Mlp(32, 32), Mlp(32, 32)])
        self.head = nn.Parameter(torch.zeros(32, 32))
        self.breaks = breaks

    def forward(self, x):
        x = self.layers[0](x)
        if self.breaks:
            torch._dynamo.graph_break()
        return checkpoint(self.layers[1], x, use_reentrant=False) @ self.head.t()


def said(model, calls=1, **options):
    """What is warned of when the model is compiled. Nothing is in a region: recipes are
    chosen for GPUs."""
    options = {"rest": "eager", "recipe": "auto", "compile": QUICK, **options}
    lowered = torch.compile(model, backend=backend, options=options)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for call in range(calls):
            lowered(numbers(call + 2, 32, dtype=torch.float32))
    return [str(each.message) for each in caught if "pattern" in str(each.message)]


def test_a_pattern_without_layers_is_named_once():
    options = {"allow": "layers.*", "deny": ["layer.*.up", "layers.1.gate"]}
    expected = (
        "torch.compile with lowp: expected pattern 'layer.*.up' of deny to match the name of "
        "a layer, got none that it matches; the closest are 'layers.1.up', 'layers.0.up', "
    )
    # Other numbers of rows compile the graph again, once.
    (message,) = said(Stack(), calls=3, **options)
    assert message.startswith(expected), message
    # The name of what is around layers is not one of a layer.
    (message,) = said(Stack(), deny="layers.0")
    assert "'layers.0' of deny" in message


@pytest.mark.sample(2)
@pytest.mark.parametrize("pattern", ["layers.0.gate", "layers.1.down", "*.up", ""])
def test_patterns_with_layers(pattern):
    """Layers in checkpoints, and a model that has a weight itself, are found."""
    assert said(Stack(), allow=[pattern]) == []


def test_breaks_of_graphs():
    """Layers count that come before a break, and after it."""
    assert said(Stack(breaks=True), allow=["layers.0.*", "layers.1.*"]) == []
    (message,) = said(Stack(breaks=True), allow=["layers.0.*", "layers.2.*"])
    assert "'layers.2.*' of allow" in message and "'layers.1.up'" in message


MODEL = Stack()


def test_a_function_calls_the_model():
    def step(x):
        return MODEL(x).sum()

    assert said(step, allow="layers.0.up") == []
    (message,) = said(step, allow="MODEL.layers.0.up")
    assert "'layers.0.up'" in message
