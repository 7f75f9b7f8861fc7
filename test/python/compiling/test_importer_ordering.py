"""How a mixture of experts routes its rows, against torch: the best experts of tokens,
rows in their order, how many each has, and where they end."""

import pytest

torch = pytest.importorskip("torch")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from graphs import QUICK, numbers, run_as_region  # noqa: E402
from lowp.torch.compiling.errors import Refusal  # noqa: E402
from lowp.torch.compiling.importer import ordering  # noqa: E402
from lowp.torch.compiling.importer.region import import_region  # noqa: E402

EXPERTS = 12


def route(scores):
    best, ids = scores.topk(3, 1)
    flat = ids.flatten()
    sorted_ids, order = torch.sort(flat, stable=True)
    ones = flat[:, None] == torch.arange(0, EXPERTS, 1)
    counts = ones.sum(0)
    histogram = torch.histc(flat.float(), EXPERTS, 0, EXPERTS - 1)
    return best, ids, sorted_ids, order, counts, counts.cumsum(0).int(), histogram


def distinct(tokens, dtype=torch.float32):
    """Scores without ties, of which torch keeps any order."""
    generator = torch.Generator().manual_seed(4)
    rows = [torch.randperm(EXPERTS, generator=generator) for _ in range(tokens)]
    return torch.stack(rows).to(dtype)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_route(dtype):
    scores = distinct(50, dtype)
    for one, other in zip(run_as_region(route, scores), route(scores)):
        assert one.dtype is other.dtype and torch.equal(one, other)


def test_the_order_is_counted():
    """One order of rows; nothing of the sort is left."""
    graph = make_fx(route)(distinct(5)).graph
    graph.eliminate_dead_code()
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    (scores,) = [node for node in graph.nodes if node.op == "placeholder"]
    output = next(node for node in graph.nodes if node.op == "output")
    region, _owners = import_region(nodes, [scores], list(output.args[0]), "cpu", QUICK)
    assert region.text.count("lowp.order_rows") == 1
    assert f"tensor<{EXPERTS}xi32>" in region.text


def others(x, integers):
    """The smallest; along another dimension; integers, and their sums."""
    return (
        *x.topk(2, 1, largest=False),
        *x.topk(3, 0),
        *integers.topk(2),
        integers.cumsum(1),
        integers.cumsum(0),
    )


def test_others():
    generator = torch.Generator().manual_seed(4)
    x = torch.randperm(7 * EXPERTS, generator=generator).view(7, EXPERTS).float()
    inputs = x.t().contiguous().t(), (x * 3).to(torch.int32)
    for one, other in zip(run_as_region(others, *inputs), others(*inputs)):
        assert one.dtype is other.dtype and torch.equal(one, other)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: x.sort(1)[0], "it sorts no vector, or the largest come first"),
        (lambda x: x.topk(1, 1)[1].flatten().sort(descending=True)[0], "the largest come first"),
        (lambda x: x.flatten().sort()[0], "other numbers than those of experts"),
        (lambda x: (x.topk(1, 1)[1] + 1).flatten().sort()[0], "other numbers than those"),
        (lambda x: x.topk(1, 1)[0].long().flatten().sort()[0], "other numbers than those"),
        (
            lambda x: x.topk(1, 1)[1].flatten().float().histc(EXPERTS + 1, 0, EXPERTS),
            "other numbers",
        ),
        (lambda x: x.flatten().histc(EXPERTS, 0, EXPERTS - 1), "counts other numbers than those"),
        (
            lambda x: numbers(2, 300).topk(1)[1].flatten().bfloat16().long().sort()[0] + x.sum(),
            "other numbers than those of experts",
        ),
        (lambda x: numbers(2, 2000).topk(3)[0] + x.sum(), "from more than 1024 elements"),
        (lambda x: x.expand(100, 8, EXPERTS).flatten(1).topk(40)[0], "more than 32 elements"),
        (lambda x: x.flatten().int().repeat(20).cumsum(0), "adds up more than 1024 elements"),
        (lambda x: x.cumsum(1), "adds up floats one by one"),
    ],
)
def test_left_to_torch(function, reason):
    graph = make_fx(function)(distinct(8)).graph
    nodes = [n for n in graph.nodes if n.op == "call_function"]
    found = [r for r in map(ordering.reason_against, nodes) if r]
    assert len(found) == 1 and reason in found[0]
    with pytest.raises(Refusal, match=reason):
        last = next(n for n in nodes if ordering.reason_against(n))
        ordering.OPERATIONS[last.target](None, last)
