"""Adapters on frozen and scaled layers: what libraries of adapters ask of a layer, and what
they train."""

import pathlib

import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp._linear.scaled_texts import Scaled
from lowp.torch.scaled_layers import NVFP4

N, K = 32, 64


class Adapter(torch.nn.Module):
    """x . (w + up . down)^T, of the type and on the device of the layer's weight."""

    def __init__(self, layer):
        super().__init__()
        assert isinstance(layer, torch.nn.Linear)
        weight = layer.weight
        kind = {"dtype": getattr(layer, "compute_dtype", weight.dtype), "device": weight.device}
        self.layer = layer
        self.down = torch.nn.Parameter(torch.randn(4, layer.in_features, **kind) / 8)
        self.up = torch.nn.Parameter(torch.zeros(layer.out_features, 4, **kind))

    def forward(self, x):
        added = x.to(self.down.dtype) @ self.down.t() @ self.up.t()
        return self.layer(x) + added.to(x.dtype)


def frozen():
    plain = torch.nn.Sequential(torch.nn.Linear(K, N, bias=False).bfloat16())
    return lowp.torch.freeze(lowp.torch.convert(plain, "rowwise_training"))[0]


def packed():
    """A weight under another name than weight, two elements a byte."""
    weight = Scaled("f4E2M1FN", "nvfp4", (1, 16))
    format = lowp.torch.Format(
        "nvfp4", weight, NVFP4, data="weight_packed", second="weight_global_scale"
    )
    data, scales, whole = lowp.torch.quantize(torch.randn(N, K).bfloat16(), recipe="nvfp4")
    tensors = {"weight_packed": data, "weight_scale": scales, "weight_global_scale": whole}
    return lowp.torch.ScaledLinear(K, N, format, **tensors)


@pytest.mark.parametrize("make", [frozen, packed])
def test_adapter_trains(make):
    layer = make()
    model, x = Adapter(layer), torch.randn(8, K).bfloat16().requires_grad_()
    assert layer.weight.shape == (N, K)
    y = model(x)
    assert torch.equal(y, layer(x))
    y.float().square().sum().backward()
    assert model.up.grad.abs().sum() > 0 and x.grad.isfinite().all()
    assert {name for name, each in model.named_parameters()} == {"down", "up"}
    with pytest.raises(lowp.torch.FreedWeightError, match="expected "):
        layer.weight.data += model.up @ model.down


@pytest.mark.parametrize("make", [frozen, packed])
def test_peft(make):
    peft = pytest.importorskip("peft")
    model = torch.nn.Sequential(torch.nn.Linear(K, K).bfloat16(), make())
    adapted = peft.get_peft_model(model, peft.LoraConfig(r=4, target_modules=["1"]))
    adapted(torch.randn(8, K).bfloat16()).float().sum().backward()
    trained = [name for name, each in adapted.named_parameters() if each.grad is not None]
    assert len(trained) == 2 and all("lora" in name for name in trained)
    with pytest.raises(lowp.torch.FreedWeightError, match="expected "):
        adapted.merge_and_unload()


def test_page(tmp_path, monkeypatch):
    """What docs/FineTuning.md says runs, on a small model."""
    transformers = pytest.importorskip("transformers")
    for package in ("peft", "accelerate"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    sizes = {"vocab_size": 64, "hidden_size": 64, "intermediate_size": 64}
    heads = {"num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 2}
    config = transformers.LlamaConfig(**sizes, **heads)
    transformers.LlamaForCausalLM(config).bfloat16().save_pretrained("model")
    words = torch.randint(0, 64, (16, 8))
    rows = [{"input_ids": each, "labels": each} for each in words]
    page = pathlib.Path(__file__).parents[3] / "docs" / "FineTuning.md"
    code = page.read_text().split("```python\n")[1].split("```")[0]
    exec(compile(code, str(page), "exec"), {"rows": rows})
    assert (tmp_path / "adapter" / "adapter_model.safetensors").exists()


def test_layers_with_given_scales_are_left():
    model = torch.nn.Sequential(packed(), torch.nn.Linear(N, N))
    lowp.torch.convert(model, "rowwise_training")
    assert [each.given for each in lowp.torch.decisions(model)] == [True, False]
    lowp.torch.restore(model)
    assert type(model[0]) is lowp.torch.ScaledLinear and lowp.torch.decisions(model)[0].given
