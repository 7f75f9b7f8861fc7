"""The laboratory is a package of its own: what runs it says so where it is missing."""

import importlib.util
import runpy
import sys

import pytest

TOOLS = ["lowp.bench", "lowp.calibrate", "lowp.torch.bench", "lowp.torch.measure"]


@pytest.mark.parametrize("tool", TOOLS)
def test_what_is_missing_is_named(tool, monkeypatch):
    if tool.startswith("lowp.torch"):
        pytest.importorskip("torch")
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "lowp_lab" else find(name)
    )
    expected = f"{tool}: expected the package lowp_lab, which measures, got none; pip install"
    with pytest.raises(SystemExit, match=expected):
        runpy.run_module(tool, run_name="__main__")


@pytest.mark.parametrize("tool", TOOLS)
def test_it_runs_by_the_name_of_the_tool(tool, monkeypatch, capsys):
    if tool.startswith("lowp.torch"):
        pytest.importorskip("torch")
    monkeypatch.setattr(sys, "argv", [tool, "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(tool, run_name="__main__")
    assert not ended.value.code
    assert f"usage: python -m {tool}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, error",
    [
        ("lowp.torch.measure grouped --shapes 1", "expected groups, rows, N and K as in"),
        ("lowp.torch.bench --device cuda", "expected a GPU that torch can use, got none"),
    ],
)
def test_errors_are_told(words, error, monkeypatch, capsys):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(sys, "argv", words.split())
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(words.split()[0], run_name="__main__")
    assert ended.value.code == 2
    assert f"{words.split()[0]}: error: {error}" in capsys.readouterr().err
