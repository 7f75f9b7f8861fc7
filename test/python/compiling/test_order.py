"""Regions among writes to what they read and return, and random numbers."""

import pytest

torch = pytest.importorskip("torch")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from graphs import QUICK, numbers  # noqa: E402
from lowp.torch.compiling.order import Order  # noqa: E402
from lowp.torch.compiling.regions import cut_regions  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402

aten = torch.ops.aten
SETTINGS = Settings(rest="eager", recipe=None, strict=True, compile=QUICK)


def graph_of(function, *inputs):
    """The module of a function whose writes stay where they are."""
    return make_fx(function, tracing_mode="fake")(*inputs)


def positions(graph, *targets):
    return [
        [place for place, node in enumerate(graph.nodes) if node.target is target]
        for target in targets
    ]


def check(function, *inputs):
    """Whether a function gives the same after regions, and writes the same."""
    module = graph_of(function, *[each.clone() for each in inputs])
    count = cut_regions(module, SETTINGS, "forward")
    ours, theirs = ([each.clone() for each in inputs] for _ in range(2))
    got, want = module(*ours), function(*theirs)
    for one, other in zip([*got, *ours], [*want, *theirs]):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-5)
    return count


def test_edges_of_writes():
    def function(x, state):
        early = x + state
        state.add_(1)
        late = x * state.view(2, 2).t()
        return early, late

    graph = graph_of(function, torch.ones(2, 2), torch.ones(2, 2)).graph
    order = Order(graph)
    (write,) = [node for node in graph.nodes if node.target is aten.add_.Tensor]
    early = next(node for node in graph.nodes if node.target is aten.add.Tensor)
    late = next(node for node in graph.nodes if node.target is aten.mul.Tensor)
    assert early in order.before[write] and late not in order.before[write]
    assert write in order.before[late] and early not in order.behind[write]


def test_effects_follow_each_other():
    def function(x, one, other):
        drawn = torch.bernoulli(x)
        one.copy_(drawn)
        other.copy_(torch.bernoulli(x))
        return (one + other,)

    graph = graph_of(function, *[torch.full((4,), 0.5)] * 1, torch.ones(4), torch.ones(4)).graph
    order = Order(graph)
    effects = [
        node for node in graph.nodes if node.target in (aten.bernoulli.default, aten.copy_.default)
    ]
    assert len(effects) == 4
    for first, second in zip(effects, effects[1:]):
        assert first in order.before[second]


F32 = torch.float32


def arguments():
    return numbers(4, 4, dtype=F32), numbers(4, 4, dtype=F32, seed=1), numbers(4, dtype=F32, seed=2)


def test_a_read_stays_in_front_of_a_write():
    def function(x, w, state):
        y = torch.atan(x @ w)
        out = torch.atan(y @ w) + state
        state.copy_(state * 0.9 + 1)
        return (out @ w,)

    assert check(function, *arguments()) >= 2


def test_a_region_does_not_span_a_write():
    def function(x, w, state):
        early = (x + state) @ w
        state.mul_(2)
        late = (x + state) @ w
        return early, late, early + late

    assert check(function, *arguments()) == 2


def test_a_view_of_what_is_written():
    def function(x, w, state):
        view = state.view(2, 2)
        early = x @ w + view.reshape(4)
        view.add_(1)
        return (early @ w, x @ w + state)

    assert check(function, *arguments()) >= 1


def test_a_result_of_a_region_is_written():
    def function(x, w, state):
        made = x @ w
        early = made * 2
        made.add_(state)
        return made @ w, early @ w

    assert check(function, *arguments()) >= 2


def test_random_numbers_are_drawn_in_order():
    def function(x, w, p):
        one = torch.bernoulli(p)
        two = torch.bernoulli(1 - p)
        return ((x * one) @ w + torch.atan((x @ w) * two) @ w,)

    x, w, _ = arguments()
    p = torch.full((4, 4), 0.3)
    module = graph_of(function, x, w, p)
    cut_regions(module, SETTINGS, "forward")
    torch.manual_seed(0)
    want = function(x, w, p)[0]
    torch.manual_seed(0)
    torch.testing.assert_close(module(x, w, p)[0], want)
