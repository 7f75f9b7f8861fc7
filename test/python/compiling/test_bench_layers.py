"""python -m lowp.torch.bench, on the CPU with small layers."""

import json
import pathlib
import re
import sys
import time
import types

import pytest

torch = pytest.importorskip("torch")

from graphs import IS_LONG, QUICK, error, numbers  # noqa: E402
from lowp.torch.compiling import direct, report  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from lowp.torch.compiling.programs import TABLE  # noqa: E402
from lowp.torch.compiling.stage import Stage  # noqa: E402
from lowp_lab.torch.bench import regions, side_by_side  # noqa: E402
from lowp_lab.torch.bench.architectures import ARCHITECTURES, own_architecture  # noqa: E402
from lowp_lab.torch.bench.__main__ import attempt, read_arguments, run, run_side_by_side  # noqa: E402
from lowp_lab.torch.bench.contenders import Contender  # noqa: E402
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
        ("tiny 2 x 8: forward / lowp", {"ms", "peak_bytes", "first_s", "regions", "error_result"}),
        ("tiny 2 x 8: forward + backward / lowp", {"error_gradients"}),
        ("tiny 1 x 64: forward / lowp", {"ms"}),
    ][: None if IS_LONG else 1],
)
def test_models(tmp_path, monkeypatch, only, keys):
    tiny = own_architecture("tiny", Sizes(64, 128, 4, 2))
    monkeypatch.setitem(ARCHITECTURES, "tiny", tiny)
    path = tmp_path / "models.json"
    words = [*SMALL, "--set", "models", "--length", "8", "--only", only, "--json", str(path)]
    run(read_arguments([*words, "--architectures", "tiny"]))
    (result,) = json.loads(path.read_text())[only.split(" / ")[0]].values()
    assert keys <= result.keys(), result
    errors = {key: value for key, value in result.items() if key.startswith("error")}
    assert all(0 < value < 0.1 for value in errors.values())
    assert bool(errors) == ("2 x 8" in only)


def test_what_others_compiled_is_not_used():
    found = attempt(
        lambda _: {"is_off": torch.compiler.config.force_disable_caches}, Contender("inductor bf16")
    )
    assert found == {"is_off": True} and not torch.compiler.config.force_disable_caches


def microseconds(function):
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1e6


def test_regions(monkeypatch):
    """Each is called on its own as in a step; torch is not to compile C++ here."""
    compile_by_torch = torch.compile
    monkeypatch.setattr(
        torch, "compile", lambda *args, **more: compile_by_torch(*args, **more, backend="aot_eager")
    )
    options = {"rest": "eager", "recipe": None, "strict": True, "compile": QUICK}
    torch._dynamo.reset()
    TABLE.clear()
    up, down = torch.nn.Linear(64, 256), torch.nn.Linear(256, 64)
    model = torch.nn.Sequential(up, torch.nn.Tanh(), down)
    called = compile_by_torch(model.bfloat16(), backend=backend, options=options)
    recorder, x = regions.Recorder(), numbers(8, 64)

    def step():
        called(x).square().sum().backward()

    with report.collect() as cuts:
        step()
    with recorder.recording():
        step()
    compared = []

    def measure(function):
        compared.append(function())
        return microseconds(function)

    rows = regions.compare(regions.pair(cuts, recorder), measure)
    assert [row["kind"] for row in rows] == ["forward", "backward"]
    for row in rows:
        assert set(row["layers"].split(", ")) == {"0", "2"}
        assert row["of_inductor"] == row["inductor_us"] / row["us"]
    for ours, theirs in zip(compared[::2], compared[1::2]):
        assert len(ours) == len(theirs) > 0
        for one, other in zip(ours, theirs):
            assert one.shape == other.shape and error(one, other) < 2e-2
    torch._dynamo.reset()


def test_regions_of_several_stages(monkeypatch):
    """The second adds what the first hands on to an argument of its own."""
    stages = [Stage("a", [0], [2, 3], []), Stage("b", [1, 3], [4], [])]
    calls = [lambda given: [given[0] + 1, 2 * given[0]], lambda given: [given[0] + given[1]]]
    region = types.SimpleNamespace(orders=[[0], [0]], results=[None, None, None], stages=stages)
    loaded = types.SimpleNamespace(region=region, calls=calls)
    x, y = torch.ones(2), torch.full((2,), 5.0)
    made = regions.run_whole(loaded, [x, y])
    assert [each.tolist() for each in made] == [[2, 2], [2, 2], [7, 7]]

    monkeypatch.setattr(TABLE, "get", lambda _code: loaded)
    monkeypatch.setattr(
        direct, "call_region", lambda _code, given, stage, _label: calls[stage](given)
    )
    recorder = regions.Recorder()
    assert recorder.inputs_of("code") is None
    with recorder.recording():
        _, handed = direct.call_at_once("code", [x], 0)
        direct.call_at_once("code", [y, handed], 1)
    assert list(map(torch.Tensor.tolist, recorder.inputs_of("code"))) == [[1, 1], [5, 5]]


def test_an_architecture_that_is_not_known():
    words = [*SMALL, "--set", "models", "--architectures", "llama_8b,gpt"]
    with pytest.raises(SystemExit, match="expected architectures of own_layer, .*, got 'gpt'"):
        run(read_arguments(words))


# A process as the bench's: two cases, of which the second of b fails.
WORKER = """
import json, sys, time
from lowp_lab.torch.bench.side_by_side import take_turns
name, contender, path, log = sys.argv[1:]
found = {"versions": 0}
one = name + contender


def write(text):
    with open(log, "a") as file:
        file.write(text)


for case in "xy":
    if name + case == "by":
        sys.exit(3)
    write("(" + one + case + ")")
    for _ in take_turns():
        write("<" + one)
        time.sleep(0.01)
        write(one + ">")
    found[name + case] = {"inductor bf16" if contender == "i" else "lowp": {"ms": 1}}
    with open(path, "w") as file:
        json.dump(found, file)
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("jobs", [2, 3])
def test_turns(tmp_path, monkeypatch, jobs):
    log = tmp_path / "log"
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    package = pathlib.Path(side_by_side.__file__).parents[3]
    monkeypatch.setenv("PYTHONPATH", str(package))
    monkeypatch.setattr(
        side_by_side,
        "_command",
        lambda words, name, each, path: [
            sys.executable,
            str(script),
            name,
            each[0],
            path,
            str(log),
        ],
    )
    monkeypatch.setattr("lowp_lab.torch.bench.__main__.architectures_of", lambda _: list("abc"))
    path = tmp_path / "models.json"
    words = ["--set", "models", "--jobs", str(jobs), "--json", str(path), "--device", "cpu"]
    found = run_side_by_side(read_arguments([*words, "--recipes", "none"]))
    assert json.loads(path.read_text()) == found
    assert found.keys() == {"versions", "ax", "ay", "bx", "cx", "cy"}
    assert found["bx"] == {"inductor bf16": {"ms": 1}, "lowp": {"ms": 1, "of_inductor": 1}}
    # Nobody measures or compiles in the turn of another, and contenders alternate.
    turns = re.findall("<.*?>", log.read_text())
    waves = {2: ["ab", "a", "c", "c"], 3: ["abc", "ac"]}[jobs]
    wanted = [name + each for wave in waves for _ in range(3) for name in wave for each in "il"]
    assert turns == [f"<{one}{one}>" for one in wanted]
    if jobs == 3:
        assert log.read_text().index("y)") > log.read_text().rindex("<blbl>")


def test_a_process_without_a_result(monkeypatch):
    monkeypatch.setattr(
        side_by_side, "_command", lambda *_: [sys.executable, "-c", "import sys; sys.exit(3)"]
    )
    found = {}
    side_by_side.measure_in_turn([], ["a"], ["lowp auto"], 1, found.update)
    assert found == {"a": {"lowp auto": {"error": "its process ended with status 3"}}}


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
