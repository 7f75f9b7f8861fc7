"""Regions that become several calls; nothing is compiled."""

import dataclasses

import pytest

torch = pytest.importorskip("torch")

from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402

from lowp.torch.compiling import divide, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.candidates import uncompiled  # noqa: E402
from lowp.torch.compiling.memory import find_peak  # noqa: E402
from lowp.torch.compiling.predictions import predict  # noqa: E402
from lowp.torch.compiling.programs import RUN, Region  # noqa: E402


class Mlp(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = torch.nn.Linear(width, 4 * width, bias=False, dtype=torch.bfloat16)
        self.down = torch.nn.Linear(4 * width, width, bias=False, dtype=torch.bfloat16)

    def forward(self, x):
        return self.down(torch.nn.functional.gelu(self.up(x), approximate="tanh"))


def graphs_of(width=2048, rows=8192, recipe="auto", **more):
    torch._dynamo.reset()
    options = {"rest": "eager", "recipe": recipe, "compile": {"part": "h200"}, **more}
    with FakeTensorMode(allow_non_fake_inputs=True), uncompiled(), report.collect() as cuts:
        x = torch.empty(rows, width, dtype=torch.bfloat16).requires_grad_()
        model = torch.compile(Mlp(width), backend=backend, options=options)
        model(x).float().sum().backward()
    return dict(cuts.graphs)


def runs_of(graph):
    return [node for node in graph.nodes if node.target is RUN]


def peak_of(graph):
    def workspace(region, stage):
        return predict(region, "h200").workspaces[stage]

    return find_peak(graph, "backward", workspace).bytes


@pytest.fixture(scope="module")
def divided():
    return graphs_of()["backward"]


def test_stages_are_called_in_turn(divided):
    runs = runs_of(divided)
    code = runs[0].args[0]
    region = Region.decode(code)
    assert len(region.stages) == len(runs) > 1
    assert [node.args[2] for node in runs] == list(range(len(runs)))
    assert {node.args[0] for node in runs} == {code}
    made = set(range(len(region.orders)))
    for node, stage in zip(runs, region.stages):
        assert len(node.args[1]) == len(stage.reads) and made.issuperset(stage.reads)
        made.update(stage.writes)
        values = node.meta["val"]
        assert [list(x.shape) for x in values[len(values) - len(stage.between) :]] == [
            each.sizes for each in stage.between
        ]
    assert made == set(range(len(made)))


def test_a_region_that_is_read_back_is_the_same(divided):
    region = Region.decode(runs_of(divided)[0].args[0])
    assert Region.decode(region.encode()) == region and region.stages


def test_stages_save_memory(divided, monkeypatch):
    monkeypatch.setattr(divide, "_stages", lambda region, predicted: [])
    whole = graphs_of()["backward"]
    assert len(runs_of(whole)) == 1
    assert peak_of(divided) < 0.95 * peak_of(whole)


def test_elements_lie_over_what_they_are_computed_from():
    """The gradient before the activation, over that after it: no stage needs less."""
    graph = graphs_of(recipe=None)["backward"]
    (run,) = runs_of(graph)
    (workspace,) = predict(Region.decode(run.args[0]), "h200").workspaces
    assert workspace == 2 * 8192**2
    assert peak_of(graph) <= 3 * workspace


def test_the_region_that_is_priced_launches_the_same(divided):
    region = Region.decode(runs_of(divided)[0].args[0])
    staged = predict(region, "h200")
    text = region.text.replace("attributes {lowp.divisible = 16777216 : i64} ", "")
    assert text != region.text
    whole = predict(dataclasses.replace(region, text=text), "h200")
    assert staged.stages and not whole.stages
    # In another order, which needs less memory.
    kinds = [sorted(x.kind for x in each.launches) for each in (staged, whole)]
    assert kinds[0] == kinds[1]
    assert staged.us == pytest.approx(whole.us) and staged.bytes == whole.bytes


@pytest.mark.parametrize("width, rows", [(512, 256)])
def test_small_regions_stay_whole(width, rows):
    for graph in graphs_of(width, rows, recipe="rowwise").values():
        assert not any(Region.decode(node.args[0]).stages for node in runs_of(graph))


def test_held_weights_of_which_nothing_is_prepared():
    """Regions have the stages that they have without option hold."""
    plain, held = (
        graphs_of(4096, 4096, recipe=None, **more)["backward"] for more in ({}, {"hold": True})
    )
    assert len(runs_of(held)) == len(runs_of(plain)) > 1
    prepared = graphs_of(hold=True)["backward"]
    assert len(runs_of(prepared)) == 1
