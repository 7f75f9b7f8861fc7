"""Modules of torch, and of those around it, that do more with a layer than call it."""

import functools
import types

import lowp
import pytest
from torch_fixtures import RecordOperators, seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.linear import Linear

RECIPE = "blockwise_training"


def mlp():
    model = torch.nn.Sequential(torch.nn.Linear(64, 96), torch.nn.ReLU(), torch.nn.Linear(96, 32))
    return model.to(torch.bfloat16)


def data(*shape):
    return torch.randn(*(shape or (5, 64)), dtype=torch.bfloat16)


def encoder_layer():
    return torch.nn.TransformerEncoderLayer(
        64, 4, 128, dropout=0.0, batch_first=True, dtype=torch.bfloat16
    )


def reasons(model):
    return {row["name"]: row["reason"] for row in lowp.torch.report(model).json}


def test_encoder_layer_has_no_fast_path_past_its_layers():
    model, x = encoder_layer().eval(), data(2, 5, 64)
    with torch.no_grad():
        plain = model(x)
        lowp.torch.convert(model, RECIPE)
        with RecordOperators() as seen:
            y = model(x)
        assert seen.count("lowp.linear") == 2 and seen.count("_transformer") == 0
        assert not torch.equal(y, plain)
        # Attention has another kernel in training.
        torch.testing.assert_close(model.train()(x), y, rtol=5e-2, atol=5e-2)
        assert torch.equal(lowp.torch.freeze(model.eval())(x), y)


def test_encoder_layer_has_it_back():
    model, x = encoder_layer().eval(), data(2, 5, 64)
    with torch.no_grad():
        plain = model(x)
        lowp.torch.convert(model, RECIPE)
        lowp.torch.convert(model, "rowwise")
        lowp.torch.restore(model)
        with RecordOperators() as seen:
            assert torch.equal(model(x), plain)
        assert seen.count("_transformer_encoder_layer_fwd") == 1
        lowp.torch.convert(model, RECIPE, deny="*")
        assert torch.equal(model(x), plain)


def test_encoder_with_padding():
    """It would pass nested tensors, which layers without a fast path do not take."""
    model = torch.nn.TransformerEncoder(encoder_layer(), 2).eval()
    x, mask = data(2, 5, 64), torch.zeros(2, 5, dtype=torch.bool)
    mask[1, 3:] = True
    with torch.no_grad():
        plain = model(x, src_key_padding_mask=mask)
        lowp.torch.convert(model, RECIPE)
        with RecordOperators() as seen:
            y = model(x, src_key_padding_mask=mask)
        assert seen.count("lowp.linear") == 4
        error = (y - plain)[~mask].float().norm() / plain[~mask].float().norm()
        assert error < 0.1


def test_attention_keeps_its_projections():
    model = torch.nn.MultiheadAttention(64, 4, batch_first=True, dtype=torch.bfloat16)
    x = data(2, 5, 64)
    y = model(x, x, x)[0]
    lowp.torch.convert(model, RECIPE)
    assert "subclass of nn.Linear" in reasons(model)["out_proj"]
    assert torch.equal(model(x, x, x)[0], y)


def test_forward_of_an_object():
    """accelerate's hooks call the forward that a layer had before."""
    model = mlp()
    model[0].forward = functools.partial(torch.nn.Linear.forward, model[0])
    lowp.torch.convert(model, RECIPE)
    assert "its forward was replaced" in reasons(model)["0"]
    assert type(model[0]) is torch.nn.Linear and type(model[2]) is Linear


@pytest.mark.parametrize("change", [lowp.torch.freeze, lowp.torch.restore])
def test_forward_of_an_object_that_was_converted(change):
    model, x = lowp.torch.convert(mlp(), RECIPE), data()
    y = model(x)
    model[2].forward = functools.partial(Linear.forward, model[2])
    assert torch.equal(model(x), y)
    with pytest.raises(lowp.LaunchError, match="'2': expected a layer whose forward is"):
        change(model)
    # Nothing was changed.
    assert type(model[0]) is Linear and torch.equal(model(x), y)
    del model[2].forward
    change(model)


@pytest.mark.parametrize("freezes", [False, True])
def test_copies_for_data_parallel(freezes):
    """Their parameters are attributes, and what is mutable is the original's."""
    layer, x = lowp.torch.convert(mlp(), RECIPE)[0], data()
    if freezes:
        lowp.torch.freeze(layer)
    with torch.no_grad():
        for _ in range(3):
            y = layer(x)
        copied = layer._replicate_for_data_parallel()
        for name, parameter in layer._parameters.items():
            if parameter is not None:
                setattr(copied, name, parameter.detach().clone())
        for _ in range(3):
            assert torch.equal(copied(x), y)


def test_errors_of_torch_have_a_note():
    model = lowp.torch.convert(mlp(), RECIPE)
    with pytest.raises(NotImplementedError) as raised:
        model(data().float().to_sparse().to(torch.bfloat16))
    assert raised.value.__notes__ == ["in layer '0', a lowp.torch.linear.Linear"]


def test_weights_on_meta_are_not_frozen():
    with torch.device("meta"):
        model = lowp.torch.convert(mlp(), RECIPE)
    with pytest.raises(lowp.LaunchError, match="layer '0': expected tensors on cpu or"):
        lowp.torch.freeze(model)
    assert type(model[0]) is Linear


def test_what_is_no_module():
    with pytest.raises(TypeError, match="expected a torch.nn.Module, got list"):
        lowp.torch.convert([mlp()], RECIPE)
    for name in ("restore", "freeze", "preload", "report", "decisions"):
        with pytest.raises(TypeError, match=f"torch.{name}: expected a torch.nn.Module, got int"):
            getattr(lowp.torch, name)(3)


def test_names_that_are_found_when_they_are_used():
    assert {"convert", "explain"} <= set(dir(lowp.torch))


def test_layers_without_elements():
    with pytest.warns(UserWarning, match="zero-element"):
        model = torch.nn.Sequential(torch.nn.Linear(64, 0), torch.nn.Linear(0, 8))
    lowp.torch.convert(model, RECIPE)
    assert set(reasons(model).values()) == {"its weight has no elements"}
    assert model(torch.randn(5, 64)).shape == (5, 8)


@pytest.mark.parametrize("tokens", [0, -5, 1.5])
def test_tokens_that_cannot_be(tokens):
    with pytest.raises(ValueError, match="expected tokens, the rows .* got"):
        lowp.torch.convert(mlp(), "auto", part="h200", tokens=tokens)


def test_recipes_that_need_seeds():
    model = mlp()
    with pytest.raises(ValueError, match="'nvfp4_training', whose dgrad .*stochastic"):
        lowp.torch.convert(model, "nvfp4_training")
    assert type(model[0]) is torch.nn.Linear


def test_sharded_layers():
    from torch.distributed.fsdp import FSDPModule

    model = mlp()
    state = types.SimpleNamespace(_fsdp_param_group=None)
    sharded = {"_get_fsdp_state": lambda self: state}
    model[0].__class__ = type("FSDPLinear", (FSDPModule, torch.nn.Linear), sharded)
    lowp.torch.convert(model, RECIPE)
    assert reasons(model)["0"] == "it is sharded by fully_shard: convert before that"


@pytest.mark.parametrize(
    "change",
    [lowp.torch.freeze, lowp.torch.restore, lambda model: lowp.torch.convert(model, RECIPE)],
)
def test_classes_that_were_changed_since(change):
    """Classes of fully_shard and of parametrizations are not made plain ones."""
    model = lowp.torch.convert(mlp(), RECIPE)
    torch.nn.utils.parametrize.register_parametrization(model[2], "weight", torch.nn.Identity())
    kind, x = type(model[2]), data()
    y = model(x)
    with pytest.raises(lowp.LaunchError, match="'2': expected a layer whose class is as"):
        change(model)
    assert type(model[2]) is kind and torch.equal(model(x), y)
    lowp.torch.preload(model)
    torch.nn.utils.parametrize.remove_parametrizations(model[2], "weight")
    change(model)


class Adapter(torch.nn.Module):
    """A layer with an addition of low rank, as peft has it."""

    def __init__(self, base):
        super().__init__()
        self.base_layer = base.requires_grad_(False)
        self.down = torch.nn.Linear(base.in_features, 8, bias=False, dtype=torch.bfloat16)
        self.up = torch.nn.Linear(8, base.out_features, bias=False, dtype=torch.bfloat16)

    def forward(self, x):
        return self.base_layer(x) + self.up(self.down(x))


@pytest.mark.parametrize("converts_first", [False, True])
def test_adapters(converts_first):
    model, x = mlp(), data().requires_grad_()
    deny = ["*.down", "*.up"]
    if converts_first:
        lowp.torch.convert(model, RECIPE)
    model[0], model[2] = Adapter(model[0]), Adapter(model[2])
    lowp.torch.convert(model, RECIPE, deny=deny)
    assert type(model[0].base_layer) is Linear and type(model[0].up) is torch.nn.Linear
    model(x).sum().backward()
    trained = {name for name, p in model.named_parameters() if p.grad is not None}
    assert trained == {f"{n}.{part}.weight" for n in (0, 2) for part in ("down", "up")}
    assert x.grad.isfinite().all()
    # Merged, as peft merges.
    merged = model[0].base_layer
    y = model[0](x)
    merged.weight.data += model[0].up.weight @ model[0].down.weight
    assert (merged(x) - y).float().norm() / y.float().norm() < 0.1
