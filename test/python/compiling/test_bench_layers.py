"""python -m lowp.torch.bench, on the CPU with small layers."""

import json

import pytest

torch = pytest.importorskip("torch")

from graphs import IS_LONG  # noqa: E402
from lowp.torch.bench.__main__ import read_arguments, run  # noqa: E402

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
        ("backward: one sequence / lowp", {"ms", "regions", "cosine_gradients"}),
        ("frozen: one sequence / lowp", {"ms", "first_s", "cosine"}),
        ("frozen: one token / lowp", {"ms", "first_s", "cosine"}),
    ][: None if IS_LONG else 1],
)
def test_results(tmp_path, only, keys):
    path = tmp_path / "layers.json"
    run(read_arguments([*SMALL, "--only", only, "--json", str(path)]))
    results = json.loads(path.read_text())
    assert results.pop("versions")["torch"] == torch.__version__
    ((_case, contenders),) = results.items()
    ((name, result),) = contenders.items()
    assert name == "lowp rowwise_training" and keys <= result.keys(), result
    for key in result:
        if key.startswith("cosine"):
            assert result[key] > 0.99
    if "losses" in result:
        assert result["losses"] == sorted(result["losses"], reverse=True)


def test_an_error_is_a_result(tmp_path):
    path = tmp_path / "layers.json"
    words = [*SMALL[:-4], "--recipes", "nonsense", "--rest", "eager"]
    run(read_arguments([*words, "--only", "frozen / lowp", "--json", str(path)]))
    result = json.loads(path.read_text())["forward, frozen"]["lowp nonsense"]
    assert "a family or a preset, got 'nonsense'" in result["error"]


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
