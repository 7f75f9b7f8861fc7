"""python -m lowp.torch.bench, on the CPU with small layers."""

import json
import sys

import pytest

torch = pytest.importorskip("torch")

from graphs import IS_LONG  # noqa: E402
from lowp_lab.torch.bench import models  # noqa: E402
from lowp_lab.torch.bench.architectures import own_architecture  # noqa: E402
from lowp_lab.torch.bench.__main__ import read_arguments, run  # noqa: E402
from lowp_lab.torch.measure.decoder import Sizes  # noqa: E402

SMALL = (
    "--device cpu --width 64 --hidden 128 --heads 4 --groups 2 --words 100 --length 16 "
    "--layers 1 --calls 1 --recipes rowwise_training --rest eager"
).split()


@pytest.mark.parametrize(
    "only, keys",
    [
        ("frozen / lowp", {"ms", "first_s", "cosine"}),
        ("call / lowp", {"ms", "first_s", "cosine"}),
        ("backward / lowp", {"ms", "regions", "cosine_gradients"}),
        ("step / lowp", {"ms", "tokens_per_s", "losses"}),
        ("backward / lowp rowwise_training held", {"ms", "write_ms", "held_bytes"}),
        ("step / lowp rowwise_training held", {"ms", "losses"}),
        ("backward: one sequence / lowp", {"ms", "regions", "cosine_gradients"}),
        ("frozen: one sequence / lowp", {"ms", "first_s", "cosine"}),
        ("frozen: one token / lowp", {"ms", "first_s", "cosine"}),
    ][: None if IS_LONG else 1],
)
def test_results(tmp_path, only, keys):
    path = tmp_path / "layers.json"
    more = ["--hold"] if only.endswith("held") else []
    run(read_arguments([*SMALL, *more, "--only", only, "--json", str(path)]))
    results = json.loads(path.read_text())
    assert results.pop("versions")["torch"] == torch.__version__
    ((_case, contenders),) = results.items()
    ((name, result),) = contenders.items()
    assert name == "lowp rowwise_training" + " held" * len(more) and keys <= result.keys(), result
    for key in result:
        if key.startswith("cosine"):
            assert result[key] > 0.99
    if "losses" in result:
        assert result["losses"] == sorted(result["losses"], reverse=True)


@pytest.mark.parametrize(
    "only, keys",
    [
        ("tiny 1 x 64: forward / lowp", {"ms", "peak_bytes", "first_s", "regions", "error_result"}),
        ("tiny 2 x 8: forward + backward / lowp", {"error_gradients"}),
    ][: None if IS_LONG else 1],
)
def test_models(tmp_path, monkeypatch, only, keys):
    tiny = own_architecture("tiny", Sizes(64, 128, 4, 2))
    monkeypatch.setattr(models, "ARCHITECTURES", {"tiny": tiny})
    path = tmp_path / "models.json"
    words = [*SMALL, "--set", "models", "--length", "8", "--only", only, "--json", str(path)]
    run(read_arguments(words))
    (result,) = json.loads(path.read_text())[only.split(" / ")[0]].values()
    assert keys <= result.keys(), result
    assert all(0 < value < 0.1 for key, value in result.items() if key.startswith("error"))


def test_what_transformers_lacks_is_skipped(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    path = tmp_path / "models.json"
    words = [*SMALL, "--set", "models", "--only", "llama_8b: decode", "--json", str(path)]
    run(read_arguments(words))
    found = json.loads(path.read_text())["llama_8b: decode"]
    assert list(found) == ["inductor bf16", "lowp rowwise_training"]
    assert all("transformers is not here" in each["skipped"] for each in found.values())


def test_an_error_is_a_result(tmp_path):
    path = tmp_path / "layers.json"
    words = [*SMALL[:-4], "--recipes", "nonsense", "--rest", "eager"]
    run(read_arguments([*words, "--only", "frozen / lowp", "--json", str(path)]))
    result = json.loads(path.read_text())["forward, frozen"]["lowp nonsense"]
    assert "a family, a preset or 'none', got 'nonsense'" in result["error"]


@pytest.mark.skipif(not IS_LONG, reason="inductor compiles C++ in the first of two processes")
def test_a_warm_compilation_finds_everything(tmp_path):
    path = tmp_path / "layers.json"
    words = [*SMALL, "--rest", "inductor", "--only", "compilation / lowp", "--json", str(path)]
    run(read_arguments(words))
    result = json.loads(path.read_text())["compilation"]["lowp rowwise_training"]
    cold, warm = result["cold"], result["warm"]
    assert cold["caches"]["autograd_cache_miss"] == 1
    assert warm["caches"] == {"autograd_cache_hit": 1, "fxgraph_cache_hit": 2}
    assert warm["programs"] == cold["programs"] > 0
