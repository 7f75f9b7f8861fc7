"""Whole runs of lowp.check: the reference path, which is right, and a driver whose
kernels do nothing, which is not."""

import os
import shutil

import pytest
from lowp.check import cases
from lowp.check.cli import main

# See conftest.py.
RUNS_LONG = True

SHAPES = "--shapes=0x136x144,1x8x16,130x264x272"


def has_torch():
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.fixture(scope="module")
def cache_of_kinds(tmp_path_factory):
    return tmp_path_factory.mktemp("kinds")


@pytest.mark.sample(5)
@pytest.mark.parametrize("data", ["torch", "numpy"])
@pytest.mark.parametrize("kind", ["rowwise", "1x128.128x128", "1x32.1x32", "1x32.128x128"])
def test_reference_path(capsys, monkeypatch, cache_of_kinds, data, kind):
    # Both kinds of data take the same programs.
    monkeypatch.setenv("LOWP_CACHE_DIR", str(cache_of_kinds))
    if data == "torch" and not has_torch():
        pytest.skip("needs torch")
    status = main([SHAPES, f"--kinds={kind}", "--chip=cpu", f"--data={data}"])
    printed = capsys.readouterr().out
    assert status == 0, printed
    assert "0 failed, 0 skipped" in printed
    assert f"{kind}: greatest error" in printed


@pytest.fixture
def few_variants(monkeypatch):
    """A table of kernels per shape, as PTX, to spare the time of compiling all."""
    monkeypatch.setenv("LOWP_PTXAS", "")
    all_variants = cases._variants
    monkeypatch.setattr(cases, "_variants", lambda kind, shape: all_variants(kind, shape)[:1])


def needs_fake_driver():
    if "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs the fake driver")


def test_kernels_that_write_nothing(capsys, few_variants):
    needs_fake_driver()
    arguments = ["--shapes=130x264x272", "--kinds=1x128.1x128", "--chip=sm_90a", "--deadline=0"]
    assert main([*arguments, "--data=numpy"]) == 1
    printed = capsys.readouterr()
    assert "34320 elements are NaN" in printed.out
    assert "0 passed, 1 failed" in printed.out
    assert "compute-sanitizer --tool memcheck" in printed.out
    assert "[1/1" in printed.err


def test_modules(tmp_path, capsys, few_variants):
    needs_fake_driver()
    if not shutil.which(os.environ.get("LOWP_COMPILE", "")):
        pytest.skip("needs lowp-compile")
    folder = tmp_path / "modules"
    arguments = ["--shapes=0x136x144", "--kinds=1x128.1x128", "--deadline=0"]
    assert main([*arguments, f"--precompile={folder}"]) == 0
    assert "1 of 1 modules" in capsys.readouterr().out
    # Nothing is to be written for no rows.
    assert main([*arguments, f"--modules={folder}", "--data=numpy"]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out


def test_what_is_missing_is_skipped(tmp_path, capsys):
    needs_fake_driver()
    arguments = ["--kinds=rowwise", f"--modules={tmp_path}", "--data=numpy"]
    assert main([*arguments, "--random=0"]) == 2
    printed = capsys.readouterr().out
    assert "too large to be made on the host; install torch" in printed
    assert "no such file; give --precompile" in printed
    assert "0 passed, 0 failed" in printed


def test_no_driver(run_python):
    program = """
import sys
sys.modules["torch"] = None
from lowp.check.cli import main
for data in "auto", "numpy":
    status = main(["--shapes=1x8x16", f"--data={data}"])
    print(status)
"""
    printed = run_python(program, LOWP_CUDA_DRIVER="/none/libcuda.so.1")
    assert printed.split() == ["2", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kinds=columnwise"], "expected a kind"),
        (["--shapes=1x2"], "M x N x K"),
        (["--modules=none", SHAPES, "--random=0"], "expected a folder of modules"),
    ],
)
def test_errors(arguments, message, capsys):
    needs_fake_driver()
    assert main([*arguments, "--data=numpy"]) == 2
    assert message in capsys.readouterr().err
