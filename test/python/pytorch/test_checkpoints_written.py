"""Layers that others have loaded, and files that lowp writes for others."""

import json

import lowp
import pytest
from checkpoint_fixtures import FOLDER, PlainFile, dequantize, error, make
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

N, K = 144, 256


def plain(recipe="blockwise_training", bias=True):
    model = torch.nn.ModuleDict(
        {
            "up": torch.nn.Linear(K, N, bias=bias, dtype=torch.bfloat16),
            "head": torch.nn.Linear(N, 8, dtype=torch.bfloat16),
        }
    )
    return lowp.torch.freeze(lowp.torch.convert(model, recipe, allow="up"))


def empty():
    with torch.device("meta"):
        return torch.nn.ModuleDict(
            {
                "up": torch.nn.Linear(K, N, dtype=torch.bfloat16),
                "head": torch.nn.Linear(N, 8, dtype=torch.bfloat16),
            }
        )


# ===----------------------------------------------------------------------===
# save
# ===----------------------------------------------------------------------===


@pytest.mark.parametrize(
    "recipe, format, strategy",
    [
        ("blockwise_training", "fp8", None),
        ("blockwise_training", "compressed-tensors", "block"),
        ("rowwise_training", "compressed-tensors", "channel"),
    ],
)
def test_saved_models(recipe, format, strategy, tmp_path):
    pytest.importorskip("safetensors")
    model, x = plain(recipe), torch.randn(5, K).bfloat16()
    lowp.torch.save(model, tmp_path, format)
    held = PlainFile(tmp_path / "model.safetensors")
    scales = "weight_scale_inv" if format == "fp8" else "weight_scale"
    assert sorted(held.keys()) == sorted(
        ["up.weight", f"up.{scales}", "up.bias", "head.weight", "head.bias"]
    )
    for name, buffer in (("weight", model["up"].prepared0), (scales, model["up"].prepared1)):
        found = held.get_tensor(f"up.{name}")
        assert torch.equal(found.view(torch.uint8), buffer.view(torch.uint8))
    entry = json.loads((tmp_path / "config.json").read_text())["quantization_config"]
    assert entry["quant_method"] == format
    if strategy:
        assert entry["config_groups"]["group_0"]["weights"]["strategy"] == strategy
    again = lowp.torch.load(empty(), tmp_path)
    y = again["up"](x)
    # Rows of the input have scales that are powers of two where lowp has frozen rows.
    assert error(y, model["up"](x)) < (1e-3 if strategy != "channel" else 0.05)
    # Loaded layers are written, too.
    lowp.torch.save(again, tmp_path / "again", format)
    assert torch.equal(lowp.torch.load(empty(), tmp_path / "again")["up"](x), y)


def test_models_that_others_cannot_read(tmp_path):
    pytest.importorskip("safetensors")
    with pytest.raises(lowp.LaunchError, match="by 128x128 for format 'fp8', got fp8 by row"):
        lowp.torch.save(plain("rowwise_training"), tmp_path)
    with pytest.raises(lowp.LaunchError, match="'up': expected a linear .*mxfp8_training"):
        lowp.torch.save(plain("mxfp8_training"), tmp_path)
    with pytest.raises(lowp.LaunchError, match="with layers in fp8, got one without"):
        lowp.torch.save(torch.nn.Linear(8, 8), tmp_path)
    with pytest.raises(ValueError, match="format to be 'fp8' or .*got 'fp4'"):
        lowp.torch.save(plain(), tmp_path, "fp4")


# ===----------------------------------------------------------------------===
# adopt
# ===----------------------------------------------------------------------===


def test_torchao_weights():
    quantization = pytest.importorskip("torchao.quantization")
    mx_formats = pytest.importorskip("torchao.prototype.mx_formats.mx_tensor")
    nvfp4_formats = pytest.importorskip("torchao.prototype.mx_formats.nvfp4_tensor")
    from torchao.quantization.quantize_.workflows.float8.float8_tensor import Float8Tensor

    rowwise = Float8Tensor.from_hp(
        torch.randn(N, K).bfloat16(), torch.float8_e4m3fn, quantization.PerRow()
    )
    mxfp8, mxfp4 = (
        mx_formats.MXTensor.to_mx(torch.randn(N, K).bfloat16(), element, 32)
        for element in (torch.float8_e4m3fn, torch.float4_e2m1fn_x2)
    )
    nvfp4 = nvfp4_formats.NVFP4Tensor.to_nvfp4(
        torch.randn(N, K).bfloat16(), per_tensor_scale=torch.tensor(5 / 2688.0)
    )
    kinds = {
        "row": (rowwise, "fp8 by row"),
        "mxfp8": (mxfp8, "mxfp8"),
        "mxfp4": (mxfp4, "mxfp4"),
        "nvfp4": (nvfp4, "nvfp4"),
    }
    x, model = torch.randn(5, K).bfloat16(), torch.nn.ModuleDict()
    for name, (weight, _) in kinds.items():
        model[name] = torch.nn.Linear(K, N, bias=False, device="meta")
        model[name].weight = torch.nn.Parameter(weight, requires_grad=False)
    lowp.torch.adopt(model)
    for name, (weight, kind) in kinds.items():
        layer = model[name]
        assert type(layer) is lowp.torch.ScaledLinear and layer.lowp_decision.recipe == kind
        assert layer.weight.data_ptr() == weight.qdata.data_ptr(), "no copy"
        want = x.double() @ weight.dequantize(torch.float32).double().t()
        assert error(layer(x), want) < (0.11 if name == "nvfp4" else 0.03)


def test_nothing_to_adopt():
    with pytest.warns(UserWarning, match="lowp.torch.adopt: expected layers .*got none"):
        lowp.torch.adopt(torch.nn.Linear(8, 8))
    # What transformers has put in the order of its own kernels, by name.
    kind = type("Mxfp4GptOssExperts", (torch.nn.Module,), {"__module__": "transformers.mxfp4"})
    with pytest.warns(UserWarning, match="'experts' .Mxfp4GptOssExperts: read its files by .*load"):
        lowp.torch.adopt(torch.nn.ModuleDict({"experts": kind()}))


def load_plain(model, name):
    """As transformers assigns tensors, without what it does to them on a CPU."""
    held = PlainFile(FOLDER / name / "model.safetensors")
    for key in held.keys():
        owner, _, last = key.rpartition(".")
        tensor = held.get_tensor(key)
        setattr(model.get_submodule(owner), last, torch.nn.Parameter(tensor, requires_grad=False))


def test_layers_of_transformers():
    module = pytest.importorskip("transformers.integrations.finegrained_fp8")
    model = make((128, 256))
    model.up = module.FP8Linear(256, 128, block_size=(128, 128), has_bias=True)
    load_plain(model, "fp8_block")
    weight, names = model.up.weight, list(model.state_dict())
    lowp.torch.adopt(model)
    assert type(model.up) is lowp.torch.ScaledLinear and model.up.weight is weight
    assert list(model.state_dict()) == names
    x = torch.randn(5, 256).bfloat16()
    expected = lowp.torch.load(make((128, 256)), FOLDER / "fp8_block").up(x)
    assert torch.equal(model.up(x), expected)


@pytest.mark.parametrize(
    "name, preset, sizes",
    [("compressed_channel", "FP8_DYNAMIC", (96, 64)), ("compressed_nvfp4", "NVFP4", (96, 64))],
)
def test_layers_of_compressed_tensors(name, preset, sizes):
    library = pytest.importorskip("compressed_tensors.quantization")
    schemes = pytest.importorskip("compressed_tensors.quantization.quant_scheme")
    model = make(sizes).to_empty(device="cpu")
    scheme = library.QuantizationScheme(targets=["Linear"], **schemes.PRESET_SCHEMES[preset])
    library.apply_quantization_config(
        model, library.QuantizationConfig(config_groups={"group_0": scheme}, ignore=["head"])
    )
    del model.up.weight
    load_plain(model, name)
    lowp.torch.adopt(model)
    x = torch.randn(5, sizes[1]).bfloat16()
    expected = lowp.torch.load(make(sizes), FOLDER / name).up(x)
    assert type(model.up) is lowp.torch.ScaledLinear and torch.equal(model.up(x), expected)


def test_dequantized_weights_are_those_of_the_file():
    """The oracle of these tests, against torchao's."""
    mx_formats = pytest.importorskip("torchao.prototype.mx_formats.mx_tensor")
    made = mx_formats.MXTensor.to_mx(torch.randn(8, 64), torch.float4_e2m1fn_x2, 32)
    got = dequantize(made.qdata.view(torch.uint8), made.scale.view(torch.uint8))
    assert torch.equal(got.float(), made.dequantize(torch.float32))
