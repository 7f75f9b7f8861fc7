"""Sums of devices begin before gradients of weights are computed. Nothing is compiled, and no
other device is there."""

import operator
import re

import pytest

torch = pytest.importorskip("torch")
dist = pytest.importorskip("torch.distributed")
if not dist.is_available():
    pytest.skip("torch has no distributed package", allow_module_level=True)

from torch._inductor.utils import run_and_get_code  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.distributed import _functional_collectives as collectives  # noqa: E402
from torch.testing._internal.distributed.fake_pg import FakeStore  # noqa: E402

import lowp.torch  # noqa: E402
from lowp.torch.compiling import early_sums, own_gradients, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.candidates import uncompiled  # noqa: E402
from lowp.torch.compiling.collectives import is_sum  # noqa: E402
from lowp.torch.compiling.converted import LINEAR_BACKWARD  # noqa: E402
from lowp.torch.compiling.emitted import emit  # noqa: E402
from lowp.torch.compiling.explanation import Explanation  # noqa: E402
from lowp.torch.compiling.programs import RUN  # noqa: E402

RANKS, RECIPE = 4, "rowwise_training"
WAIT = torch.ops._c10d_functional.wait_tensor.default


@pytest.fixture(scope="module", autouse=True)
def group():
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=RANKS)
    yield
    dist.destroy_process_group()


class Copied(torch.autograd.Function):
    """Rows that each device has, whose gradients are added up."""

    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return collectives.all_reduce(g, "sum", dist.group.WORLD)


def gathered(x):
    return collectives.all_gather_tensor_autograd(x, 0, dist.group.WORLD)


class Mlp(torch.nn.Module):
    """What a device has of an MLP. spread: makes all rows of what is given."""

    def __init__(self, width, hidden, spread=gathered):
        super().__init__()
        self.up = torch.nn.Linear(width, hidden, dtype=torch.bfloat16)
        self.down = torch.nn.Linear(hidden, width, dtype=torch.bfloat16)
        self.spread = spread

    def forward(self, x):
        hidden = torch.nn.functional.silu(self.up(self.spread(x)))
        y = self.down(hidden)
        return collectives.reduce_scatter_tensor_autograd(y, "sum", 0, dist.group.WORLD)


class Spread(Mlp):
    """The same, where devices have parts of its weights."""

    def forward(self, x):
        linear, rows = torch.nn.functional.linear, gathered(x)
        y = linear(linear(rows, gathered(self.up.weight)), gathered(self.down.weight).t())
        return collectives.reduce_scatter_tensor_autograd(y, "sum", 0, dist.group.WORLD)


class Shared(torch.nn.Module):
    """A layer whose devices have parts of the weight, and other rows."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(1024, 4096, dtype=torch.bfloat16))

    def forward(self, x):
        return torch.nn.functional.linear(x, gathered(self.weight))


def step(model, rows=2048, recipe=RECIPE, rest="eager"):
    """The graph of the backward pass, and what was noted. recipe: None of converted layers."""
    torch._dynamo.reset()
    options = {"rest": rest, "compile": {"part": "h200"}}
    options |= {"recipe": recipe} if recipe else {}
    width = next(model.parameters()).shape[1]
    with FakeTensorMode(allow_non_fake_inputs=True), uncompiled(), report.collect() as cuts:
        x = torch.empty(rows, width, dtype=torch.bfloat16).requires_grad_()
        torch.compile(model, backend=backend, options=options)(x).float().sum().backward()
    return dict(cuts.graphs)["backward"], cuts


def converted(model):
    return lowp.torch.convert(model, RECIPE)


def regions_of(cuts):
    """What has matmuls in the backward pass."""
    return [each for each in cuts if each.kind == "backward" and each.matmuls and each.region]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "spread, converts, rows",
    [(gathered, False, 2048), (gathered, True, 2048), (Copied.apply, True, 8192)],
)
def test_weights_wait(spread, converts, rows):
    model = Mlp(4096, 3584, spread)
    graph, cuts = step(converted(model) if converts else model, rows, None if converts else RECIPE)
    first, rest = regions_of(cuts)
    assert {role for _, role, _ in first.matmuls} == {"dgrad"}
    assert {role for _, role, _ in rest.matmuls} == {"wgrad"}
    nodes = list(graph.nodes)
    (summed,) = [node for node in nodes if is_sum(node)]
    (wait,) = [user for user in summed.users if user.target is WAIT]
    runs = [nodes.index(node) for node in nodes if node.target is RUN]
    code = rest.region.encode()
    behind = [place for place in runs if nodes[place].args[0] == code]
    assert behind and nodes.index(summed) < min(behind) <= max(behind) < nodes.index(wait)
    assert all(place < nodes.index(summed) for place in runs if place not in behind)
    (text,) = cuts.sums
    assert text.startswith("8192x4096 of each rank, ") and " beside " in text
    assert f"sum of {text}" in str(Explanation((), 1, {}, {}, sums=tuple(cuts.sums)))


@pytest.mark.sample(2)
@pytest.mark.parametrize("spread", [gathered, Copied.apply])
@torch.compiler.config.patch(force_disable_caches=True)
def test_inductor_keeps_the_order(spread):
    _, codes = run_and_get_code(step, converted(Mlp(4096, 3584, spread)), 2048, None, "inductor")
    calls = (
        "(reduce_scatter_tensor|all_reduce_)[.]default[(]|(call_at_once)|(wait_tensor)[.]default[(]"
    )
    found = [match.lastindex for match in re.finditer(calls, codes[-1])]
    assert found[-3:] == [1, 2, 3]


def test_large_matmuls_keep_all_multiprocessors():
    _, cuts = step(Mlp(8192, 7168, gathered))
    (text,) = cuts.sums
    assert len(regions_of(cuts)) == 1 and " after " in text


@pytest.mark.filterwarnings("ignore::lowp.torch.compiling.errors.SlowRegionWarning")
def test_a_second_read_costs_more_than_a_short_sum():
    _, cuts = step(Mlp(512, 512), 64)
    (text,) = cuts.sums
    assert len(regions_of(cuts)) == 1 and " after " in text


def test_collectives_begin_in_the_order_of_the_graph():
    model = Spread(4096, 896)
    model.down = torch.nn.Linear(4096, 896, dtype=torch.bfloat16)
    graph, cuts = step(model)
    (text,) = cuts.sums
    assert len(regions_of(cuts)) == 1 and text.endswith("in that order")
    sizes = [tuple(node.args[0].meta["val"].shape) for node in graph.nodes if is_sum(node)]
    assert len(sizes) == 3 and sizes[-1] == (8192, 4096)


def test_nobody_waits_for_gradients_of_weights():
    graph, cuts = step(Shared())
    assert len(regions_of(cuts)) == 1 and cuts.sums == []
    assert any(map(is_sum, graph.nodes))


def test_one_region_is_that_of_one_operator(monkeypatch):
    monkeypatch.setattr(early_sums, "rest_hides", lambda *times: False)
    (one,) = regions_of(step(converted(Mlp(4096, 3584)), recipe=None)[1])
    monkeypatch.setattr(own_gradients, "part", lambda graph: [])
    (other,) = regions_of(step(converted(Mlp(4096, 3584)), recipe=None)[1])
    assert one.region == other.region


def test_what_no_region_takes_is_one_operator():
    graph = torch.fx.Graph()
    g, x, w = map(graph.placeholder, "gxw")
    with FakeTensorMode():
        for node, sizes in ((g, (64, 32)), (x, (64, 16)), (w, (32, 16))):
            node.meta["val"] = torch.empty(sizes, dtype=torch.bfloat16)
    made = emit(graph, LINEAR_BACKWARD, g, x, w, RECIPE, [True, True, True], of=g)
    results = [emit(graph, operator.getitem, made, 0, of=g)]
    results += [graph.call_function(operator.getitem, (made, i)) for i in (1, 2)]
    sent = graph.call_function(
        torch.ops._c10d_functional.all_reduce.default, (results[0], "sum", "0")
    )
    graph.output((sent, *results[1:]))
    before = [node.target for node in graph.nodes]
    pairs = own_gradients.part(graph)
    assert [pair[0].args[4] + pair[1].args[4] for pair in pairs] == [
        [True, False, False, False, True, True]
    ]
    graph.lint()
    own_gradients.join(graph, pairs)
    graph.lint()
    (left,) = graph.find_nodes(op="call_function", target=LINEAR_BACKWARD)
    assert left.args[4] == [True, True, True] and len(left.users) == 3
    assert [node.target for node in graph.nodes] == before
