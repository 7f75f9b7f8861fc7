"""The console scripts: what the tools of the build tree do, out of liblowp-c."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import ADD, MATMUL

ROOT = pathlib.Path(__file__).resolve().parents[2]
# With the programs of the build tree, which enter the same functions.
PROGRAMS = pathlib.Path(os.environ["LOWP_COMPILE"]).resolve().parent
TOOLS = ("opt", "compile", "run")
EXTERNAL = ROOT / "test/tools/lowp-run"


def module(tool):
    return [sys.executable, "-m", f"lowp.tools.{tool}"]


def start(command, arguments, given="", **options):
    return subprocess.run(
        [*map(str, (*command, *arguments))],
        input=given,
        capture_output=True,
        text=True,
        **options,
    )


def both(tool, *arguments, given=""):
    """The module's end, which is that of the program."""
    ours = start(module(tool), arguments, given)
    name = f"lowp-{tool}"
    theirs = start([name], arguments, given, executable=PROGRAMS / name)
    for end in ("returncode", "stdout", "stderr"):
        assert getattr(ours, end) == getattr(theirs, end)
    return ours


@pytest.mark.parametrize("tool", TOOLS)
def test_help(tool):
    printed = both(tool, "--help")
    assert printed.returncode == 0
    assert f"USAGE: lowp-{tool} [options]" in printed.stdout


@pytest.mark.parametrize("tool", TOOLS)
def test_flags_that_do_not_parse(tool):
    printed = both(tool, "--nonsense")
    assert printed.returncode == 1
    assert f"lowp-{tool}: Unknown command line argument '--nonsense'" in printed.stderr


@pytest.mark.parametrize("tool", TOOLS)
def test_diagnostics(tool, tmp_path):
    file = tmp_path / "wrong.mlir"
    file.write_text("func.func @f(%x: tensor<4xf33>)\n")
    printed = both(tool, file)
    assert printed.returncode == 1
    assert f"{file}:1:27: error: " in printed.stderr


def test_passes_by_pipes():
    printed = both("opt", "--lowp-apply-recipes", "-", given=MATMUL)
    assert printed.returncode == 0
    assert "lowp.quantize" in printed.stdout


def test_kernels_by_pipes():
    printed = both("compile", "--chip=sm_90a", "--emit=ptx", given=ADD)
    assert ".target sm_90a" in printed.stdout


def test_run(tmp_path):
    file = tmp_path / "matmul.mlir"
    file.write_text(MATMUL)
    printed = both("run", file, "--shape=M=32", "--check")
    assert printed.returncode == 0
    assert "relative error to the reference" in printed.stdout


def test_a_library_finds_the_runtime(tmp_path):
    if not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    library = tmp_path / "add.so"
    arguments = ("--chip=sm_90a", "--emit=lib", "-o", library)
    printed = start(module("compile"), arguments, ADD)
    assert printed.returncode == 0, printed.stderr
    names = start(["nm", "-D", "--defined-only"], [library]).stdout
    assert " T add\n" in names and " T lowpCallInit\n" in names


def test_external_libraries_call_the_runtime(tmp_path):
    if not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    library = tmp_path / "libexternal.so"
    flags = ("-shared", "-fPIC", f"-I{ROOT / 'include'}", "-o", library)
    built = start(["cc"], (*flags, EXTERNAL / "Inputs/external.c"))
    assert built.returncode == 0, built.stderr
    environment = {**os.environ, "LOWP_CUDA_DRIVER": os.environ["LOWP_FAKE_CUDA"]}
    arguments = ("--device=gpu", "--chip=sm_90a", "--shape", "M=5")
    printed = start(
        module("run"),
        (EXTERNAL / "external.mlir", *arguments, f"--external-library={library}"),
        env=environment,
    )
    assert printed.returncode == 0, printed.stderr
    assert "my_scale by 3" in printed.stdout + printed.stderr


def test_an_interrupt_ends_the_tool():
    child = subprocess.Popen(
        [*module("opt"), "-"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    stat = pathlib.Path(f"/proc/{child.pid}/maps")
    deadline = time.monotonic() + 60
    while "liblowp-c" not in stat.read_text() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    assert child.returncode not in (0, None)


def test_a_library_that_is_not_there():
    environment = {**os.environ, "LOWP_LIBRARY": "/nonexistent/liblowp-c.so"}
    printed = start(module("opt"), ("--help",), env=environment)
    assert printed.returncode == 1
    assert printed.stderr.startswith("lowp-opt: error: expected liblowp-c at ")
    assert "Traceback" not in printed.stderr


def test_scripts_of_the_wheel():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {f"lowp-{tool}": f"lowp.tools.{tool}:main" for tool in TOOLS}


def test_page_of_the_wheel(monkeypatch):
    """Links to files of the repository would lead nowhere."""
    monkeypatch.syspath_prepend(ROOT / "cmake")
    import wheel_readme

    page = wheel_readme.dynamic_metadata({}, {})["readme"]["text"]
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert links and all(link.startswith(("#", "https://")) for link in links)
    assert "[lowp.torch]" not in page and "lowp.torch converts models" in page
