"""What lowp.torch.explain says of a model."""

import pytest

torch = pytest.importorskip("torch")

from graphs import QUICK, Mlp, numbers  # noqa: E402
import lowp  # noqa: E402
from lowp.torch import explain, programs  # noqa: E402
from lowp.torch.compiling import explanation as explanation_module  # noqa: E402


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Mlp(128, 256)])

    def forward(self, x):
        y = self.layers[0](x)
        torch._dynamo.graph_break()
        return torch.cumsum(y, 1) @ y.transpose(-1, -2)


@pytest.fixture(scope="module")
def explanation():
    torch._dynamo.reset()
    model, x = Model().bfloat16(), numbers(2, 64, 128, grad=True)
    state = torch.get_rng_state()
    options = {"recipe": "blockwise_training", "deny": "*.up", "compile": QUICK}
    made = explain(model, x, options=options, part="h200")
    assert torch.equal(torch.get_rng_state(), state)
    assert x.grad is None and all(p.grad is None for p in model.parameters())
    return made


def test_rows(explanation):
    (gate,) = [r for r in explanation.rows if r.layer == "layers.0.gate" and r.role == "forward"]
    assert (gate.graph, gate.region, gate.sizes) == ("forward", 0, (128, 256, 128))
    assert vars(gate) in explanation.json and len(explanation.json) == len(explanation.rows)
    assert gate.recipe == "block_1x128_128x128" and gate.us > 0 and gate.without_us > 0
    wgrads = {r.layer: r.recipe for r in explanation.rows if r.role == "wgrad"}
    assert wgrads["layers.0.down"] == "block_1x128_1x128" and wgrads["layers.0.up"] is None
    (outside,) = [r for r in explanation.rows if r.region is None and r.graph == "forward"]
    assert outside.reason == "attention is left to torch"


def test_graphs_and_what_is_outside(explanation):
    assert explanation.graphs == 2
    assert len(explanation.breaks) == 1
    assert explanation.outside["aten.cumsum"] >= 1


def test_operators_of_lowp_are_not_torchs():
    made = explanation_module.Explanation((), 1, {}, {"aten.topk": 2, "lowp.grouped_linear": 4})
    assert str(made).splitlines()[-2:] == [
        "operators of lowp: lowp.grouped_linear 4",
        "torch computes: aten.topk 2",
    ]


def test_as_text_and_in_a_notebook(explanation):
    text = str(explanation)
    assert "layers.0.gate" in text and "aten.cumsum" in text and "2 graphs of dynamo" in text
    regions = "layers.0.gate, layers.0.up, layers.0.down: taken: predicted "
    assert f"forward, a region with {regions}" in text and len(explanation.verdicts) == 2
    html = explanation._repr_html_()
    assert html.count("<tr>") == len(explanation.rows) + 1


def test_without_a_driver(monkeypatch):
    """As on a machine without a GPU: nothing is predicted."""
    monkeypatch.setattr(programs, "device_count", fail_to_load)
    made = explain(torch.nn.Linear(64, 64), numbers(4, 64, dtype=torch.float32))
    assert [row.us for row in made.rows] == [None] * len(made.rows) and made.rows


def fail_to_load():
    raise lowp.LaunchError("no CUDA driver")


def test_an_unknown_part_is_an_error():
    with pytest.raises(ValueError, match="expected a part that lowp knows.*got 'h2000'"):
        explain(torch.nn.Linear(64, 64), numbers(4, 64), part="h2000")
