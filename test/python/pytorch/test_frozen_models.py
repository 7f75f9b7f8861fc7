"""Frozen models of transformers: save_pretrained and from_pretrained."""

import os
import subprocess
import sys

import lowp
import pytest
from small_models import MODELS, OTHERS, make
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.prepared_state import Identity

transformers = pytest.importorskip("transformers")
auto = pytest.importorskip("transformers.quantizers.auto")
safetensors = pytest.importorskip("safetensors.torch")

# All of them where time is no matter.
IS_LONG = os.environ.get("LOWP_LONG_TESTS") == "1"
NAMES = [*MODELS, *OTHERS] if IS_LONG else ["Llama", "Mixtral"]
EXPERTS = ["Mixtral", "Qwen3Moe", "GptOss", "DeepseekV3"] if IS_LONG else ["GptOss"]
WORDS = torch.arange(12)[None]
READER = transformers.AutoModelForCausalLM


def frozen(name="Llama"):
    return lowp.torch.freeze(lowp.torch.convert(make(name).eval(), "blockwise_training"))


def logits(model):
    with torch.no_grad():
        return model(WORDS).logits


def save(model, folder):
    model.save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize("name", NAMES)
def test_models_come_back(name, tmp_path):
    model = frozen(name)
    folder = save(model, tmp_path / "first")
    expected = logits(model)
    # Also those that have come back.
    for number in range(2):
        model = READER.from_pretrained(folder)
        assert torch.equal(logits(model), expected)
        assert all(each.recipe for each in lowp.torch.decisions(model))
        folder = save(model, tmp_path / str(number))
    head = transformers.AutoModel.from_pretrained(folder)
    assert sum(isinstance(each, lowp.torch.FrozenLinear) for each in head.modules()) > 3


def test_readers_without_lowp(tmp_path, monkeypatch):
    """In this process the method is one that transformers does not know."""
    folder = save(frozen(), tmp_path / "model")
    for known in (auto.AUTO_QUANTIZATION_CONFIG_MAPPING, auto.AUTO_QUANTIZER_MAPPING):
        monkeypatch.delitem(known, "lowp")
    with pytest.raises(RuntimeError, match="`ignore_mismatched_sizes` to `False`, thus"):
        READER.from_pretrained(folder)


@pytest.mark.skipif(not IS_LONG, reason="imports transformers once more")
def test_processes_without_lowp(tmp_path):
    folder = save(frozen(), tmp_path / "model")
    program = (
        f"import small_models, transformers\n"
        f"transformers.AutoModelForCausalLM.from_pretrained({folder!r})"
    )
    paths = os.pathsep.join(sys.path)
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert run.returncode and "MISMATCH" in run.stderr


def rewrite(folder, name, state):
    file = os.path.join(folder, "model.safetensors")
    tensors = {**safetensors.load_file(file), name: state}
    safetensors.save_file(tensors, file, metadata={"format": "pt"})


def test_other_weights_are_refused_by_name(tmp_path):
    model = frozen()
    folder, name = save(model, tmp_path / "model"), "model.layers.0.mlp.up_proj"
    program = model.get_submodule(name).lowp_program
    for state, message in (
        (Identity(program, "lowp=0.0.9").write(), "of fingerprint '.*, got 'lowp=0.0.9'; freeze"),
        (Identity(program.replace("128", "96", 1), "").write(), "of program '.*, got '96 64"),
        (Identity(program.replace(" cpu ", " sm_90a "), "").write(), "a GPU of sm_90a.*got"),
        (torch.ones(3), "the state of a layer that lowp.torch.freeze"),
    ):
        rewrite(folder, f"{name}._extra_state", state)
        with pytest.raises(lowp.LaunchError, match=f"(?s){name}.*({message})"):
            READER.from_pretrained(folder)
    with pytest.raises(lowp.LaunchError, match="program '128 64 f16 .*, got '128 64 bf16"):
        READER.from_pretrained(save(model, tmp_path / "typed"), dtype=torch.float16)


def test_restored_models_are_plain(tmp_path):
    model = lowp.torch.convert(make("Llama").eval(), "blockwise_training")
    expected = logits(lowp.torch.restore(lowp.torch.freeze(model, drop=False)))
    assert not hasattr(model.config, "quantization_config")
    again = READER.from_pretrained(save(model, tmp_path / "model"))
    assert torch.equal(logits(again), expected)


def step(model):
    model.zero_grad()
    result = model(input_ids=WORDS, labels=WORDS)
    result.loss.backward()
    gradients = {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
    return result.logits.detach(), gradients


def error(got, want):
    return ((got.float() - want.float()).norm() / want.float().norm()).item()


@pytest.mark.parametrize("name", EXPERTS)
def test_experts_of_transformers(name):
    """By name, without a recipe, they are what they were; converted ones are near."""
    model = make(name).train()
    want, wanted = step(model)
    model.set_experts_implementation("lowp")
    got, gradients = step(model)
    assert error(got, want) < 2e-3 and gradients.keys() == wanted.keys()
    for parameter, gradient in gradients.items():
        assert error(gradient, wanted[parameter]) < 1e-2, parameter
    lowp.torch.convert(model, "blockwise_training", allow="*experts")
    rows = [each.name for each in lowp.torch.decisions(model) if each.recipe]
    assert rows and all(".experts." in each for each in rows)
    got, gradients = step(model)
    assert 1e-4 < error(got, want) < 0.05
    assert all(error(gradient, wanted[each]) < 0.15 for each, gradient in gradients.items())
