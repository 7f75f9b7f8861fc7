"""The recipe "auto" of experts: what it chooses, and that layers compute just that."""

import copy
import types

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp._linear import recipes
from lowp._linear.prices import Price
from lowp.torch import grouped_recipes

# By the cost model no quantize of so few rows pays for the weights' own.
SIZES, ROWS = (8, 1024, 512), 4096
AUTO = f"auto rows={ROWS} part=h200"


def roles(sizes, rows, *, options="", **how):
    recipe = f"auto rows={rows} part=h200 {options}".rstrip()
    found = grouped_recipes.resolve(recipe, sizes, torch.bfloat16, torch.device("cpu"), **how)
    return {role: matmul.name for role, matmul in recipes.read(found).matmuls.items()}


def test_weights_are_priced_in_each_call():
    """Few experts are quantized for many rows each; many cost more than they gain, but for the
    gradient of weights, which reads none."""
    few, many = (4, 8192, 5120), (64, 8192, 5120)
    assert roles(few, 16640) == {
        "forward": "rowwise",
        "dgrad": "rowwise",
        "wgrad": "block_1x128_128x128",
    }
    assert roles(many, 16640) == {"wgrad": "block_1x128_128x128"}
    assert set(roles(many, 16640, prepared=True)) == {"forward", "dgrad", "wgrad"}
    assert roles(SIZES, ROWS) == {}
    assert roles(SIZES, ROWS, prepared=True) == {"forward": "rowwise"}
    only = "recipe-candidates=block_1x128_1x128"
    assert set(roles(few, 16640, options=only)) == {"forward", "dgrad", "wgrad"}
    assert roles(many, 16640, options=only) == {}
    assert roles(many, 16640, options="max-error=0.001") == {}


def test_held_weights_are_priced_with_their_write():
    """The fewer calls share a write, the more it counts that one read makes both orders."""
    sizes, one_read = (16, 8192, 5120), dict.fromkeys(recipes.ROLES, "block_1x128_128x128")
    assert roles(sizes, 16640, held_for=1) == one_read
    assert roles(sizes, 16640, held_for=4) == {**one_read, "forward": "rowwise", "dgrad": "rowwise"}
    assert roles(sizes, 16640, held_for=1000) == roles(sizes, 16640, prepared=True)
    assert roles((64, 8192, 5120), 16640, held_for=1) == {"wgrad": "block_1x128_128x128"}
    assert roles((64, 8192, 5120), 16640, held_for=4) == one_read


@pytest.fixture
def chosen(monkeypatch):
    """Layers of a few rows choose: held weights rowwise forward, others nothing."""
    grouped_recipes._choose.cache_clear()

    def price(_auto, _sizes, _dtype, _part, *, prepared=False, held_for=0):
        is_kept = prepared or held_for == 2
        recipe = "#lowp.training_recipe<forward = <rowwise>>" if is_kept else None
        return Price(recipe, "chosen by the test", 1.0, 1.0)

    monkeypatch.setattr(grouped_recipes.AutoRecipe, "price", price)
    yield
    grouped_recipes._choose.cache_clear()


def make(recipe):
    torch.manual_seed(3)
    layer = lowp.torch.GroupedLinear(3, 64, 96, False, recipe=recipe, dtype=torch.bfloat16)
    return layer, torch.randn(24, 64).bfloat16(), torch.tensor([3, 3, 22], dtype=torch.int32)


def step(layer, x, ends):
    layer.zero_grad()
    x = x.detach().requires_grad_()
    y = layer(x, ends)
    return y.detach(), *torch.autograd.grad(y.sum(), (x, layer.weight))


def test_layers_compute_what_is_chosen(chosen):
    """Weights that are held for two calls have another recipe than those that each quantizes."""
    wanted = {
        held: step(*make("#lowp.training_recipe<forward = <rowwise>>" if held else "none"))
        for held in (False, True)
    }
    assert not torch.equal(wanted[False][0], wanted[True][0])
    layer, x, ends = make(AUTO)
    assert all(map(torch.equal, step(layer, x, ends), wanted[False]))
    with lowp.torch.held(layer, microbatches=2):
        assert all(map(torch.equal, step(layer, x, ends), wanted[True]))
    assert all(map(torch.equal, step(layer, x, ends), wanted[False]))
    frozen = lowp.torch.freeze(copy.deepcopy(layer))
    assert torch.equal(frozen(x, ends), wanted[True][0])


def test_a_cpu_has_none():
    layer, x, ends = make("auto")
    assert all(map(torch.equal, step(layer, x, ends), step(*make("none"))))
    with pytest.warns(UserWarning, match="quantizes the forward matmul, got ones .*: 0$"):
        lowp.torch.freeze(torch.nn.Sequential(layer))
    assert type(layer) is lowp.torch.GroupedLinear


def test_spelling():
    groups, n, k = SIZES
    with torch.device("meta"):
        layer = lowp.torch.GroupedLinear(groups, k, n, recipe="auto", tokens=300)
    assert layer.recipe == "auto rows=300"
    with pytest.raises(ValueError, match="expected a part that lowp knows .* got 'h900'"):
        grouped_recipes.read("auto part=h900")
    with pytest.raises(ValueError, match="got 'automatic'; families are .*; presets are "):
        grouped_recipes.read("automatic")


@pytest.mark.parametrize(
    "recipe, message",
    [
        ("auto rows", "expected 'auto' alone or with rows=, part=.*, got 'rows'"),
        ("auto rows=many", "expected rows= to be a number, got 'many'"),
        ("auto rows=0", "'auto rows=0': expected tokens, .* 1 or more, .* got 0"),
        ("auto part=h200 deny=w", "got 'deny=w'"),
        ("auto max-error=-1", "expected max_error to be 0 or more, got -1"),
        ("auto min-speedup=fast", "expected min-speedup= to be a number, got 'fast'"),
    ],
)
def test_what_is_no_choice(recipe, message):
    """The layer says it, wherever it is, and so does the operator."""
    with pytest.raises(ValueError, match=message):
        lowp.torch.GroupedLinear(2, 64, 64, recipe=recipe)
    _, x, ends = make("none")
    w = torch.zeros(3, 96, 64, dtype=torch.bfloat16)
    with pytest.raises(ValueError, match=message):
        lowp.torch.grouped_linear(x, w, ends, recipe=recipe)


@pytest.mark.parametrize("save", ["bf16", "time"])
def test_gradients_without_a_seed(save):
    """The forward pass says it."""
    layer = lowp.torch.GroupedLinear(
        3, 64, 96, recipe="nvfp4_training", save=save, dtype=torch.bfloat16
    )
    _, x, ends = make("none")
    with pytest.raises(ValueError, match="rounded to nearest, .* got 'nvfp4_training'"):
        layer(x.requires_grad_(), ends)
    with torch.no_grad():
        assert layer(x, ends).isfinite().all()


@pytest.mark.parametrize("tokens", [0, -1, 2**31, 1.5, True, "8192"])
def test_tokens_that_are_none(tokens):
    model = torch.nn.Sequential(torch.nn.Linear(64, 64))
    with pytest.raises(ValueError, match="lowp.torch.GroupedLinear: expected tokens, .* got"):
        lowp.torch.GroupedLinear(2, 64, 64, recipe="auto", tokens=tokens)
    with pytest.raises(ValueError, match="lowp.torch.convert: expected tokens, .* got"):
        lowp.torch.convert(model, "auto", tokens=tokens)


def test_report():
    """A row for each layer of experts, with what "auto" chooses now."""
    groups, n, k = SIZES
    with torch.device("meta"):
        layers = [
            lowp.torch.GroupedLinear(groups, k, n, recipe=recipe, dtype=torch.bfloat16)
            for recipe in (AUTO, "blockwise_training", "none", "auto")
        ]
    model = torch.nn.Sequential(*layers)
    auto, named, plain, unknown = lowp.torch.decisions(model)
    assert auto.converts and auto.recipe is None and auto.tokens == ROWS
    assert "held: " in auto.reason and "forward rowwise" in auto.reason
    assert (named.name, named.recipe) == ("1", "blockwise_training") and named.reason
    assert plain.recipe is None and not plain.converts
    assert unknown.reason == "auto chooses for GPUs"
    assert f"{ROWS}x8 of 1024x512 " in str(lowp.torch.report(model))
    with pytest.warns(UserWarning, match="got ones that keep its type, .*: 2, 3$"):
        lowp.torch.freeze(model, device="cpu")
    auto, named, *_ = lowp.torch.decisions(model)
    assert named.recipe == "blockwise_training" and named.reason == auto.reason == "frozen"
    assert "rowwise" in auto.recipe


class Experts(torch.nn.Module):
    """What a class of transformers says of itself."""

    has_gate, has_bias, is_transposed, act_fn = False, False, False, None

    def __init__(self):
        super().__init__()
        self.config = types.SimpleNamespace(
            _experts_implementation="grouped_mm", num_experts_per_tok=4
        )
        self.num_experts, _, _ = SIZES
        self.up_proj = torch.nn.Parameter(torch.empty(SIZES, dtype=torch.bfloat16))
        turned = (SIZES[0], SIZES[2], SIZES[1])
        self.down_proj = torch.nn.Parameter(torch.empty(turned, dtype=torch.bfloat16))

    def _apply_gate(self, y):
        return y


def test_converted_experts():
    """They are priced with the rows that tokens choose, and converted where held weights pay."""
    with torch.device("meta"):
        model = torch.nn.ModuleDict({"experts": Experts()})
    lowp.torch.convert(model, "auto", tokens=ROWS // 4, part="h200")
    first, last = lowp.torch.decisions(model)
    assert first.tokens == ROWS and first.recipe is None and first.converts
    assert "held: " in first.reason and "forward rowwise" in first.reason
    assert model["experts"].config._experts_implementation == "lowp"
    assert model["experts"].lowp_recipe == AUTO
    lowp.torch.convert(model, "auto", tokens=1, part="h200")
    assert not any(each.converts for each in lowp.torch.decisions(model))
    assert model["experts"].config._experts_implementation == "grouped_mm"
