"""`lowp.bench --set moe` without a GPU: layers against torch on the CPU."""

import pathlib
import re

import lowp
import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp_lab.bench.moe.case import LayerCase, choose_cases
from lowp_lab.bench.moe.text import layer_text

torch = pytest.importorskip("torch")

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/moe.mlir"
SHAPE = "3x20x128x128"


def inline_constants(text):
    """The text with constants in place of their names, whatever order they have."""
    found = dict(re.findall(r"(%\w+) = (arith.constant .*)", text))
    lines = (line for line in text.splitlines() if " = arith.constant " not in line)
    return re.sub(r"%\w+", lambda match: found.get(match[0], match[0]), "\n".join(lines))


def test_the_program_is_the_example():
    """The parser names values and types alike; what differs is how lines are written."""
    text = layer_text(LayerCase(experts=8, tokens=1, hidden=256, inner=128), is_fp8=True)
    (ours, _), (example, _) = (
        lowp.run_pipeline(one, "builtin.module(canonicalize,cse)")
        for one in (text, EXAMPLE.read_text(encoding="utf-8").replace("@moe(", "@run("))
    )
    assert inline_constants(ours) == inline_constants(example)


def test_cases():
    cases = choose_cases(None)
    assert [case.experts for case in cases] == [1, 4, 16, 64]
    assert {case.rows for case in cases} == {16640}
    assert [case.choices for case in cases] == [1, 2, 2, 2]
    (case,) = choose_cases(SHAPE)
    assert case.flops == 2 * 20 * 3 * 128 + 6 * 40 * 128 * 128
    with pytest.raises(BenchError, match="expected experts, tokens, width and inner"):
        choose_cases("3x20x128")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--set=moe,dense", "expected --set moe alone"),
        ("--set=moe --kinds=rowwise", "expected --set moe without --kinds"),
        ("--set=moe --precompile=x", "expected --set moe without --precompile"),
    ],
)
def test_refused(capsys, option, message):
    assert main(option.split()) == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def on_cpu(monkeypatch):
    """Tensors in host memory, two sets of tokens, and torch without a compiler."""
    stub_gpu.install(monkeypatch, rotated=1, calls=2)
    from lowp_lab.bench.moe import measure

    for name in ("make_weights", "make_tokens"):
        make = getattr(measure, name)
        monkeypatch.setattr(measure, name, lambda case, seed, make=make: make(case, seed, "cpu"))
    monkeypatch.setattr(torch, "compile", lambda function, dynamic: function)


def run(tmp_path, *arguments):
    path = tmp_path / "results.json"
    status, results = stub_gpu.run(path, "--set=moe", *arguments)
    return status, results["results"], path


def test_run(tmp_path, on_cpu, capsys):
    """The kernels of the reference path, so that the errors mean something."""
    status, records, path = run(tmp_path, f"--shapes={SHAPE},1x9x128x128")
    printed = capsys.readouterr()
    assert status == 0
    assert [record["choices"] for record in records] == [2, 1]
    for record in records:
        errors = {n: e["relative_error"] for n, e in record["entries"].items()}
        assert not record["skipped"]
        assert 1e-2 < errors["lowp"] < 8e-2
        assert errors["lowp, bf16"] < 6e-3
        assert errors["torch.compile"] < 6e-3
    assert "of torch" in printed.err
    assert SHAPE in printed.out
    assert main([f"--table={path}"]) == 0
    assert capsys.readouterr().out in printed.out


def test_a_wrong_result_is_told(tmp_path, on_cpu, monkeypatch):
    from lowp_lab.bench.moe import contenders

    right = contenders.layer_text
    monkeypatch.setattr(
        contenders,
        "layer_text",
        lambda *case: right(*case).replace("negf", "absf").replace("arith.absf", "math.absf"),
    )
    status, records, _path = run(tmp_path, f"--shapes={SHAPE}", "--peers=none")
    assert status == 1
    assert not records[0]["entries"]["lowp"]["agrees"]
    assert set(records[0]["entries"]) == {"lowp", "lowp, bf16"}
