"""Compilations that are interrupted, or have nowhere to write: nothing is left
after, and the next one works."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import ADD

LOWP_COMPILE = os.environ.get("LOWP_COMPILE", "")

IN_PYTHON = f"""
import sys
import lowp
program = lowp.compile({ADD!r}, chip="sm_90a", image_format="cubin", ptxas=sys.argv[1])
print(program.image_format, len(program.images))
"""

needs_tool = pytest.mark.skipif(not shutil.which(LOWP_COMPILE), reason="needs lowp-compile")


@pytest.fixture
def folder(tmp_path):
    """A folder for temporary files of its own."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


class Hanging:
    """A program that says that it has begun, and does not come to an end."""

    def __init__(self, folder):
        self.path = folder / "hanging"
        self._begun = folder / "begun"
        self.path.write_text(f"#!/bin/sh\necho $$ >{self._begun}\nexec sleep 600\n")
        self.path.chmod(0o755)

    def wait(self):
        deadline = time.monotonic() + 60
        while not (self._begun.exists() and self._begun.read_text()):
            assert time.monotonic() < deadline, "the program was not run"
            time.sleep(0.01)

    def ends_by_itself(self):
        """Whether the program, which was begun, goes with who ran it."""
        status = pathlib.Path(f"/proc/{int(self._begun.read_text())}/stat")
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                if status.read_text().rpartition(")")[2].split()[0] in "ZX":
                    return True  # Dead, and nobody has asked.
            except (FileNotFoundError, ProcessLookupError):
                return True
            time.sleep(0.01)
        return False

    def end(self):
        if self._begun.exists():
            number = int(self._begun.read_text())
            self._begun.unlink()
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)


@pytest.fixture
def hanging(tmp_path):
    program = Hanging(tmp_path)
    yield program
    program.end()


def interrupt(command, hanging, number, environment):
    """Starts a command and sends it a signal while `hanging` runs for it."""
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        hanging.wait()
        process.send_signal(number)
        if number == signal.SIGINT:
            hanging.end()  # As a terminal does, which interrupts both.
        output, _errors = process.communicate(timeout=60)
    assert process.returncode != 0, output
    return output.decode()


@needs_tool
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_tool(tmp_path, folder, hanging, number):
    source, output = tmp_path / "add.mlir", tmp_path / "output"
    source.write_text(ADD)
    output.mkdir()
    command = [LOWP_COMPILE, source, "--chip=sm_90a", "-o", output / "add.cubin"]
    environment = {**os.environ, "TMPDIR": str(folder)}
    interrupt([*command, f"--ptxas={hanging.path}"], hanging, number, environment)
    assert number == signal.SIGINT or hanging.ends_by_itself()
    assert list(folder.iterdir()) == [] and list(output.iterdir()) == []
    subprocess.run([*command, "--emit=ptx"], env=environment, check=True)
    assert [path.name for path in output.iterdir()] == ["add.cubin"]


@needs_tool
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_linker(tmp_path, folder, hanging, number):
    source, output = tmp_path / "add.mlir", tmp_path / "output"
    source.write_text(ADD)
    output.mkdir()
    options = ["--chip=sm_90a", "--emit=lib", "--runtime=none"]
    command = [LOWP_COMPILE, source, *options, "-o", output / "add.so"]
    environment = {**os.environ, "TMPDIR": str(folder), "CC": str(hanging.path)}
    interrupt(command, hanging, number, environment)
    assert list(folder.iterdir()) == [] and list(output.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_in_python(folder, hanging, number, cache_directory):
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        pytest.skip("needs ptxas")
    environment = {**os.environ, "TMPDIR": str(folder)}
    command = [sys.executable, "-c", IN_PYTHON]
    printed = interrupt([*command, hanging.path], hanging, number, environment)
    if number == signal.SIGINT:
        assert "KeyboardInterrupt" in printed
    assert list(folder.iterdir()) == []
    again = subprocess.run(
        [*command, ptxas], env=environment, capture_output=True, text=True, check=True
    )
    assert again.stdout.startswith("cubin ")
    assert list(folder.iterdir()) == []


FULL = f"""
import resource, sys, warnings
import lowp
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    lowp.compile({ADD!r}, chip="sm_90a", image_format="cubin", ptxas=sys.executable)
except lowp.CompileError as error:
    print(error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    program = lowp.compile({ADD!r}, chip="sm_90a", image_format="ptx")
print(program.image_format, *[warning.message for warning in caught])
"""


def test_no_space(run_python, cache_directory):
    """As on a full disk, every file may have 100 bytes."""
    refused, compiled = run_python(FULL).splitlines()
    assert "cannot write files in memory for ptxas: File too large" in refused
    # A cache that cannot be written is a warning.
    assert compiled.startswith("ptx ") and "File too large" in compiled


def test_no_folder_for_temporary_files(run_python, tmp_path):
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        pytest.skip("needs ptxas")
    program = f"import sys\nsys.argv.append({ptxas!r})\n{IN_PYTHON}"
    assert run_python(program, TMPDIR=str(tmp_path / "none")).startswith("cubin ")


CTRL_C = r"""
import os, signal, threading, time
import lowp

# Many remarks: each would be a chance to lose the signal in a callback.
functions = "".join(
    f"func.func @f{number}(%x: tensor<64xf32>) -> tensor<64xf32> {{\n"
    "  %0 = math.exp %x : tensor<64xf32>\n  return %0 : tensor<64xf32>\n}\n"
    for number in range(40)
)

def compile():
    lowp.compile(functions, chip="sm_90a", image_format="ptx", use_cache=False)

def interrupt(seconds):
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGINT)

start = time.monotonic()
compile()
whole = time.monotonic() - start
parts = range(0, 8, 1 if "LOWP_LONG_TESTS" in os.environ else 2)
missed = len(parts)
for part in parts:
    try:
        sender = threading.Thread(target=interrupt, args=[whole * part / 10])
        sender.start()
        compile()
        sender.join()
        time.sleep(1)  # It may come after the compilation.
    except KeyboardInterrupt:
        missed -= 1
    sender.join()
print("missed", missed)
"""


def test_ctrl_c_is_not_lost(run_python):
    assert run_python(CTRL_C) == "missed 0\n"
