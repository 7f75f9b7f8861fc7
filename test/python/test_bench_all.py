"""`lowp.bench --set all`: one file with the results of each set."""

import json
import os
import pathlib

import lowp
import pytest
from lowp_lab.bench import everything
from lowp_lab.bench.cli import main
from lowp_lab.bench.program.sample import feed_forward
from lowp.bench.report.results import FORMAT, save


class Bench:
    """Runs nothing, and writes what a run of a set writes: all but `broken` do."""

    def __init__(self, broken=""):
        self.broken, self.calls = broken, []

    def __call__(self, arguments):
        self.calls.append(arguments)
        options = dict(one[2:].split("=", 1) for one in arguments if "=" in one)
        name = options.get("set", "program")
        if name == self.broken:
            return 2, "it broke"
        results = {"format": FORMAT, "set": name, "results": [{"a": 1}]}
        home = pathlib.Path.home()
        save(options["json"], {**results, "call": {"program": f"{home}/x.mlir"}})
        return 0, None


def run(monkeypatch, tmp_path, bench, *arguments):
    path = tmp_path / "card.json"
    monkeypatch.setattr(everything.run, "__defaults__", (bench,))
    status = main(["--set=all", f"--json={path}", "--chip=cpu", *arguments])
    return status, json.loads(path.read_text())


def test_all_sets(monkeypatch, tmp_path, capsys):
    bench = Bench()
    status, results = run(monkeypatch, tmp_path, bench, "--repetitions=3")
    assert status == 0
    assert results["format"] == "lowp-bench-all 1"
    assert [one["set"] for one in results["sets"]] == list(everything.SETS)
    assert all(one["results"]["results"] == [{"a": 1}] for one in results["sets"])
    assert results["machine"]["lowp"] and "gpu" in results["machine"]
    assert len(bench.calls) == len(everything.SETS)
    for call in bench.calls:
        assert "--repetitions=3" in call and "--chip=cpu" in call
    assert "dense 1" in capsys.readouterr().out
    if len(str(pathlib.Path.home())) > 1:
        assert str(pathlib.Path.home()) not in json.dumps(results)


def test_what_fails_takes_nothing_along(monkeypatch, tmp_path, capsys):
    bench = Bench(broken="dense")
    status, results = run(monkeypatch, tmp_path, bench, "--cases=formats,dense,bf16")
    assert status == 1
    found = {
        one["set"]: (one["status"], one["reason"], bool(one["results"])) for one in results["sets"]
    }
    assert found == {
        "formats": (0, None, True),
        "dense": (2, "it broke", False),
        "bf16": (0, None, True),
    }
    assert "dense 0 (incomplete)" in capsys.readouterr().out


def test_no_place(monkeypatch, tmp_path, capsys):
    """Nothing is measured that could not be written."""
    bench = Bench()
    monkeypatch.setattr(everything.run, "__defaults__", (bench,))
    path = tmp_path / "none" / "card.json"
    assert main(["--set=all", f"--json={path}", "--chip=cpu"]) == 2
    assert "the results cannot be written" in capsys.readouterr().err
    assert bench.calls == []


def test_a_process_for_each_set(tmp_path, capfd):
    """The real runner: without a GPU each set says what it lacks."""
    path = tmp_path / "card.json"
    if os.environ.get("CUDA_VISIBLE_DEVICES") or os.path.exists("/dev/nvidia0"):
        pytest.skip("there is a GPU")
    assert main(["--set=all", "--cases=formats", f"--json={path}", "--chip=cpu"]) == 1
    (one,) = json.loads(path.read_text())["sets"]
    assert one["reason"].startswith("expected")
    assert one == {"set": "formats", "status": 2, "reason": one["reason"], "results": None}
    assert f"lowp.bench: error: {one['reason']}" in capfd.readouterr().err


def test_table(tmp_path, capsys):
    records = [
        {"kind": "quantize", "case": "1x128", "shape": "4096x7168", "entries": {}, "skipped": {}}
    ]
    one = {
        "format": FORMAT,
        "set": "quantize",
        "math": "exact",
        "contenders": {},
        "machine": {"gpu": "NVIDIA GeForce RTX 5090", "copy_bandwidth": 1.5e12},
        "results": records,
    }
    path = tmp_path / "card.json"
    sets = [
        {"set": "quantize", "status": 1, "results": one},
        {"set": "dense", "status": 2, "results": None},
    ]
    save(str(path), {"format": everything.FORMAT, "machine": {}, "sets": sets})
    assert everything.load_all(str(path)) == [one]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--set=all"], "expected --json FILE, which --set all writes, got none"),
        (["--set=all,dense", "--json=x"], "expected --set all alone, got other sets"),
        (
            ["--set=all", "--json=x", "--shapes=1x8x16"],
            "expected --set all without --shapes, got both",
        ),
        (["--set=all", "--json=x", "--cases=sparse"], "expected a set, one of formats,"),
    ],
)
def test_errors(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_the_program_compiles():
    text = feed_forward(tokens=128, width=256, hidden=384)
    program = lowp.compile(text, chip="sm_90a", image_format="ptx", recipe="rowwise")
    names = [kernel.name for kernel in program.kernels]
    # Gate and up are one.
    assert sum("_gemm_" in name for name in names) == 2
