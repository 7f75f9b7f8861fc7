"""Masks that ranges of indices decide, and those that they do not."""

import pytest

torch = pytest.importorskip("torch")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from lowp.torch.compiling.order import Order  # noqa: E402
from lowp.torch.compiling.ranges import Ranges  # noqa: E402
from lowp.torch.compiling.rows import rewrite_rows  # noqa: E402

aten = torch.ops.aten
X = torch.randn(6, 8, generator=torch.Generator().manual_seed(0))


def best(x, count=2):
    return x.topk(count, -1)[1]


def written(x):
    ids = x.argmax(-1)
    mask = ids >= 8
    ids.add_(8)
    return mask


DECIDED = {
    "topk": (lambda x: best(x) >= 8, False),
    "sorted": (lambda x: best(x).view(-1).sort()[0].int() > 7, False),
    "sort's places": (lambda x: x.sort(1)[1] < 8, True),
    "argmax": (lambda x: x.argmax(-1) == 8, False),
    "argmax of all": (lambda x: x.argmax() != 48, True),
    "max": (lambda x: x.max(1)[1] <= 7, True),
    "gathered": (lambda x: best(x)[torch.arange(3)] >= 8, False),
    "bucketize": (lambda x: torch.bucketize(x, x[0]) > 8, False),
    "one of all": (lambda x: torch.zeros_like(best(x)).scatter(1, best(x) // 4, 1) > 1, False),
    "count": (lambda x: x.histc(4, 0, 1) > 48, False),
    "running count": (lambda x: (x > 0).cumsum(1) >= 9, False),
    "computed": (lambda x: (best(x) * 2 + 1 - best(x)) % 5 < 15, True),
    "clamped": (lambda x: torch.arange(20).clamp(max=7) >= 8, False),
    "chosen": (lambda x: torch.where(x > 0, x.argmax(-1, True), 3) >= 8, False),
    "not and or": (lambda x: ~((x.argmax(-1) >= 8) | (x.argmin(-1) < 0)), True),
    "an and with false": (lambda x: (x[:, 0] > 0) & (x.argmax(-1) >= 8), False),
    "float of index": (lambda x: best(x).float() >= 8, False),
}
OPEN = {
    "the last": lambda x: best(x) >= 7,
    "the second": lambda x: best(x) < 7,
    "moved": lambda x: best(x) + 1 >= 8,
    "a sentinel": lambda x: torch.where(x[:, :1] > 0, best(x), 8) >= 8,
    "an argument": lambda x: x.long() >= 8,
    "one of a column": lambda x: x.argmax(0) >= 5,
    "floats": lambda x: x.softmax(-1) > 2,
    "wrapped": lambda x: (best(x) + 124).to(torch.int8) >= 0,
    "a rounded number": lambda x: best(x) >= 8.0,
    "an or with false": lambda x: (x[:, 0] > 0) | (x.argmax(-1) >= 8),
    "written": written,
}


def truth_of(function, x=X, mode="fake"):
    graph = make_fx(function, tracing_mode=mode)(x).graph
    output = next(node for node in graph.nodes if node.op == "output")
    return Ranges(graph, Order(graph)).truth(output.args[0])


@pytest.mark.parametrize("name", DECIDED)
def test_decided(name):
    function, want = DECIDED[name]
    assert truth_of(function) is want
    assert bool((function(X) == want).all())


@pytest.mark.parametrize("name", OPEN)
def test_open(name):
    assert truth_of(OPEN[name]) is None


def test_unknown_sizes():
    assert truth_of(lambda x: x.argmax(0) < 6) is True
    assert truth_of(lambda x: x.argmax(0) < 6, mode="symbolic") is None
    assert truth_of(lambda x: x.argmax(0) >= 0, mode="symbolic") is True


def masked(bound, shape=(6, 8), keep=lambda y: y + 1):
    def function(x):
        mask = (x.argmax(-1) >= bound)[:, None]
        return keep(aten.where.self(mask, torch.zeros(()), x.sin().expand(shape)))

    return function


@pytest.mark.parametrize(
    "function, is_kept",
    [
        (masked(8), False),
        (masked(7), True),
        # A copy of its own, as what is returned is, and other strides.
        (masked(8, keep=lambda y: y[1:]), True),
        (masked(8, shape=(1, 6, 8)), False),
        (masked(8, shape=(2, 6, 8)), True),
        (lambda x: x.sin().masked_fill((x.argmin(-1) < 0)[:, None], 1.0) * 2, False),
        (lambda x: x.argmax(-1).clamp(0, 7) * 2, False),
        (lambda x: x.argmax(-1).clamp(max=6) * 2, True),
        (lambda x: x.argmax(-1).clamp(min=1) * 2, True),
    ],
)
def test_what_masks_choose(function, is_kept):
    module = make_fx(function, tracing_mode="fake")(X)
    rewrite_rows(module.graph)
    module.recompile()
    choices = {aten.where.self, aten.masked_fill.Scalar, aten.clamp.default}
    assert any(node.target in choices for node in module.graph.nodes) is is_kept
    assert torch.equal(module(X), function(X))
