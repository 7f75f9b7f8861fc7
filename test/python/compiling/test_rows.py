"""What is put by permutations is read by their inverses, with equal values."""

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.permutations import adds, is_put  # noqa: E402
from lowp.torch.compiling.rows import rewrite_rows  # noqa: E402

aten = torch.ops.aten
TOKENS, WIDTH = 24, 5


def draw(count, dtype=torch.float32):
    """Numbers of experts, of which one has no rows, and the rows of the experts."""
    generator = torch.Generator().manual_seed(count)
    ids = torch.randint(0, 3, (TOKENS * count,), generator=generator)
    ids[ids == 1] = 2
    return ids, torch.randn(TOKENS * count, WIDTH, generator=generator).to(dtype)


def rewritten(function, *inputs, mode="fake"):
    module = make_fx(function, tracing_mode=mode)(*inputs)
    rewrite_rows(module.graph)
    module.graph.lint()
    module.recompile()
    return module


def count_of(module, test):
    return sum(test(node) for node in module.graph.nodes if node.op == "call_function")


def put(ids, rows, count=1, places=None, target=None, accumulate=True):
    order = ids.sort()[1] // count
    places = len(ids) // count if places is None else places
    target = torch.zeros(places, WIDTH, dtype=rows.dtype) if target is None else target
    return target.index_put([order], rows, accumulate)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("count", [1, 2, 4, 8])
def test_put(count, dtype):
    inputs = draw(count, dtype)
    module = rewritten(lambda ids, rows: put(ids, rows, count), *inputs)
    assert not count_of(module, is_put)
    got, was = module(*inputs), put(*inputs, count)
    exact = put(inputs[0], inputs[1].double(), count)
    assert torch.allclose(got.double(), exact, rtol=2 * torch.finfo(dtype).eps, atol=1e-6)
    if dtype is torch.bfloat16:
        # Each sum is rounded once.
        once = put(inputs[0], inputs[1].float(), count).bfloat16()
        assert (got != once).sum() <= 1
        assert (got - exact).abs().sum() <= (was - exact).abs().sum()
    assert torch.equal(got, module(*inputs))


def test_unknown_counts():
    def function(x, logits):
        order = logits.topk(2, -1)[1].view(-1).sort()[1]
        rows = x[order // 2] * order[:, None]
        return torch.zeros_like(x).index_put([order // 2], rows, True)

    x, logits = torch.randn(12, WIDTH), torch.randn(12, 4)
    module = rewritten(function, x, logits, mode="symbolic")
    assert not count_of(module, is_put)
    assert torch.allclose(module(x[:7], logits[:7]), function(x[:7], logits[:7]))


def columns(ids, rows):
    order = ids.sort()[1]
    target = torch.zeros(WIDTH, len(ids))
    return aten.index_put.default(target, [None, order], rows.t().contiguous(), True)


def replaced(ids, rows):
    return torch.ones_like(rows).index_put([ids.argsort()], rows)


def reordered(ids, rows):
    first = ids.sort()[1]
    second = rows[:, 0].sort()[1]
    return torch.zeros_like(rows).index_put([first[second]], rows, True)


@pytest.mark.parametrize("function", [columns, replaced, reordered])
def test_other_puts(function):
    inputs = draw(1)
    module = rewritten(function, *inputs)
    assert not count_of(module, is_put)
    assert torch.equal(module(*inputs), function(*inputs))


def changed(ids, rows):
    rows = rows.clone()
    made = put(ids, rows)
    rows.add_(1)
    return made, rows


STAYS = {
    "equal indices": lambda i, r: torch.zeros_like(r).index_put([i], r, True),
    "more places": lambda i, r: put(i, r, places=TOKENS * 2 + 1),
    "a last place with fewer": lambda i, r: put(i[:-1], r[:-1], 2, places=TOKENS),
    "something to add to": lambda i, r: put(i, r, target=torch.ones_like(r)),
    "the last of two stays": lambda i, r: put(i, r, 2, accumulate=False)[:0],
    "one row for all": lambda i, r: put(i, r[:1]),
    "moved": lambda i, r: torch.zeros_like(r).index_put([i.sort()[1] - 1], r, True),
    "half of a permutation": lambda i, r: torch.zeros_like(r).index_put(
        [i.sort()[1][:5]], r[:5], True
    ),
    "integers": lambda i, r: put(i, r.long(), 2),
    "written later": changed,
}


@pytest.mark.parametrize("name", STAYS)
def test_stays(name):
    inputs = draw(2)
    module = rewritten(STAYS[name], *inputs)
    assert count_of(module, is_put) == 1
    got, want = (
        each if isinstance(each, tuple) else (each,)
        for each in (module(*inputs), STAYS[name](*inputs))
    )
    assert all(map(torch.equal, got, want))


def test_an_order_that_falls_is_no_inverse():
    def function(ids, rows, descending):
        order = ids.sort()[1]
        return rows[order].mul(2)[order.sort(descending=descending)[1]]

    for descending, reads in ((False, 0), (True, 2)):
        inputs = draw(1)
        module = rewritten(lambda i, r: function(i, r, descending), *inputs)
        assert count_of(module, lambda n: n.target is aten.index.Tensor) == reads
        assert torch.equal(module(*inputs), function(*inputs, descending))


class Experts(torch.nn.Module):
    """Rows of experts, gathered, scaled and added up as a mixture of experts does."""

    def __init__(self, experts=8, best=2):
        super().__init__()
        self.experts, self.best = experts, best
        self.scales = torch.nn.Parameter(torch.arange(1.0, WIDTH + 1).bfloat16())

    def forward(self, x, logits):
        weights, ids = logits.softmax(-1).topk(self.best, -1)
        ids, order = ids.view(-1).sort()
        mask = (ids >= self.experts)[:, None]
        rows = x[order // self.best].masked_fill(mask, 0.0) * self.scales
        rows = rows.masked_fill(mask, 0.0) * weights.view(-1)[order][:, None]
        back = torch.empty_like(order)
        back[order] = torch.arange(len(order))
        return rows[back].view(len(x), self.best, -1).sum(1).to(x.dtype)


@pytest.mark.sample(2)
@pytest.mark.parametrize("best", [1, 2, 4])
def test_experts(best):
    torch._dynamo.reset()
    generator = torch.Generator().manual_seed(best)
    x = torch.randn(TOKENS, WIDTH, generator=generator).bfloat16().requires_grad_()
    logits = torch.randn(TOKENS, 8, generator=generator)
    # One expert has no rows.
    logits[:, 3] -= 100
    logits.requires_grad_()
    model = Experts(best=best)

    def step(function):
        y = function(x, logits)
        return [y, *torch.autograd.grad(y.float().square().sum(), [x, logits, model.scales])]

    options = {"rest": "eager", "strict": True, "compile": QUICK}
    with report.collect() as cuts:
        got = step(torch.compile(model, backend=backend, options=options))
    for one, other in zip(got, step(model)):
        assert torch.allclose(one.float(), other.float(), rtol=2e-2, atol=2e-2)
    nodes = [node for _, graph in cuts.graphs for node in graph.nodes]
    assert len(cuts.graphs) == 2
    assert not any(is_put(node) and adds(node) for node in nodes)
    targets = {node.target for node in nodes}
    assert targets.isdisjoint({aten.ge.Scalar, aten.where.self, aten.masked_fill.Scalar})
    read = [node.args[0].meta["val"] for node in nodes if node.target is aten.index.Tensor]
    assert {each.dtype for each in read if each.dim() == 2} == {torch.bfloat16}
