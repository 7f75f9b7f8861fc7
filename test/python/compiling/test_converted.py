"""Converted models under torch.compile(backend="lowp"): layers are opened."""

import copy

import pytest

torch = pytest.importorskip("torch")

import lowp  # noqa: E402
import lowp.torch  # noqa: E402
from compiling_fixtures import fresh  # noqa: E402, F401
from graphs import IS_LONG, QUICK, Mlp, compiled, error, gradients, numbers  # noqa: E402
from lowp.torch.compiling import report  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402

WEIGHTS = "#lowp.matmul_recipe<block_1x128_128x128>"
GRADIENTS = "#lowp.matmul_recipe<block_1x128_1x128>"
# The number of rows, which no block divides.
SHAPES = ((21,), (3, 7), (1, 7, 3))


def converted(recipe="blockwise_training", dtype=torch.bfloat16):
    return lowp.torch.convert(Mlp().to(dtype), recipe)


def test_one_region():
    """Each pass is one program, with the layers' own recipes whatever the option says."""
    model, x = converted(), numbers(2, 32, 64, grad=True)
    want = gradients(model, x)
    for option in ("auto", None, "rowwise_training") if IS_LONG else ("rowwise_training",):
        torch._dynamo.reset()
        with report.collect() as cuts:
            got = gradients(compiled(model, recipe=option), x)
        assert all(error(one, other) < 1e-2 for one, other in zip(got, want, strict=True))
        forward, backward = cuts
        assert forward.reason is None and backward.reason is None and not cuts.outside
        assert sorted(forward.matmuls) == [
            (name, "forward", WEIGHTS) for name in ("down", "gate", "up")
        ]
        assert sorted(backward.matmuls) == [
            (name, role, recipe)
            for name in ("down", "gate", "up")
            for role, recipe in (("dgrad", WEIGHTS), ("wgrad", GRADIENTS))
        ]
    assert len(TABLE) == 2


def test_where_auto_chooses_for_a_part():
    """Layers have their recipes, also where nothing would be faster by one."""
    plain = Mlp().to(torch.bfloat16)
    model = lowp.torch.convert(copy.deepcopy(plain), "blockwise_training")
    x = numbers(2, 32, 64, grad=True)
    wanted, wide = gradients(model, x), gradients(plain, x)
    found = gradients(compiled(model, compile={**QUICK, "part": "h200"}), x)
    for got, want, other in zip(found, wanted, wide, strict=True):
        assert 3 * error(got, want) < error(want, other)


@pytest.mark.sample(3)
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("recipe", ["rowwise_training", "rowwise_with_gw_hp"])
def test_bits_of_a_layer(bias, recipe):
    """A layer alone is the program that it is in eager mode."""
    layer = torch.nn.Linear(64, 96, bias=bias, dtype=torch.bfloat16)
    lowp.torch.convert(layer, recipe)
    for shape in SHAPES if bias or IS_LONG else SHAPES[:1]:
        torch._dynamo.reset()
        x = numbers(*shape, 64, grad=True)
        with report.collect() as cuts:
            got = gradients(compiled(layer), x)
        assert len(cuts) == 2 and not cuts.outside
        for one, other in zip(got, gradients(layer, x), strict=True):
            assert torch.equal(one, other)


@pytest.mark.parametrize("needed", ["x", "weight", "bias"])
def test_some_gradients(needed):
    layer = lowp.torch.convert(torch.nn.Linear(64, 96, dtype=torch.bfloat16), "rowwise_training")
    x = numbers(5, 64)
    tensors = {"x": x, "weight": layer.weight, "bias": layer.bias}
    for name, tensor in tensors.items():
        tensor.requires_grad_(name == needed)
    (want,) = torch.autograd.grad(layer(x).sum(), tensors[needed])
    (got,) = torch.autograd.grad(compiled(layer)(x).sum(), tensors[needed])
    assert torch.equal(got, want)


def test_sizes_that_change():
    model = converted("rowwise_training")
    lowered = compiled(model)
    for b, s in ((3, 64), (2, 40), (5, 7)):
        x = numbers(b, s, 64, grad=True)
        torch._dynamo.mark_dynamic(x, 0)
        torch._dynamo.mark_dynamic(x, 1)
        for one, other in zip(gradients(lowered, x), gradients(model, x), strict=True):
            assert error(one, other) < 1e-2
    assert len(TABLE) == 2


def test_options_do_not_concern_them():
    model, x = converted(), numbers(2, 32, 64)
    with torch.no_grad(), report.collect() as cuts:
        got = compiled(model, recipe="auto", deny="*")(x)
        assert error(got, model(x)) < 1e-2
    (region,) = cuts
    assert {told for _name, _role, told in region.matmuls} == {WEIGHTS}


def test_a_refused_region_keeps_its_operators(monkeypatch):
    """Not a product in the type of the layer without its recipe."""

    def refuse(*_arguments, **_options):
        raise lowp.CompileError("refused for the test")

    model, x = converted(), numbers(2, 32, 64)
    want = model(x)
    monkeypatch.setattr(lowp, "compile", refuse)
    from lowp.torch.compiling.regions import RegionWarning

    monkeypatch.setattr(TABLE, "get", refuse)
    with torch.no_grad(), report.collect() as cuts:
        with pytest.warns(RegionWarning, match="with gate, up.*refused for the test"):
            got = compiled(model, strict=False)(x)
    assert torch.equal(got, want) and cuts.outside["lowp.linear"] == 3


def test_without_quantized_matmuls():
    """A family that quantizes no matmul of a pass gives it no region."""
    recipe = "#lowp.training_recipe<forward = <rowwise>>"
    model, x = converted(recipe), numbers(2, 32, 64, grad=True)
    want = gradients(model, x)
    with report.collect() as cuts:
        got = gradients(compiled(model), x)
    assert all(error(one, other) < 1e-2 for one, other in zip(got, want, strict=True))
    region, *outside = cuts
    assert region.kind == "forward" and {each.kind for each in outside} == {"backward"}
    assert all("no recipe for this role" in each.reason for each in outside)


def test_frozen_weights_are_prepared():
    model, x = converted(), numbers(2, 32, 64)
    with torch.no_grad():
        want = model(x)
        lowered = compiled(model, freeze=True)
        assert error(lowered(x), want) < 1e-2 and error(lowered(x), want) < 1e-2


def test_explain():
    model, x = converted(), numbers(2, 32, 64, grad=True)
    told = lowp.torch.explain(copy.deepcopy(model), x, part="h200", options={"compile": QUICK})
    rows = {(row.layer, row.role): row for row in told.rows}
    assert rows["gate", "forward"].recipe == "block_1x128_128x128"
    assert rows["gate", "wgrad"].recipe == "block_1x128_1x128"
    assert {row.region for row in told.rows} == {0} and len(told.rows) == 9


def test_explain_frozen():
    """Forward alone, though what is not frozen wants gradients."""
    model, x = lowp.torch.freeze(converted()), numbers(2, 32, 64)
    told = lowp.torch.explain(model, x, options={"compile": QUICK})
    assert told.outside["lowp.linear_prepared"] == 3 and told.graphs == 1


def test_forward_mode_is_refused():
    """No tangent is lost in a region."""
    from torch.autograd import forward_ad

    model = lowp.torch.convert(torch.nn.Linear(64, 96), "rowwise_training")
    lowered, x = compiled(model), numbers(5, 64, dtype=torch.float32)
    with torch.no_grad():
        y = lowered(x)
        with forward_ad.dual_level():
            with pytest.raises(NotImplementedError, match="lowp::run: expected tensors w"):
                lowered(forward_ad.make_dual(x, x))
            assert torch.equal(lowered(x), y)
