"""What lowp.bench says when it cannot do what is asked for."""

import functools
import importlib
import os
import sys

import pytest
from lowp.bench import peers
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp.bench.products.library_call import LibraryFunction


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kinds=columnwise"], "expected a kind, one of tensorwise"),
        (["--set=sparse"], "expected a set of shapes"),
        (["--shapes=4096"], "M x N x K"),
        (["--m=3"], "expected cases to measure, got none"),
        (["--repetitions=0"], "--repetitions of 1 or more"),
        (["--plot=none.json"], "expected results of lowp.bench"),
        (["--precompile=d", "--compiler=none"], "expected the tool lowp-compile"),
    ],
)
def test_errors(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_without_torch(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main([]) == 2
    assert "expected torch" in capsys.readouterr().err


@pytest.mark.parametrize("name", peers.names())
def test_peers_that_are_not_installed(name, monkeypatch):
    for library in ("torch", "deep_gemm", "transformer_engine"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, "transformer_engine.pytorch", raising=False)
    with pytest.raises(peers.NotInstalled, match="not installed"):
        peers.find_peer(name).find()


def test_a_peer_is_one_file(tmp_path, monkeypatch):
    monkeypatch.setattr(peers, "__path__", [*peers.__path__, str(tmp_path)])
    monkeypatch.setattr(peers, "_modules", functools.cache(peers._modules.__wrapped__))
    (tmp_path / "mine.py").write_text("NAME = 'my own'\ndef find(): return '7'\n")
    with pytest.raises(BenchError, match="mine.py to have .* got none called bind"):
        peers.names()
    with (tmp_path / "mine.py").open("a") as file:
        file.write("def bind(problem, operands, result): pass\n")
    monkeypatch.delitem(sys.modules, "lowp.bench.peers.mine")
    importlib.invalidate_caches()
    assert peers.names() == ["torch", "deepgemm", "my own", "transformer-engine"]
    assert peers.find_peer("my own").find() == "7"


def test_unknown_peer():
    with pytest.raises(BenchError, match="expected a peer, one of torch"):
        peers.find_peer("cutlass")


def test_not_a_library(tmp_path):
    path = tmp_path / "gemm.so"
    path.write_text("no")
    with pytest.raises(BenchError, match="a library with the function gemm"):
        LibraryFunction(str(path), "gemm")


def test_refused_modules_are_shown(tmp_path, capsys, monkeypatch):
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\necho 'error: no such chip' >&2\nexit 1\n")
    os.chmod(compiler, 0o755)
    monkeypatch.setenv("LOWP_COMPILE", str(compiler))
    folder = tmp_path / "modules"
    shapes = "--shapes=64x128x256"
    assert main([shapes, "--kinds=rowwise", f"--precompile={folder}"]) == 1
    printed = capsys.readouterr()
    assert "0 of 1 modules" in printed.out
    assert "no such chip" in printed.err
    # The source stays, to look at.
    assert [path.suffix for path in folder.iterdir()] == [".mlir"]
