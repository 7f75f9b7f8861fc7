"""Layers of experts, and frozen ones: prepared weights in place of weights."""

import io
import pickle

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import programs

E, N, K = 4, 48, 160


def make(recipe="blockwise_training", bias=True, **options):
    layer = lowp.torch.GroupedLinear(E, K, N, bias, recipe=recipe, dtype=torch.bfloat16, **options)
    return torch.nn.ModuleDict({"experts": layer})


def data():
    x = torch.randn(9, K, dtype=torch.bfloat16)
    return x, torch.tensor([2, 2, 5, 7], dtype=torch.int32)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("recipe", ["blockwise_training", "rowwise"])
def test_values(recipe, bias):
    model, (x, ends) = make(recipe, bias), data()
    layer = model["experts"]
    y = layer(x, ends).detach()
    b = layer.bias
    same = lowp.torch.grouped_linear(x, layer.weight, ends, b, recipe=recipe)
    assert torch.equal(y, same)
    assert y[:7].abs().min() > 0 and torch.equal(y[7:], torch.zeros_like(y[7:]))
    assert lowp.torch.freeze(model) is model
    with torch.inference_mode():
        assert torch.equal(layer(x, ends), y)
        assert torch.equal(layer(x.t().contiguous().t(), ends), y)
        assert layer(x[:0], torch.zeros_like(ends)).shape == (0, N)
    assert [name for name, _ in model.named_parameters()] == (["experts.bias"] if bias else [])
    assert "groups=4, in_features=160, out_features=48" in str(model)
    assert str(layer).endswith("frozen)")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "recipe, autocasts",
    [
        ("rowwise_training", False),
        ("rowwise_training", True),
        ("rowwise", False),
    ],
)
def test_preload(recipe, autocasts, monkeypatch):
    """Nothing is left to compile, for inputs of the type that calls have."""
    model, (x, ends) = make(recipe), data()
    if autocasts:
        model.float()
    monkeypatch.setattr(programs, "_functions", {})
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocasts):
        lowp.torch.preload(model)
        assert len(programs._functions) == 2
        y = model["experts"](x.requires_grad_(), ends)
    y.sum().backward()
    assert model["experts"].weight.grad.shape == (E, N, K)
    assert len(programs._functions) == 2


def test_rows_behind_may_stay_undefined():
    model, (x, ends) = make(clears=False), data()
    y = model["experts"](x, ends)
    assert torch.equal(lowp.torch.freeze(model)["experts"](x, ends)[:7], y[:7])
    assert "0 1 cpu" not in model["experts"].lowp_program


def test_state_dict():
    model, (x, ends) = lowp.torch.freeze(make()), data()
    y = model["experts"](x, ends)
    assert list(model.state_dict()) == [
        f"experts.{name}" for name in ("bias", "prepared0", "prepared1", "_extra_state", "weight")
    ]
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    other = lowp.torch.freeze(make())
    other.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(other["experts"](x, ends), y)
    assert torch.equal(pickle.loads(pickle.dumps(model))["experts"](x, ends), y)
    assert all(isinstance(each, torch.Tensor) for each in model.state_dict().values())
    with pytest.raises(RuntimeError, match="'experts': expected prepared weights, got a weight"):
        model.load_state_dict(make().state_dict(), strict=False)
    with pytest.raises(RuntimeError, match="'experts': expected the weight of a layer, got one"):
        make().load_state_dict(model.state_dict(), strict=False)
    with pytest.raises(lowp.LaunchError, match="'experts': expected .* of program"):
        lowp.torch.freeze(make("rowwise_training")).load_state_dict(
            {**model.state_dict(), "experts.prepared1": torch.ones(E, N, 1)}
        )


def test_freed_weight_and_types():
    model, (x, ends) = make(bias=False), data()
    y = lowp.torch.freeze(model, drop=False)["experts"](x, ends)
    assert model["experts"].weight.shape == (E, N, K)
    model = lowp.torch.freeze(make(bias=False))
    with pytest.raises(lowp.torch.FreedWeightError, match="'experts': expected the weight"):
        model["experts"].weight.sum()
    assert model["experts"].weight.shape == (E, N, K)
    before = model["experts"](x, ends)
    model.half().to(torch.float32)
    assert torch.equal(model["experts"](x, ends), before)
    assert y.shape == before.shape


def test_compile_and_autocast():
    model, (x, ends) = lowp.torch.freeze(make()), data()
    layer = model["experts"]
    with torch.no_grad():
        y = layer(x, ends)
        compiled = torch.compile(layer, backend="aot_eager", fullgraph=True)
        assert torch.equal(compiled(x, ends), y)
        assert torch.equal(torch.export.export(layer, (x, ends)).module()(x, ends), y)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert torch.equal(layer(x.float(), ends), y)
    layer.bias.requires_grad_(True)
    with pytest.raises(NotImplementedError, match="no gradient, nor has a bias beside them"):
        layer(x, ends).sum().backward()


def test_gradient_of_the_rows():
    """As adapters need it: by the weights that the layer computes with."""
    model, (x, ends) = lowp.torch.freeze(make("rowwise_training")), data()
    layer, g = model["experts"], torch.randn(9, N, dtype=torch.bfloat16)
    layer(x.requires_grad_(), ends).backward(g)
    weight = layer.prepared0.double() * layer.prepared1.double()
    groups = torch.bucketize(torch.arange(7), ends, right=True)
    wanted = torch.einsum("mn,mnk->mk", g[:7].double(), weight[groups])
    assert (x.grad[:7] - wanted).norm() < 4e-3 * wanted.norm() and not x.grad[7:].any()
    model = lowp.torch.freeze(make("mxfp4"))
    with pytest.raises(
        NotImplementedError, match="grouped_linear_prepared: .*in plain rows of fp8"
    ):
        model["experts"](x, ends).sum().backward()


def test_opcheck():
    model, (x, ends) = lowp.torch.freeze(make()), data()
    layer = model["experts"]
    prepared = [layer.prepared0, layer.prepared1]
    # torch's check of schemas compares arguments by operations that fp8 lacks.
    torch.library.opcheck(
        torch.ops.lowp.grouped_linear_prepared.default,
        (x, prepared, ends, layer.bias.detach(), layer.lowp_program),
        test_utils=["test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic"],
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda x, ends: (x[:, :100], ends), "expected an input of M x 160, got 9x100"),
        (
            lambda x, ends: (x.half(), ends),
            "an input of torch.bfloat16, which the w.* 9x160 of float16",
        ),
        (lambda x, ends: (x, ends[:3]), "expected the end of each of 4 groups in int32, got 3"),
        (
            lambda x, ends: (x, ends.long()),
            "in int32, got 4 of int64 .*; ends.to.torch.int32. converts",
        ),
        (lambda x, ends: (x, ends.flip(0)), r"ends\[1\] from 7 to 9, got 5"),
    ],
)
def test_bad_calls(change, message):
    layer, given = lowp.torch.freeze(make())["experts"], data()
    with torch.no_grad(), pytest.raises(lowp.LaunchError, match=f"^layer 'experts': .*{message}"):
        layer(*change(*given))


class Derived(lowp.torch.GroupedLinear):
    """As fully_shard makes one."""


def test_other_classes():
    """They are not left out without a word; preload takes them."""
    model = make()
    model["experts"].__class__ = Derived
    lowp.torch.preload(model)
    with pytest.raises(lowp.LaunchError, match="'experts': .* class is as lowp .* got .*Derived"):
        lowp.torch.freeze(model)
    assert "weight" in model["experts"]._parameters


def test_bad_programs():
    (x, ends), run = data(), torch.ops.lowp.grouped_linear_prepared
    with pytest.raises(lowp.LaunchError, match="expected program to be that of a layer"):
        run(x, [], ends, None, "nothing")
    with pytest.raises(lowp.LaunchError, match="for cpu, where the input is, got ones for sm_90a"):
        run(x, [], ends, None, "4 48 160 bf16 0 1 sm_90a rowwise")


@pytest.mark.parametrize("recipe", ["automatic", "fp8"])
def test_recipes_that_are_none(recipe):
    """The layer says it, not its first call."""
    with pytest.raises(ValueError, match=f"got '{recipe}'; families are .*; presets are "):
        lowp.torch.GroupedLinear(2, 64, 64, recipe=recipe)
