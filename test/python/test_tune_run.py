"""Whole runs of lowp.tune against a GPU that is not one. Skipped where torch is not."""

import json
import os
import shutil

import pytest
import stub_gpu
from lowp._errors import LaunchError
from lowp.tune import modules
from lowp.tune.building import Built
from lowp.tune.candidates import Candidate, Job
from lowp.tune.cli import main

torch = pytest.importorskip("torch")

# What a call of each candidate takes, in made-up seconds, and what it computes.
TIMES = {
    "slow": 3.0,
    "choice": 1.05,
    "fast": 1.0,
    "wrong": 0.5,
    "other": 2.0,
    "broken": 0.0,
}


@pytest.fixture(autouse=True)
def gpu(monkeypatch):
    from lowp.bench import timing

    stub_gpu.install(monkeypatch)
    # The calls of a graph are computed when it is captured.
    monkeypatch.setattr(timing, "_MOST_CALLS", 8)


class TimedGraph:
    """A graph that takes as long as the candidate whose calls it was made of."""

    current = None

    def __init__(self):
        self.seconds = TimedGraph.current

    def replay(self):
        stub_gpu.Event.clock += self.seconds


class Kernels:
    """Candidates that compute in f64, each in its way."""

    def __init__(self, job):
        self._job = job

    def bind(self, number, arrays, result):
        name = self._job.candidates[number].config
        if name == "broken":
            raise LaunchError("no such cluster")
        TimedGraph.current = TIMES[name]
        lhs, lhs_scales, rhs, rhs_scales = arrays

        def call():
            product = (lhs.double() * lhs_scales.double()) @ (
                rhs.double() * rhs_scales.double()
            ).t()
            if name == "wrong":
                product[0, 0] = float("nan")
            if name == "other":
                product *= 1.002
            result.copy_(product)

        return call


@pytest.fixture
def stub_search(monkeypatch):
    """A search over the candidates of TIMES, whose first is the choice."""
    from lowp.bench.products.kinds import KINDS
    from lowp.bench.products.problem import Problem
    from lowp.bench.products.shapes import Shape
    from lowp.tune import cli

    problem = Problem(KINDS["rowwise"], Shape(64, 128, 256))
    names = ["choice", *(name for name in TIMES if name != "choice")]
    candidates = [Candidate(name, place, 100) for place, name in enumerate(names, 1)]
    operand = {"type": "f8E4M3FN", "scales": "f32", "block": [1, "all"]}
    key = {"chip": "sm_90a", "m": 64, "n": 128, "k": 256, "lhs": operand}

    def use(*chosen):
        kept = tuple(one for one in candidates if one.config in chosen)
        job = Job(problem, key, kept, 64)
        monkeypatch.setattr(cli, "_load_or_compile", lambda _options: [(job, Kernels(job))])

    monkeypatch.setattr(torch.cuda, "CUDAGraph", TimedGraph)
    return use


def run(tmp_path, *arguments):
    path = tmp_path / "results.json"
    status = main([f"--json={path}", "--repetitions=3", *arguments])
    return status, json.loads(path.read_text())["results"]


def test_the_fastest_wins(tmp_path, stub_search, capsys):
    stub_search("choice", "slow", "fast", "other")
    path = tmp_path / "tuned.json"
    status, (record,) = run(tmp_path, "--finalists=1", f"--config-file={path}")
    assert status == 0
    by_name = {entry["config"]: entry for entry in record["candidates"]}
    # The best one and the choice are measured to the end, others are not.
    assert [name for name, entry in by_name.items() if "median" in entry] == [
        "choice",
        "fast",
    ]
    assert by_name["choice"]["is_equal"] and by_name["fast"]["is_equal"]
    # Nearly the same result is no other kernel's bits, and no error either.
    assert not by_name["other"]["is_equal"] and "skipped" not in by_name["other"]
    printed = capsys.readouterr()
    assert "rowwise 64x128x256: loss" in printed.err
    assert "1 configs written" in printed.out
    (entry,) = json.loads(path.read_text())["configs"]
    assert entry["config"] == "fast" and entry["n"] == 128
    # The table, once more.
    assert main([f"--table={tmp_path / 'results.json'}"]) == 0
    assert "best's rank" in capsys.readouterr().out


def test_a_wrong_kernel_does_not_win(tmp_path, stub_search, capsys):
    stub_search("choice", "fast", "wrong")
    status, (record,) = run(tmp_path)
    assert status == 1
    assert record["candidates"][2]["skipped"].startswith("wrong: expected a relative")
    printed = capsys.readouterr().out
    assert "1 without figures: wrong" in printed
    assert "fast" in printed


def test_a_kernel_that_does_not_run(tmp_path, stub_search, capsys):
    stub_search("choice", "broken")
    status, (record,) = run(tmp_path)
    assert status == 1
    assert record["candidates"][1]["skipped"] == "failed: no such cluster"
    assert "loses 0.0% on average" in capsys.readouterr().out


def test_modules(tmp_path, capsys):
    """Libraries of a folder, by a driver that computes nothing: all are wrong."""
    compiler = os.environ.get("LOWP_COMPILE", "")
    if not shutil.which(compiler) or "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs lowp-compile and the fake driver")
    folder = tmp_path / "modules"
    shapes = ["--shapes=64x128x256", "--kinds=rowwise,1x128.1x128", "--best=2"]
    assert main([*shapes, "--variants=0", f"--precompile={folder}"]) == 0
    status, records = run(tmp_path, f"--modules={folder}")
    assert status == 1 and len(records) == 2
    for record in records:
        assert all("wrong" in entry["skipped"] for entry in record["candidates"])
    assert "the cost model's choices have no figures" in capsys.readouterr().out


def test_compiling_in_this_process(tmp_path):
    """Programs for a GPU that get tensors which are in none."""
    arguments = ["--chip=sm_90a", "--shapes=64x128x256", "--kinds=rowwise"]
    scope = ["--best=2", "--variants=0", "--jobs=2"]
    status, (record,) = run(tmp_path, *arguments, *scope)
    assert status == 1 and len(record["candidates"]) == 2
    for entry in record["candidates"]:
        assert entry["skipped"].startswith("failed: ")
        assert "got one in host memory" in entry["skipped"]


def test_refused_candidates_are_skipped(tmp_path, monkeypatch):
    kernels = modules.FolderKernels(str(tmp_path), {0: Built(None, "spills")})
    from lowp.bench.errors import Unsupported

    with pytest.raises(Unsupported, match="refused: spills"):
        kernels.bind(0, (), None)
    programs = modules.ProgramKernels({0: Built(None, "spills")})
    with pytest.raises(Unsupported, match="refused: spills"):
        programs.bind(0, (), None)
