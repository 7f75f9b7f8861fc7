"""Which regions are taken, by predicted times; nothing is compiled."""

import dataclasses
import inspect
import warnings

import pytest

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: E402
from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

import lowp  # noqa: E402
from lowp.torch.compiling import guard, predictions, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.candidates import uncompiled  # noqa: E402
from lowp.torch.compiling.errors import SlowRegionWarning  # noqa: E402
from lowp.torch.compiling.importer.table import is_matmul  # noqa: E402
from lowp.torch.compiling.joint import mark_linears, placeholders  # noqa: E402
from lowp.torch.compiling.predicted import Memory  # noqa: E402
from lowp.torch.compiling.regions import cut_regions  # noqa: E402
from lowp.torch.compiling.report import BARE, LEFT, MATMULS, TAKEN  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402
from lowp.torch.compiling.torch_times import predict_torch  # noqa: E402


def trace(function, *shapes):
    with FakeTensorMode():
        inputs = [torch.empty(shape, dtype=torch.bfloat16) for shape in shapes]
        return make_fx(function)(*inputs)


def divide(function, *shapes, recipe="auto"):
    """What is reported of a graph whose matmuls are of layers, with the first argument's
    rows, and the matmuls that are torch's."""
    module = trace(function, *shapes)
    settings = Settings(rest="eager", recipe=recipe, compile={"part": "h200"})
    matmuls = [node for node in module.graph.nodes if is_matmul(node)]
    for number, node in enumerate(matmuls):
        node.meta["nn_module_stack"] = {"": (f"L['self'].layer{number}", None)}
    weights = set(placeholders(module.graph)[1:])
    mark_linears(module.graph, weights, set(), settings.recipes())
    with report.collect() as cuts, uncompiled():
        cut_regions(module, settings, "forward")
    return cuts, [node for node in module.graph.nodes if is_matmul(node)]


def gate(x, w, v):
    return F.silu(x @ w) @ v


WIDE = (4096, 4096), (4096, 8192), (8192, 4096)
NARROW = (64, 128), (128, 256), (256, 128)


def slow_down(monkeypatch, is_slow):
    """Makes launches of some regions slow."""
    predict = predictions.predict

    def predict_slow(region):
        found = predict(region)
        if not is_slow(region):
            return found
        return found._replace(launches=tuple(x._replace(us=10 * x.us) for x in found.launches))

    monkeypatch.setattr(predictions, "predict", predict_slow)


def test_a_region_that_gains_is_taken():
    cuts, left = divide(gate, *WIDE)
    ((kind, verdict),) = cuts.verdicts
    assert (kind, verdict.action, verdict.matmuls) == ("forward", TAKEN, "layer0, layer1")
    assert verdict.us * guard.MIN_SPEEDUP < verdict.torch_us and not left
    assert cuts[0].region.options["recipe"] == "auto"


def test_a_region_of_which_no_matmul_gains_is_left():
    cuts, left = divide(gate, *NARROW)
    ((_, verdict),) = cuts.verdicts
    assert verdict.action == LEFT and len(left) == 2
    times = f"predicted {verdict.us:.1f} us, of torch {verdict.torch_us:.1f} us"
    assert [cut.reason for cut in cuts] == [
        f"left to torch: {times}, no matmul gains by a recipe"
    ] * 2


def test_a_region_that_gains_without_recipes_alone_gets_none(monkeypatch):
    slow_down(monkeypatch, lambda region: "recipe" in region.options)
    # An epilogue costs a matmul of lowp nothing, and one of torch a launch.
    cuts, left = divide(lambda x, w: torch.relu(x @ w), (8192, 1024), (1024, 8192))
    ((_, verdict),) = cuts.verdicts
    assert verdict.action == BARE and not left
    assert "recipe" not in cuts[0].region.options


def test_matmuls_that_gain_are_taken_alone(monkeypatch):
    slow_down(monkeypatch, lambda region: "math.exp" in region.text)
    cuts, left = divide(gate, *WIDE)
    actions = [(verdict.action, verdict.matmuls) for _, verdict in cuts.verdicts]
    assert actions == [(MATMULS, "layer0, layer1"), (TAKEN, "layer0"), (TAKEN, "layer1")]
    assert len(cuts) == 2 and not left and cuts.outside["aten.sigmoid"] + cuts.outside["aten.silu"]


def test_what_gains_nowhere_is_left(monkeypatch):
    slow_down(monkeypatch, lambda region: True)
    cuts, left = divide(gate, *WIDE)
    assert [verdict.action for _, verdict in cuts.verdicts] == [MATMULS, LEFT, LEFT]
    assert len(left) == 2 and all(cut.region is None for cut in cuts)


def test_a_named_recipe_is_obeyed_and_warned_of():
    with pytest.warns(SlowRegionWarning, match="by the recipe 'rowwise' .* layer0, layer1: pred"):
        cuts, left = divide(gate, *NARROW, recipe="rowwise")
    assert [verdict.action for _, verdict in cuts.verdicts] == [TAKEN] and not left
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        divide(gate, *WIDE, recipe="rowwise")


def test_matmuls_of_one_layer_are_told_apart(monkeypatch):
    """Also where the region computes them in another order than the graph."""
    seen, priced = [], guard._priced

    def watch(candidate, predicted):
        pairs = priced(candidate, predicted)
        sizes = [(one.sizes[2], node.args[0].meta["val"].shape[1]) for node, one in pairs]
        seen.append((candidate.ordered != candidate.nodes, sizes))
        return pairs

    monkeypatch.setattr(guard, "_priced", watch)
    torch._dynamo.reset()
    with FakeTensorMode(allow_non_fake_inputs=True), uncompiled():
        layer = torch.nn.Linear(4096, 4096, bias=False, dtype=torch.bfloat16)
        x = torch.empty(2048, 4096, dtype=torch.bfloat16).requires_grad_()
        options = {"rest": "eager", "compile": {"part": "h200"}}
        torch.compile(layer, backend=backend, options=options)(x.sin()).sum().backward()
    is_moved, sizes = seen[-1]
    assert is_moved and len(sizes) == 2 and all(known == read for known, read in sizes)


def test_nothing_is_judged_where_recipes_are_not_wanted():
    cuts, left = divide(gate, *NARROW, recipe=None)
    assert not cuts.verdicts and not left


def test_predictions_are_kept_on_disk(monkeypatch):
    predictions._predict.cache_clear()
    first, _ = divide(gate, *NARROW)
    predictions._predict.cache_clear()
    monkeypatch.setattr(predictions.lowp, "run_pipeline", None)
    assert divide(gate, *NARROW)[0].verdicts == first.verdicts


def test_predictions_know_all_options_of_a_compilation():
    cuts, _ = divide(gate, *NARROW, recipe=None)
    given = {
        "recipe": "auto",
        "allow_emulation": True,
        "expected_m": 64,
        "math": "fast",
        "f32_matmuls": "bf16",
        "batch_invariant": True,
        "recipe_candidates": ["rowwise"],
        "recipe_allow": ["a", "*"],
        "recipe_deny": "b",
        "max_error": 0.1,
        "min_speedup": 1.5,
    }
    names = set(inspect.signature(lowp.compile).parameters) - {"source"}
    assert names == {*given, "config_file", "part_file", *predictions._OF_CODE}
    region = dataclasses.replace(cuts[0].region, options={**given, "host_opt_level": 0})
    found = predictions.predict(region, "h200")
    assert found.us > 0 and [matmul.recipe for matmul in found.matmuls] == [None] * 2


def test_nothing_is_predicted_without_a_gpu():
    cuts, _ = divide(gate, *NARROW, recipe=None)
    assert predictions.predict(dataclasses.replace(cuts[0].region, options={})) is None


def norm(x, w):
    scale = torch.rsqrt(x.float().square().mean(-1, keepdim=True))
    return (x * scale * w).to(torch.bfloat16)


def around(x, w):
    y = torch.exp(x)
    return y + torch.exp(x @ w) * y


def columns(x, w):
    sums = torch.exp(x).float().sum(0)
    return x + w, x - sums


def quantized(x, w):
    return torch.ops.lowp.quantize(norm(x, w), "rowwise_training")


X, W = 64 * 32 * 2, 32 * 32 * 2


@pytest.mark.parametrize(
    "function, shapes, bytes_",
    [
        # A reduction of rows and what it is of are one launch.
        (norm, [(64, 32), (32,)], [2 * X + 64]),
        # What a matmul does not read is computed after it, in one launch.
        (around, [(64, 32), (32, 32)], [3 * X]),
        # What reads sums of columns waits for them.
        (columns, [(64, 32), (32,)], [2 * X + 64 + 4 * 32, X + 4 * 32 + 2 * X]),
        # Operators of lowp are launches by themselves: fp8, and a scale in f32 for each row.
        (quantized, [(64, 32), (32,)], [2 * X + 64, X + X // 2 + 64 * 4]),
        (lambda x: torch.exp(x.t())[:16] + 1, [(64, 32)], [X + X // 2]),
        (lambda x: x.view(32, 64).t(), [(64, 32)], []),
    ],
)
def test_launches_of_torch(function, shapes, bytes_):
    graph = trace(function, *shapes).graph
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    memory = Memory(bytes_per_us=1, launch_us=100000)
    want = 7 + sum(bytes_) + memory.launch_us * len(bytes_)
    assert predict_torch(nodes, 7, 0, memory) == want
    assert predict_torch(nodes, 7, 5, memory) == pytest.approx(want + 0.4)


def test_what_computes_rows_quantizes_them():
    """Without a matmul too: they travel to other devices."""
    cuts, _ = divide(quantized, (2048, 4096), (4096,))
    ((_, verdict),) = cuts.verdicts
    assert verdict.action == TAKEN
