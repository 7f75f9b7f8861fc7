"""Frozen models: prepared weights in place of weights."""

import copy
import io
import pickle

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import prepared_state

N, K = 96, 160


def make(recipe="blockwise_training", bias=True):
    model = torch.nn.Sequential(torch.nn.Linear(K, N, bias=bias, dtype=torch.bfloat16))
    return lowp.torch.convert(model, recipe)


def data():
    return torch.randn(5, K, dtype=torch.bfloat16)


@pytest.mark.parametrize("recipe", ["blockwise_training", "rowwise_training"])
@pytest.mark.parametrize("bias", [False, True])
def test_values(recipe, bias):
    model, x = make(recipe, bias), data()
    y = model(x)
    assert lowp.torch.freeze(model) is model
    assert isinstance(model[0], torch.nn.Linear)
    with torch.inference_mode():
        assert torch.equal(model(x), y)
        assert torch.equal(model(x.reshape(5, 1, K)), y.reshape(5, 1, N))
        assert torch.equal(model(x.t().contiguous().t()), y)
        assert model(x[:0]).shape == (0, N)
    assert not [name for name, _ in model.named_parameters() if "weight" in name]


def test_weight_that_is_to_be_negated():
    model, x = make(), data()
    model[0].weight.data = torch._neg_view(model[0].weight.detach())
    y = model(x)
    with torch.no_grad():
        assert torch.equal(lowp.torch.freeze(model)(x), y)


def test_state_dict():
    model, x = make(), data()
    lowp.torch.freeze(model)
    y = model(x)
    assert list(model.state_dict()) == [
        "0.bias",
        "0.prepared0",
        "0.prepared1",
        "0._extra_state",
        "0.weight",
    ]
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    state = torch.load(file, weights_only=True)
    other = lowp.torch.freeze(make())
    assert not torch.equal(other(x), y)
    other.load_state_dict(state)
    assert torch.equal(other(x), y)
    file = io.BytesIO()
    torch.save(model, file)
    file.seek(0)
    loaded = torch.load(file, weights_only=False)
    for copied in (copy.deepcopy(model), loaded, pickle.loads(pickle.dumps(model))):
        assert torch.equal(copied(x), y)
        assert copied[0].prepared0.dtype is model[0].prepared0.dtype
    assert all(isinstance(each, torch.Tensor) for each in state.values())
    for strange in (torch.ones(3), {"fingerprint": "x"}):
        with pytest.raises(lowp.LaunchError, match="'0': expected prepared w.*got None;"):
            other.load_state_dict({**state, "0._extra_state": strange})
    program = model[0].lowp_program
    older = prepared_state.Identity(program, "lowp=0.0.9").write()
    with pytest.raises(lowp.LaunchError, match="of fingerprint 'lowp=.*got 'lowp=0.0.9'; freeze"):
        other.load_state_dict({**state, "0._extra_state": older})
    # Also where torch is not strict: a layer would keep random weights otherwise.
    with pytest.raises(RuntimeError, match="size mismatch for 0.weight"):
        torch.nn.Sequential(torch.nn.Linear(K, N)).load_state_dict(state, strict=False)
    with pytest.raises(
        lowp.LaunchError, match="'0': expected .* of program '.*rowwise_training', got"
    ):
        lowp.torch.freeze(make("rowwise_training")).load_state_dict(
            {**state, "0.prepared1": torch.ones(N, 1)}
        )


def test_state_dict_of_the_other_kind():
    frozen, model, x = lowp.torch.freeze(make()), make(), data()
    with pytest.raises(RuntimeError, match="'0': expected the weight.*call lowp.torch.freeze"):
        model.load_state_dict(frozen.state_dict())
    y = frozen(x)
    for strict in (True, False):
        with pytest.raises(RuntimeError, match="'0': expected prepared weights, got a weight"):
            frozen.load_state_dict(model.state_dict(), strict=strict)
    assert torch.equal(frozen(x), y)


def test_input_of_another_type():
    model = lowp.torch.freeze(make()).half()
    for x in (data().half(), data().reshape(5, 1, K).float()):
        with pytest.raises(lowp.LaunchError, match="layer '0'.*input of torch.bfloat16, which"):
            model(x)


def test_nothing_to_freeze():
    with pytest.warns(UserWarning, match="expected layers that lowp.torch.convert has conv"):
        lowp.torch.freeze(torch.nn.Sequential(torch.nn.Linear(K, N)))


def test_frozen_layers_are_not_converted():
    model = lowp.torch.freeze(make())
    with pytest.warns(UserWarning, match="got frozen ones, which stay as they are: 0"):
        lowp.torch.convert(model, "rowwise_training")
    assert model[0].recipe == "blockwise_training"


def test_freed_weight():
    model = lowp.torch.freeze(make())
    with pytest.raises(lowp.torch.FreedWeightError, match="'0': expected the weight of a"):
        model[0].weight.sum()
    weight = model[0].weight
    assert (weight.shape, weight.dtype, weight.device.type) == ((N, K), torch.bfloat16, "cpu")
    assert repr(weight) == f"AbsentWeight({N}x{K} of torch.bfloat16 on cpu)"
    for compute in (
        lambda: torch.nn.functional.linear(data(), weight),
        lambda: weight.data,
        lambda: weight.to(torch.float32),
        lambda: torch.nn.Parameter(weight),
        lambda: weight.mul_(2),
    ):
        with pytest.raises(lowp.torch.FreedWeightError, match="'0': expected the weight"):
            compute()
    with pytest.raises(lowp.LaunchError, match="'0': expected a layer with its weight"):
        lowp.torch.restore(model)
    kept = lowp.torch.freeze(make(), drop=False)
    x = data()
    y = kept(x)
    assert kept[0].weight.shape == (N, K) and not kept[0].weight.requires_grad
    assert type(lowp.torch.restore(kept)[0]) is torch.nn.Linear
    assert torch.equal(lowp.torch.convert(kept, "blockwise_training")(x), y)
    assert list(kept.state_dict()) == ["0.weight", "0.bias"]


@pytest.mark.parametrize("bias", [False, True])
def test_moves_keep_types(bias):
    model, x = lowp.torch.freeze(make(bias=bias)), data()
    y, kept = model(x), model[0].bias
    model.half().to(torch.float32).share_memory()
    assert torch.equal(model(x), y) and model[0].bias is kept
    model.double().to("meta").to_empty(device="cpu")
    types = {each.dtype for each in (*model.buffers(), *model.parameters())}
    assert types == {torch.float8_e4m3fn, torch.float32} | ({torch.bfloat16} if bias else set())


@pytest.mark.parametrize("recipe", ["blockwise_training", "rowwise_training"])
def test_gradient_of_the_input(recipe):
    """As adapters need it: by the weight that the layer computes with."""
    model, x = lowp.torch.freeze(make(recipe)), data().requires_grad_()
    y, g = model(x), torch.randn(5, N, dtype=torch.bfloat16)
    y.backward(g)
    with torch.no_grad():
        assert torch.equal(model(x), y)
    scales = model[0].prepared1
    if recipe.startswith("block"):
        scales = scales.repeat_interleave(128, 0)[:N].repeat_interleave(128, 1)[:, :K]
    wanted = g.double() @ (model[0].prepared0.double() * scales.double())
    assert (x.grad - wanted).norm() < 4e-3 * wanted.norm()
    torch.func.vjp(model, x.detach())[1](g)


def test_gradients_that_are_errors():
    model = lowp.torch.freeze(make())
    model[0].bias.requires_grad_(True)
    with pytest.raises(NotImplementedError, match="no gradient, nor has a bias beside them"):
        model(data()).sum().backward()
    model = lowp.torch.freeze(make("#lowp.training_recipe<forward = <nvfp4>>"))
    with pytest.raises(NotImplementedError, match="in plain rows of fp8 .* got those of #lowp"):
        model(data().requires_grad_()).sum().backward()


def test_compile_and_autocast():
    model, x = lowp.torch.freeze(make()), data()
    with torch.no_grad():
        y = model(x)
        compiled = torch.compile(model, backend="aot_eager", fullgraph=True)
        assert torch.equal(compiled(x), y)
        assert torch.equal(torch.export.export(model, (x,)).module()(x), y)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert torch.equal(model(x.float()), y)
        with pytest.raises(
            lowp.LaunchError, match="layer '0'.*of torch.bfloat16, which the w.*got 5x160 of f"
        ):
            model(x.float())
        with pytest.raises(lowp.LaunchError, match="layer '0'.*of ... x 160, got 5x1"):
            model(x[:, :100])


def test_inputs_of_another_device_or_shape():
    """Also where nothing is computed but shapes."""
    model, x = lowp.torch.freeze(make()), data()
    with torch.no_grad():
        with pytest.raises(lowp.Error, match="layer '0'.*meta"):
            model(x.to("meta"))
        with pytest.raises(lowp.LaunchError, match="'0'.*of ... x 160, got 5x100"):
            model.to("meta")(x[:, :100].to("meta"))
        assert model(x.to("meta")).shape == (5, N)


def test_weights_of_another_chip():
    model, x = lowp.torch.freeze(make()), data()
    model[0].lowp_program = model[0].lowp_program.replace(" cpu ", " sm_90a ")
    with pytest.raises(lowp.LaunchError, match="prepared for cpu, .* got ones for sm_90a"):
        model(x)
    model[0].lowp_program = "nonsense"
    with pytest.raises(lowp.LaunchError, match="got 'nonsense'"):
        model(x)


def test_recipe_without_forward():
    """Such layers stay, and no other is lost for them."""
    model = torch.nn.Sequential(torch.nn.Linear(K, N), torch.nn.Linear(N, K))
    lowp.torch.convert(model[0], "#lowp.training_recipe<dgrad = <rowwise>>")
    lowp.torch.convert(model[1], "rowwise_training")
    experts = lowp.torch.GroupedLinear(2, K, N, recipe="none")
    model.append(experts)
    x = torch.randn(5, K)
    with torch.no_grad():
        y = model[:2](x)
        with pytest.warns(UserWarning, match="quantizes the forward matmul, got .*: 0, 2$"):
            lowp.torch.freeze(model)
        assert torch.equal(model[:2](x), y)
    assert type(model[0]) is lowp.torch.Linear and type(experts) is lowp.torch.GroupedLinear
    assert "weight" in model[0]._parameters and "weight" not in model[1]._parameters


def test_restored_layers_train():
    """Parameters require gradients as before, shared ones too; those that did not, do not."""
    model = torch.nn.Sequential(*(torch.nn.Linear(K, K) for _ in range(3)))
    model[1].weight = model[0].weight
    model[2].weight.requires_grad_(False)
    lowp.torch.convert(model, "rowwise_training")
    before = {name: p.requires_grad for name, p in model.named_parameters()}
    lowp.torch.freeze(model, drop=False)
    assert not any(p.requires_grad for p in model.parameters())
    lowp.torch.restore(model[1:])
    assert model[0].weight.requires_grad and not model[0].bias.requires_grad
    lowp.torch.restore(model)
    assert {name: p.requires_grad for name, p in model.named_parameters()} == before
    model(torch.randn(3, K)).sum().backward()
    assert model[0].weight.grad is not None and model[2].weight.grad is None


@pytest.mark.parametrize("copies", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_restored_copies_train(copies):
    model = copies(lowp.torch.freeze(make(), drop=False))
    assert all(p.requires_grad for p in lowp.torch.restore(model).parameters())
    assert vars(model[0]).keys() == vars(torch.nn.Linear(2, 2)).keys()


def test_restored_experts_train():
    layer = lowp.torch.GroupedLinear(2, K, N, recipe="rowwise_training")
    x, ends = torch.randn(5, K), torch.tensor([2, 4], dtype=torch.int32)
    y = layer(x, ends)
    lowp.torch.freeze(layer, drop=False)
    assert type(lowp.torch.restore(layer)) is lowp.torch.GroupedLinear
    assert torch.equal(layer(x, ends), y)
    layer(x, ends).sum().backward()
    assert layer.weight.grad is not None and layer.bias.grad is not None
    with pytest.raises(lowp.LaunchError, match="''.*expected a layer with its weight, got one"):
        lowp.torch.restore(lowp.torch.freeze(layer))


def test_swapped_weights():
    """torch swaps what parameters are where modules move, if it is told to."""
    kept, x = lowp.torch.freeze(make(), drop=False), data()
    y = kept(x)
    torch.utils.swap_tensors(kept[0].weight, torch.nn.Parameter(torch.ones(N, K)))
    assert torch.equal(kept(x), y)
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        assert torch.equal(kept.to(torch.float32).to(torch.bfloat16)(x), y)
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)
    assert kept[0].weight.dtype is torch.bfloat16 and kept[0].weight.sum() == N * K


def test_frozen_in_inference_mode():
    """What is frozen there is called, written and moved outside, and the other way round."""
    model, other, x = make(), lowp.torch.freeze(make()), data()
    with torch.inference_mode():
        y = model(x)
        lowp.torch.freeze(model, drop=False)
        assert torch.equal(model(x), y)
    assert not any(each.is_inference() for each in model.buffers())
    assert torch.equal(model(x), y)
    assert all(p.requires_grad for p in lowp.torch.restore(copy.deepcopy(model)).parameters())
    model.load_state_dict(other.state_dict(), strict=False)
    assert torch.equal(model(x), other(x)) and not torch.equal(model(x), y)


def test_models_of_inference_mode():
    with torch.inference_mode():
        model = make()
        y = model(data() * 0 + 1)
    lowp.torch.freeze(model, drop=False)
    x = torch.ones(5, K, dtype=torch.bfloat16)
    with torch.no_grad():
        assert torch.equal(model(x), y)
        expected = torch.nn.functional.linear(x, model[0].weight, model[0].bias)
        assert torch.equal(lowp.torch.restore(model)(x), expected)


def test_moves_through_meta():
    """Shapes alone, and memory again: as checkpoints of large models are loaded."""
    model, x = lowp.torch.freeze(make()), data()
    y, state = model(x), model.state_dict()
    types = [each.dtype for each in model.buffers()]
    empty = copy.deepcopy(model).to("meta")
    assert all(each.is_meta for each in empty.buffers())
    assert empty(x.to("meta")).shape == y.shape
    assigned = copy.deepcopy(empty)
    for loaded in (empty.to_empty(device="cpu"), assigned):
        loaded.load_state_dict(state, assign=loaded is assigned)
        assert [each.dtype for each in loaded.buffers()] == types
        assert torch.equal(loaded(x), y)
    assert torch.equal(model.type(torch.float64).bfloat16()(x), y)


def test_weights_without_memory():
    with torch.device("meta"):
        model = make()
    assert model(data().to("meta")).shape == (5, N)
    with pytest.raises(lowp.LaunchError, match="layer '0'.*got meta; give it memory, e.g. by to"):
        lowp.torch.freeze(model)
    assert type(model[0]) is lowp.torch.Linear
    other, x = lowp.torch.freeze(make()), data()
    frozen = lowp.torch.freeze(copy.deepcopy(model), device="cpu")
    assert all(each.is_meta for each in frozen.buffers())
    frozen.to_empty(device="cpu").load_state_dict(other.state_dict())
    assert torch.equal(frozen(x), other(x))
    model.to_empty(device="cpu").load_state_dict(make().state_dict())
    assert lowp.torch.freeze(model)(x).isfinite().all()
