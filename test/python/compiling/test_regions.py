"""How graphs are divided, and what stays with torch."""

import operator
import warnings

import pytest

torch = pytest.importorskip("torch")

from torch.fx.experimental.proxy_tensor import make_fx  # noqa: E402

import lowp  # noqa: E402
from compiling_fixtures import fresh  # noqa: E402, F401
from graphs import QUICK, Mlp, error, gradients, numbers  # noqa: E402
from lowp._linear.recipes import resolve  # noqa: E402
from lowp._recipe_options import RecipeOptions  # noqa: E402
from lowp.torch.compiling import programs, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.errors import RegionWarning  # noqa: E402
from lowp.torch.compiling.linears import clean_path  # noqa: E402
from lowp.torch.compiling.order import Order  # noqa: E402
from lowp.torch.compiling.partition import partition  # noqa: E402
from lowp.torch.compiling.recipes import Recipes  # noqa: E402
from lowp.torch.compiling.regions import cut_regions  # noqa: E402
from lowp.torch.compiling.settings import Settings  # noqa: E402
from lowp.torch.compiling.support import Support  # noqa: E402

aten = torch.ops.aten


def divide(function, *inputs):
    """Names of the sets where cumsum is torch's and mm is heavy."""
    graph = make_fx(function)(*inputs).graph
    sets = partition(
        graph,
        Order(graph),
        lambda n: n.op == "call_function" and n.target is not aten.cumsum.default,
        lambda n: n.target is aten.mm.default,
    )
    return [[node.name for node in nodes] for nodes in sets]


def test_a_node_of_torch_divides():
    def function(x):
        y = torch.mm(x, x)
        return torch.mm(torch.cumsum(y, 0) + y, y)

    assert divide(function, numbers(4, 4)) == [["mm"], ["add", "mm_1"]]


def test_what_is_not_connected_is_apart():
    def function(x, y):
        return torch.mm(x, x), torch.mm(y, y)

    assert divide(function, numbers(4, 4), numbers(4, 4)) == [["mm"], ["mm_1"]]


def test_readers_of_one_tensor_are_together():
    def function(x, y, z):
        return torch.mm(x, y), torch.mm(x, z)

    assert len(divide(function, *[numbers(4, 4)] * 3)) in (1, 2)
    inputs = numbers(4, 4), numbers(4, 4), numbers(4, 4)
    assert divide(function, *inputs) == [["mm", "mm_1"]]


def test_what_is_computed_again_is_where_it_is_used():
    def function(saved, x):
        again = saved * 2
        return torch.mm(torch.cumsum(torch.mm(x, x), 0), again)

    assert divide(function, numbers(4, 4), numbers(4, 4)) == [["mul", "mm_1"], ["mm"]]


def test_a_set_joins_its_only_reader():
    def function(x, y):
        early = torch.mm(x, x)
        return early + torch.mm(torch.cumsum(torch.mm(y, y), 0), y)

    sets = divide(function, numbers(4, 4), numbers(4, 4))
    assert sets == [["mm_1"], ["mm", "mm_2", "add"]]


def lowered(model, **options):
    options = {"rest": "eager", "recipe": None, "compile": QUICK, **options}
    return torch.compile(model, backend=backend, options=options)


def test_what_lowp_refuses_stays_with_torch(monkeypatch):
    def refuse(region):
        raise lowp.CompileError("nonsense")

    monkeypatch.setattr(programs.Region, "compile", refuse)
    model = Mlp().bfloat16()
    x = numbers(2, 8, 64, grad=True)
    with pytest.warns(RegionWarning, match="region with gate, up, down to torch: .*nonsense"):
        got = gradients(lowered(model, recipe="rowwise"), x)
    assert all(error(one, other) < 1e-2 for one, other in zip(got, gradients(model, x)))
    assert len(programs.TABLE) == 0
    torch._dynamo.reset()
    with pytest.raises(Exception, match="leaves a region with gate, up, down"):
        gradients(lowered(model, recipe="rowwise", strict=True), x)


def test_a_node_that_is_not_imported_leaves_the_others():
    # A start whose sign nobody knows.
    def cut_off(x, w):
        return (x @ w)[:, w.shape[1] - x.shape[0] :] + 1

    x, w = numbers(5, 64), numbers(64, 64)
    torch._dynamo.mark_dynamic(x, 0)
    torch._dynamo.mark_dynamic(w, 1)
    with pytest.warns(RegionWarning, match=r"leaves aten.slice.Tensor to torch: .*sign is known"):
        got = lowered(cut_off)(x, w)
    assert error(got, cut_off(x, w)) < 1e-2
    assert len(programs.TABLE) == 1


def test_types_that_lowp_lacks_stay_with_torch():
    def function(x, w):
        return (x @ w).to(torch.uint8)

    x, w = numbers(4, 8).abs(), numbers(8, 8).abs()
    with warnings.catch_warnings():
        warnings.simplefilter("error", RegionWarning)
        assert torch.equal(lowered(function)(x, w), function(x, w))
    assert len(programs.TABLE) == 1


def test_graphs_without_matmuls_are_torchs():
    x = numbers(4, 8)
    assert torch.equal(lowered(lambda x: x.exp() + 1)(x), x.exp() + 1)
    assert len(programs.TABLE) == 0


def test_a_region_as_a_string():
    with report.collect() as cuts:
        lowered(Mlp().bfloat16())(numbers(2, 8, 64))
    code = cuts[0].region.encode()
    assert programs.Region.decode(code) == cuts[0].region
    assert programs.Region.decode(code).encode() == code
    versions = cuts[0].region.text.splitlines()[0]
    assert lowp.__version__ in versions and torch.__version__ in versions


def test_each_region_makes_its_zeros():
    def function(x, w):
        zeros = torch.full((8, 16), 0.0, dtype=x.dtype)
        y = torch.slice_scatter(zeros, x @ w, 1, 0, 8)
        z = torch.cumsum(y @ y.t(), 0)
        return torch.slice_scatter(zeros, z @ w, 1, 8, 16), torch.cumsum(zeros, 0), zeros + 1

    inputs = numbers(8, 8), numbers(8, 8, seed=1)
    module = make_fx(function)(*inputs)
    settings = Settings(rest="eager", recipe=None, strict=True, compile=QUICK)
    assert cut_regions(module, settings, "forward") == 2
    runs = [node for node in module.graph.nodes if node.target is programs.RUN]
    made = [node for node in module.graph.nodes if node.target is aten.full.default]
    assert len(made) == 1
    assert not any(made[0] in run.all_input_nodes for run in runs)
    for one, other in zip(module(*inputs), function(*inputs)):
        assert error(one, other) < 1e-2


def halves(x, w):
    """Parts with gaps in the rows of a product, transposed ones, and sums."""
    y = x @ w
    one, other = torch.split(y, [16, 48], 1)
    return torch.atan(one), torch.atan(other.t() * 2), other + 1, torch.atan(y.sum(0))


def test_strides_are_those_that_programs_write():
    inputs = numbers(4, 64), numbers(64, 64, seed=1)
    module = make_fx(halves, tracing_mode="fake")(*inputs)
    cut_regions(module, Settings(rest="eager", recipe=None, strict=True, compile=QUICK), "forward")
    seen = []

    class Compare(torch.fx.Interpreter):
        def run_node(self, node):
            made = super().run_node(node)
            for value, described in zip(*map(listed, (made, node.meta.get("val")))):
                if node.target in (programs.RUN, operator.getitem):
                    seen.append(node)
                    assert described.stride() == value.stride(), node
                    assert described.shape == value.shape, node
            return made

    got = Compare(module).run(*inputs)
    assert len(seen) >= 6
    for one, other in zip(got, halves(*inputs)):
        assert error(one, other) < 1e-2


def listed(value):
    return value if isinstance(value, (list, tuple)) else [value]


def test_the_table_is_bounded(monkeypatch):
    table = programs.Table(most=2)
    monkeypatch.setattr(programs.Region, "decode", lambda code: code)
    monkeypatch.setattr(programs, "Loaded", lambda code: [code])
    first = table.get("a")
    table.get("b")
    assert table.get("a") is first
    table.get("c")
    assert len(table) == 2 and table.get("a") is first
    assert table.get("b") is not first


def test_the_operation_as_torch_checks_it():
    with report.collect() as cuts:
        lowered(Mlp().bfloat16())(numbers(2, 8, 64))
    region = cuts[0].region
    found = [numbers(*_sizes(kind)) for kind in _arguments(region.text)]
    torch.library.opcheck(programs.RUN, (region.encode(), found))


def _arguments(text):
    head = text.splitlines()[1].split(" -> ")[0]
    return [part.split(">")[0] for part in head.split("tensor<")[1:]]


def _sizes(kind):
    return [int(size) for size in kind.split("x")[:-1]]


def test_recipes_are_those_of_the_compiler():
    weights = "#lowp.matmul_recipe<block_1x128_128x128>"
    gradient = "#lowp.matmul_recipe<block_1x128_1x128>"
    by_role = Recipes(RecipeOptions("blockwise_training")).by_role
    assert by_role == {"forward": weights, "dgrad": weights, "wgrad": gradient}
    assert Recipes(RecipeOptions("rowwise_with_gw_hp")).by_role["wgrad"] is None
    with pytest.raises(ValueError, match="got 'nonsense'; families are .*; presets are .*rowwise"):
        Recipes(RecipeOptions("nonsense"))


@pytest.mark.parametrize(
    "options, message",
    [
        ({"rest": "none"}, "expected rest to be 'inductor' or 'eager', got 'none'"),
        ({"freeze": "yes"}, "expected freeze to be True or False, got 'yes'"),
        ({"hold": -1}, "expected hold to be True, False or how many calls a step .*, got -1"),
        ({"recipe": None, "save": "time"}, "expected a recipe beside save='time'"),
        ({"strict": 1}, "expected strict to be True or False, got 1"),
        ({"compile": {"mth": "fast"}}, "options of lowp.compile, .*math, .*got 'mth'"),
        ({"compile": {"part": "h2000"}}, "expected a part that lowp knows.*got 'h2000'"),
        ({"attention": "x"}, "expected attention to be"),
        ({"rest": "eager", "max_autotune": True}, r"got \['max_autotune'\]"),
        ({"recipe": "#lowp.matmul_recipe<nonsense>"}, "expected a preset .tensorwise"),
        ({"recipe": {"backward": "rowwise"}}, "expected roles forward, dgrad and wgrad"),
        ({"mode": "reduce-overhead"}, "expected mode beside backend, .*'triton.cudagraphs': True"),
        ({"compile": {"device": "cpu"}}, "the device from the tensors"),
    ],
)
def test_options_that_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        Settings.read(options)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"recipe": 8}, "expected recipe to be a string, .* got 8"),
        ({"recipe": {"dgrad": 8}}, "the recipe of dgrad to be a string, .* got 8"),
        ({"allow": 5}, "expected allow to be a pattern of names, or a list of them, got 5"),
        ({"deny": ["a", 5]}, r"expected deny .*, got \['a', 5\]"),
        ({"compile": "fast"}, "compile to be a dict of options of lowp.compile, got 'fast'"),
    ],
)
def test_options_of_other_types(options, message):
    with pytest.raises(TypeError, match=message):
        Settings.read(options)


def test_f32_is_multiplied_as_torch_was_told():
    before = torch.get_float32_matmul_precision()
    settings, _ = Settings.read({})
    try:
        torch.set_float32_matmul_precision("highest")
        digest = settings.digest()
        assert settings.leaves_f32("cuda") and not settings.leaves_f32("cpu")
        torch.set_float32_matmul_precision("high")
        assert not settings.leaves_f32("cuda") and settings.digest() != digest
        assert settings.options("cuda") == {"f32_matmuls": "tf32"}
        told, _ = Settings.read({"compile": {"f32_matmuls": "bf16"}})
        assert told.options("cuda") == {"f32_matmuls": "bf16"}
        assert settings.options("cpu") == {}
    finally:
        torch.set_float32_matmul_precision(before)


def float32(x):
    return x.float()


def as_it_is(x):
    return x


def shifted(x):
    return x.float() + 1


@pytest.mark.parametrize(
    "left, right, dtypes, is_taken",
    [
        (float32, lambda w: w.float().t(), (torch.bfloat16, torch.bfloat16), True),
        (float32, lambda w: w.t().float(), (torch.float16, torch.float16), True),
        (float32, lambda w: w.float().t(), (torch.bfloat16, torch.float16), False),
        (float32, lambda w: w.t(), (torch.bfloat16, torch.float32), False),
        (as_it_is, lambda w: w.float().t(), (torch.float32, torch.bfloat16), False),
        (shifted, lambda w: w.float().t(), (torch.bfloat16, torch.bfloat16), False),
    ],
)
def test_what_is_widened_is_multiplied_as_it_was(left, right, dtypes, is_taken):
    """A router of f32 whose operands are of 16 bits: their products are exact."""

    def route(x, w):
        return left(x) @ right(w)

    x, w = numbers(8, 16, dtype=dtypes[0]), numbers(4, 16, dtype=dtypes[1], seed=1)
    graph = make_fx(route)(x, w).graph
    (product,) = (node for node in graph.nodes if node.target is torch.ops.aten.mm.default)
    support = Support(graph, Settings(compile={"part": "h200"}))
    reason = support.reason_against(product)
    assert reason is None if is_taken else "f32 is multiplied exactly by torch" in reason
    # Nobody computes what widens an operand but torch: then it multiplies, too.
    for node in graph.nodes:
        if node.target is torch.ops.aten._to_copy.default:
            support = Support(graph, Settings(compile={"part": "h200"}))
            support.exclude(node, "torch's")
            assert support.reason_against(product) is not None


def test_options_of_inductor_are_passed_on():
    settings, rest = Settings.read({"recipe": "rowwise", "max_autotune": True})
    assert settings.recipe == "rowwise" and rest == {"max_autotune": True}
    assert settings.digest() != Settings.read({"recipe": "tensorwise"})[0].digest()


def test_names_of_torchao_are_families():
    assert Recipes(RecipeOptions("rowwise")).by_role == resolve("rowwise_training")
    by_role = Recipes(RecipeOptions({"dgrad": "rowwise"})).by_role
    assert tuple(by_role.values()) == (None, "#lowp.matmul_recipe<rowwise>", None)


def test_recipes_by_name():
    recipes = Recipes(RecipeOptions("rowwise_with_gw_hp", "layers.*", ["*.gate"]))
    assert recipes.choose("layers.0.up", "forward", 64, 64)[0] == "#lowp.matmul_recipe<rowwise>"
    assert recipes.choose("layers.0.up", "wgrad", 64, 64) == (None, "no recipe for this role")
    assert recipes.choose("layers.0.gate", "forward", 64, 64) == (None, "denied by '*.gate'")
    assert recipes.choose("head", "forward", 64, 64) == (None, "not allowed by a pattern")
    assert recipes.choose("layers.0.up", "forward", 4, 64)[1].startswith("a weight of 4 x 64")


def test_paths_of_modules():
    assert clean_path("L['self'].layers[3].mlp") == "layers.3.mlp"
    assert clean_path("L['self']._modules['layers']._modules['0'].q") == "layers.0.q"
    assert clean_path("L['self']") == ""
    # A function calls a model which is a global.
    assert clean_path("G['model'].layers.0.q") == "layers.0.q"


class Norms(torch.nn.Module):
    """A residual that torch's sort divides into two regions, which both normalize it in f32."""

    def __init__(self):
        super().__init__()
        self.first, self.second = (torch.nn.Linear(64, 64, bias=False) for _ in range(2))

    def forward(self, x, y):
        wide = (x + y).float()
        one = self.first((wide * 2).to(x.dtype))
        last = torch.cumsum(one, 0)
        return self.second((wide * 3 + last).to(x.dtype)), last


def test_what_is_wide_is_computed_where_it_is_read():
    """A region hands on what it computed in bf16 of two tensors, no f32 of that; results are
    those of the same operations."""
    torch.manual_seed(0)
    model, x, y = Norms().bfloat16(), numbers(64, 64), numbers(64, 64)
    with torch.no_grad(), report.collect() as cuts:
        options = {"rest": "eager", "recipe": None, "compile": QUICK}
        got = torch.compile(model, backend=backend, options=options)(x, y)
        want = model(x, y)
    regions = [cut for cut in cuts if cut.region is not None]
    ((_, graph),) = cuts.graphs
    between = [node.meta["val"] for node in graph.nodes if node.target is operator.getitem]
    assert len(regions) == 2
    assert {each.dtype for each in between} == {torch.bfloat16}
    assert all(error(one, other) < 0.02 for one, other in zip(got, want))
