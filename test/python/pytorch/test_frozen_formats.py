"""Frozen layers whose weights have formats that torch has no types for."""

import copy
import io
import pickle

import lowp
import pytest
from lowp._linear import recipes, texts
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch import programs

N, K = 48, 128
# Elements of 4 and of 6 bits; scales of one level and of two.
PRESETS = ["mxfp4", "nvfp4", "mxfp8_mxfp4", "mxfp6_e3m2"]


def linear(preset, bias=True):
    layer = torch.nn.Linear(K, N, bias=bias, dtype=torch.bfloat16)
    family = f"#lowp.training_recipe<forward = <{preset}>>"
    return lowp.torch.convert(torch.nn.Sequential(layer), family)


def data(rows=5):
    return torch.randn(rows, K, dtype=torch.bfloat16)


@pytest.mark.parametrize("preset", PRESETS)
def test_linear(preset):
    model, x = linear(preset), data()
    with torch.no_grad():
        y = model(x)
        lowp.torch.freeze(model)
        # The later ones are bound.
        assert all(torch.equal(model(x), y) for _ in range(4)) and len(model[0].lowp_calls) == 1
    assert model[0].prepared0.dtype is torch.uint8
    assert model[0].prepared0.max() < (64 if "6" in preset.removeprefix("mxfp8") else 16)


def test_checkpoints():
    model, x = lowp.torch.freeze(linear("nvfp4", bias=False)), data()
    y, file = model(x), io.BytesIO()
    torch.save(model.state_dict(), file)
    file.seek(0)
    other = lowp.torch.freeze(linear("nvfp4", bias=False)).half().to("meta").to_empty(device="cpu")
    other.load_state_dict(torch.load(file, weights_only=True))
    for each in (other, copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert torch.equal(each(x), y)
    with pytest.raises(lowp.LaunchError, match="'0': expected .* of program '.*mxfp4"):
        lowp.torch.freeze(linear("mxfp4", bias=False)).load_state_dict(
            model.state_dict(), strict=False
        )


@pytest.mark.parametrize("preset", PRESETS[:3])
def test_experts(preset):
    layer = lowp.torch.GroupedLinear(2, K, N, recipe=preset, dtype=torch.bfloat16)
    x, ends = data(6), torch.tensor([2, 5], dtype=torch.int32)
    with torch.no_grad():
        y = layer(x, ends)
        assert torch.equal(lowp.torch.freeze(layer)(x, ends), y)


def program():
    text = texts.linear((N, K), "bf16", False, recipes.matmul_recipe("mxfp4"), parameter=True)
    return lowp.compile(text, device="cpu", host_opt_level=0)


def test_prepared_weights_of_torch():
    """Each element is a byte; arrays are written again, and others are not taken for them."""
    made, x, w = program(), data(), data(N)
    prepared = made.prepare(w)
    y = made(x, prepared)
    assert [each.dtype for each in prepared.arrays] == [torch.uint8, torch.float8_e8m0fnu]
    assert made.prepare(2 * w, out=prepared) is prepared
    assert torch.equal(made(x, prepared), 2 * y)
    with pytest.raises(
        lowp.LaunchError, match="prepared0: expected elements of type f4E2M1FN, got"
    ):
        made(x, lowp.Prepared([prepared.arrays[1]] * 2, prepared.fingerprint))


def test_plain_arguments_are_told_by_their_type():
    """Bytes are taken for elements of 4 bits where lowp alone has written them."""
    text = """
    func.func @f(%x: tensor<4xf4E2M1FN>) -> tensor<4xf32> {
      %0 = arith.extf %x : tensor<4xf4E2M1FN> to tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    widen = lowp.compile(text, device="cpu", host_opt_level=0)
    codes = torch.arange(4, dtype=torch.uint8)
    with pytest.raises(lowp.LaunchError, match="elements of type f4E2M1FN, got u8; convert"):
        widen(codes)
    assert widen(lowp.reinterpret(codes, "f4E2M1FN")).tolist() == [0, 0.5, 1, 1.5]


def test_chips_without_kernels(monkeypatch):
    """The call of freeze says what to take."""

    def compile_for_hopper(text, **options):
        given = {name: options[name] for name in ("source_name", "allow_emulation")}
        return lowp.compile(text, chip="sm_90a", image_format="ptx", **given)

    monkeypatch.setattr(programs, "compile", compile_for_hopper)
    monkeypatch.setattr(programs, "_functions", {})
    with pytest.raises(
        lowp.CompileError,
        match="layer '0': linear_prepared.*'rowwise_training' or "
        "'blockwise_training', or torch.compile with .*'allow_emulation': True",
    ):
        lowp.torch.freeze(linear("mxfp4"))
