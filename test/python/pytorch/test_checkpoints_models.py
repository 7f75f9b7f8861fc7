"""Models of transformers with quantized weights: read, and written for it."""

import json
import os

import lowp
import pytest
from small_models import MODELS, make
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

transformers = pytest.importorskip("transformers")
safetensors = pytest.importorskip("safetensors.torch")
fp8 = pytest.importorskip("transformers.integrations.finegrained_fp8")

IS_LONG = os.environ.get("LOWP_LONG_TESTS") == "1"
NAMES = ["Llama", "Mixtral", "DeepseekV3"] if IS_LONG else ["Mixtral"]
WORDS = torch.arange(12)[None]


@pytest.fixture(autouse=True)
def divisible(monkeypatch):
    """Blocks of 128 do not reach over two matrices of an expert."""
    config = {**MODELS["DeepseekV3"], "moe_intermediate_size": 128}
    monkeypatch.setitem(MODELS, "DeepseekV3", config)


def logits(model):
    with torch.no_grad():
        return model(WORDS).logits.float()


def error(got, want):
    return ((got - want).norm() / want.norm()).item()


def empty(config):
    with torch.device("meta"):
        return transformers.AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16).eval()


def quantize(weight):
    """As DeepSeek does: data, and scales of 128x128."""
    n, k = weight.shape
    padded = torch.nn.functional.pad(weight.float(), (0, -k % 128, 0, -n % 128))
    split = padded.unflatten(1, (-1, 128)).unflatten(0, (-1, 128))
    scales = split.abs().amax((1, 3)) / 448
    data = (split / scales[:, None, :, None]).flatten(2).flatten(0, 1)[:n, :k]
    return data.to(torch.float8_e4m3fn), scales


def write_fp8(model, folder):
    """The model as a DeepSeek checkpoint, of one tensor for each expert."""
    model.save_pretrained(folder)
    file, tensors = folder / "model.safetensors", {}
    for name, each in safetensors.load_file(file).items():
        if each.dim() != 2 or any(part in name for part in ("embed", "head", ".gate.")):
            tensors[name] = each
        else:
            tensors[name], tensors[f"{name}_scale_inv"] = quantize(each)
    safetensors.save_file(tensors, file, metadata={"format": "pt"})
    config = json.loads((folder / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "fp8", "weight_block_size": [128, 128]}
    (folder / "config.json").write_text(json.dumps(config))
    return tensors


@pytest.mark.parametrize("name", NAMES)
def test_fp8_models(name, tmp_path):
    """Experts come of one tensor each; what transformers computes is computed."""
    model = make(name).eval()
    tensors = write_fp8(model, tmp_path)
    loaded = lowp.torch.load(empty(model.config), tmp_path)
    assert not [each for each in (*loaded.parameters(), *loaded.buffers()) if each.is_meta]
    assert error(logits(loaded), logits(model)) < 0.1
    rows = [each for each in lowp.torch.decisions(loaded) if each.recipe == "fp8 by 128x128"]
    quantized = [key for key in tensors if key.endswith("_scale_inv") and ".experts." not in key]
    experts = [each for each in rows if ".experts." in each.name]
    assert len(rows) - len(experts) == len(quantized) and bool(experts) == (name != "Llama")


def test_saved_models_are_read_by_transformers(tmp_path):
    """Without lowp, too, which widens them on a CPU."""
    model = make("Llama").eval()
    lowp.torch.freeze(lowp.torch.convert(model, "blockwise_training", deny="lm_head"))
    expected = logits(model)
    lowp.torch.save(model, tmp_path)
    loaded = lowp.torch.load(empty(model.config), tmp_path)
    assert torch.equal(logits(loaded), expected)
    model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.bfloat16)
    assert error(logits(model), expected) < 0.1


def test_experts_of_transformers_are_adopted(tmp_path):
    model = make("Mixtral").eval()
    write_fp8(model, tmp_path)
    expected = logits(lowp.torch.load(empty(model.config), tmp_path))
    other = empty(model.config)
    config = transformers.FineGrainedFP8Config(weight_block_size=(128, 128))
    with torch.device("meta"):
        fp8.replace_with_fp8_linear(other, ["lm_head"], config, pre_quantized=True)
    loaded = lowp.torch.load(empty(model.config), tmp_path).state_dict()
    state = {name.replace("lowp_", ""): each for name, each in loaded.items()}
    for name, value in list(other.named_parameters()):
        owner, _, last = name.rpartition(".")
        found = state.get(name)
        if found is None:
            part = last.removesuffix("_scale_inv")
            found = state[f"{owner}.{part}.{'scales' if part != last else 'data'}"]
        assert found.shape == value.shape, name
        other.get_submodule(owner)._parameters[last] = torch.nn.Parameter(found, False)
    lowp.torch.adopt(other)
    rotary = other.model.rotary_emb
    other.model.rotary_emb = type(rotary)(model.config)
    assert torch.equal(logits(other), expected)


def write_mxfp4(model, folder):
    """The model as gpt-oss's checkpoint, whose experts are random bytes, of scales of 1/32
    and 1/64."""
    model.save_pretrained(folder)
    file, tensors = folder / "model.safetensors", {}
    for name, each in safetensors.load_file(file).items():
        if name.endswith(("experts.gate_up_proj", "experts.down_proj")):
            count, k, n = each.shape
            blocks = torch.randint(256, (count, n, k // 32, 16), dtype=torch.uint8)
            tensors[f"{name}_blocks"] = blocks
            tensors[f"{name}_scales"] = torch.randint(121, 123, blocks.shape[:3], dtype=torch.uint8)
        else:
            tensors[name] = each
    safetensors.save_file(tensors, file, metadata={"format": "pt"})
    config = json.loads((folder / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "mxfp4"}
    (folder / "config.json").write_text(json.dumps(config))


@pytest.mark.parametrize("fp4", ["keep", "exact"])
def test_bytes_of_gpt_oss_are_what_transformers_reads(fp4, tmp_path):
    model = make("GptOss").eval()
    write_mxfp4(model, tmp_path)
    config = transformers.Mxfp4Config(dequantize=True)
    wanted = transformers.AutoModelForCausalLM.from_pretrained(
        tmp_path, dtype=torch.bfloat16, quantization_config=config
    )
    loaded = lowp.torch.load(empty(model.config), tmp_path, fp4=fp4)
    x = torch.randn(1, 24, 64).bfloat16()
    with torch.no_grad():
        got, want = (each.model.layers[0].mlp(x)[0].float() for each in (loaded, wanted))
    # The inputs of both matmuls are rounded to fp8.
    assert error(got, want) < 0.06
