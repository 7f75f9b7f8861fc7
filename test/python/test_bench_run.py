"""Whole runs of lowp.bench against a GPU that is not one: what is asked of torch and
of our kernels, and what comes out. Skipped where torch is not."""

import os
import shutil

import pytest
import stub_gpu
from lowp_lab.bench.cli import main

# See conftest.py.
RUNS_LONG = True

torch = pytest.importorskip("torch")

SHAPES = "--shapes=64x128x256,1x136x144"


@pytest.fixture(autouse=True)
def gpu(monkeypatch):
    stub_gpu.install(monkeypatch)


def run(tmp_path, *arguments):
    return stub_gpu.run(tmp_path / "results.json", SHAPES, *arguments)


def test_run(tmp_path, capsys):
    """The kernels of the reference path, so that the errors mean something."""
    status, results = run(tmp_path, "--kinds=tensorwise,rowwise")
    printed = capsys.readouterr()
    assert status == 0
    assert len(results["results"]) == 4
    assert results["machine"]["gpu"] == "Stub GPU"
    for record in results["results"]:
        ours = record["entries"]["lowp"]
        assert ours["relative_error"] < 4e-3
        assert len(ours["seconds"]) == 3
    assert "[4/4" in printed.err
    assert "geometric" not in printed.err
    assert "mean ratio" in printed.out
    assert "deepgemm: not installed" in printed.out


def test_blockwise_kinds(tmp_path, capsys):
    kinds = "--kinds=1x128.128x128,1x128.1x128"
    _status, results = run(tmp_path, kinds, "--result=f32")
    errors = [r["entries"]["lowp"]["relative_error"] for r in results["results"]]
    assert max(errors) < 1e-6
    assert "e4m3 e4m3 f32" in capsys.readouterr().out


@pytest.mark.sample(3)
@pytest.mark.parametrize("orders", ["mk", "kn", "mn"])
def test_transposed_operands(tmp_path, capsys, orders):
    options = [f"--lhs-order={orders[0]}", f"--rhs-order={orders[1]}"]
    kinds = "--kinds=tensorwise,rowwise,1x128.128x128"
    status, results = run(tmp_path, kinds, *options, "--peers=torch", "--shapes=64x128x256")
    assert status == 0
    for record in results["results"]:
        for entry in record["entries"].values():
            assert entry["relative_error"] < 4e-3
    printed = capsys.readouterr().out
    assert f"lhs {orders[0]}-major, rhs {orders[1]}-major, copied in each" in printed


def test_any_m(tmp_path, capsys):
    """Modules that do not know M are compared with those that do."""
    status, results = run(tmp_path, "--set=any-m", "--kinds=rowwise", "--peers=torch")
    assert status == 0
    assert results["sizes"] == "weights"
    for record in results["results"]:
        assert list(record["entries"])[:2] == ["lowp", "lowp static"]
        for entry in record["entries"].values():
            assert entry["relative_error"] < 4e-3
    printed = capsys.readouterr().out
    assert "rowwise: lowp of unknown M takes " in printed
    assert "fastest peer" not in printed


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--set=any-m,dense"], "expected --set any-m alone, got other sets beside it"),
        (["--set=any-m", "--sizes=static"], "expected --sizes weights or dynamic with"),
    ],
)
def test_any_m_refused(capsys, arguments, message):
    assert main([SHAPES, "--chip=cpu", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_any_m_modules(tmp_path, capsys):
    """A module for all M, and one for each."""
    compiler = os.environ.get("LOWP_COMPILE", "")
    if not shutil.which(compiler):
        pytest.skip("needs lowp-compile")
    shapes = "--shapes=64x128x256,65x128x256"
    arguments = [shapes, "--set=any-m", "--kinds=rowwise"]
    assert main([*arguments, f"--precompile={tmp_path / 'modules'}"]) == 0
    assert "3 of 3 modules" in capsys.readouterr().out


def test_peers_copy_in_each_call():
    from lowp.bench.contenders import bind_peer
    from lowp.bench.products.kinds import KINDS
    from lowp.bench.products.operands import make_operands
    from lowp.bench.products.problem import Problem
    from lowp.bench.products.shapes import Shape

    problem = Problem(KINDS["rowwise"], Shape(48, 64, 32), lhs_order="m", rhs_order="n")
    operands = make_operands(problem, 0, "cpu")
    assert [array.shape for array in operands.arrays[::2]] == [(32, 48), (32, 64)]
    seen = []

    def bind(_problem, given, _result):
        return lambda: seen.append((given.lhs.data.float(), given.rhs.data.float()))

    call = bind_peer(bind, problem, operands, None)
    call()
    operands.lhs.transposed.zero_()
    call()
    for lhs, rhs in seen:
        assert torch.equal(rhs, operands.rhs.data.float())
    assert torch.equal(seen[0][0], operands.lhs.data.float())
    assert not seen[1][0].any()


@pytest.mark.parametrize("reason", ["refused", "broken"])
def test_a_contender_that_fails_does_not_end_the_run(tmp_path, monkeypatch, reason):
    from lowp.bench.errors import Unsupported
    from lowp.bench.peers import cublaslt

    def fail(*_arguments):
        raise Unsupported("no such product") if reason == "refused" else OSError("x")

    monkeypatch.setattr(cublaslt, "bind", fail)
    status, results = run(tmp_path, "--kinds=rowwise", "--peers=torch")
    expected = "no such product" if reason == "refused" else "failed: x"
    assert status == 0
    assert results["results"][0]["skipped"] == {"torch": expected}


def test_modules(tmp_path, capsys):
    """Libraries of a folder, loaded by a driver that computes nothing: NaN stays."""
    compiler = os.environ.get("LOWP_COMPILE", "")
    if not shutil.which(compiler) or "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs lowp-compile and the fake driver")
    folder = tmp_path / "modules"
    kinds = "--kinds=rowwise,1x128.1x128"
    assert main([SHAPES, kinds, f"--precompile={folder}"]) == 0
    assert "4 of 4 modules" in capsys.readouterr().out
    status, results = run(tmp_path, kinds, f"--modules={folder}")
    assert status == 0
    for record in results["results"]:
        error = record["entries"]["lowp"]["relative_error"]
        assert error != error


def test_missing_modules(tmp_path, capsys):
    status, results = run(tmp_path, "--kinds=rowwise", f"--modules={tmp_path}")
    assert status == 1
    assert "expected" in results["results"][0]["skipped"]["lowp"]
    assert "no such file; give --precompile" in capsys.readouterr().out
