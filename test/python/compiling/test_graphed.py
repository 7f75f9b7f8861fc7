"""Calls that may be replays write what they read of frozen weights again after each write."""

import pytest

torch = pytest.importorskip("torch")

from lowp.torch.compiling import fused_steps, graphed  # noqa: E402


class Regions:
    """Counts writes."""

    def __init__(self):
        self.count = 0

    def write(self, weights):
        self.count += 1


class Graph:
    """Runs Python in its first two calls, as torch warms up and captures."""

    def __init__(self, regions, weights):
        self.calls, self._regions, self._weights = 0, regions, weights

    def __call__(self, x):
        self.calls += 1
        if self.calls <= 2:
            graphed.current().note(self._regions, self._weights)
        return x


@pytest.fixture
def made():
    regions, weights = Regions(), [torch.nn.Parameter(torch.ones(2)) for _ in range(2)]
    calls = graphed.GraphedCalls(Graph(regions, weights))
    for _ in range(3):
        assert calls(5) == 5
    assert regions.count == 0 and graphed.current() is None
    return calls, regions, weights


def multiply(weight):
    with torch.no_grad():
        weight.mul_(2)


def move(weight):
    weight.data = weight.data.clone()


def step_fused(weight):
    weight.grad = torch.ones_like(weight)
    torch.optim.AdamW([weight], fused=True).step()


@pytest.mark.parametrize("write", [multiply, move, step_fused])
def test_writes_are_seen_once(made, write):
    calls, regions, weights = made
    fused_steps.watch()
    write(weights[1])
    for _ in range(2):
        calls(5)
    assert regions.count == 1


def test_errors_end_the_call():
    def fail():
        raise KeyError

    calls = graphed.GraphedCalls(fail)
    with pytest.raises(KeyError):
        calls()
    assert graphed.current() is None


def test_calls_are_nested():
    seen = []
    inner = graphed.GraphedCalls(lambda: seen.append(graphed.current()))

    def call():
        inner()
        seen.append(graphed.current())

    outer = graphed.GraphedCalls(call)
    outer()
    assert seen == [inner, outer]
