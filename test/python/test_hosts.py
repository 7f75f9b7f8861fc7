"""What would end the process in MLIR is an exception here."""

import os
import subprocess

import lowp
import pytest
from conftest import ADD, MATMUL

LOWP_OPT = os.path.join(os.path.dirname(os.environ.get("LOWP_COMPILE", "")), "lowp-opt")

needs_tool = pytest.mark.skipif(not os.path.exists(LOWP_OPT), reason="needs lowp-opt")


@pytest.fixture
def bytecode(tmp_path):
    source, target = tmp_path / "add.mlir", tmp_path / "add.mlirbc"
    source.write_text(ADD)
    subprocess.run([LOWP_OPT, source, "--emit-bytecode", "-o", target], check=True)
    return target.read_bytes()


def without_checksum(bytecode):
    """As another tool of MLIR writes it."""
    return bytecode.replace(b"checksum=", b"chetksum=")


@needs_tool
def test_bytecode(bytecode):
    assert lowp.compile(bytecode, device="cpu").functions
    assert "arith.addf" in lowp.run_pipeline(bytecode, "cse")[0]


@needs_tool
def test_damaged_bytecode(bytecode):
    for at in range(0, len(bytecode), 37):
        damaged = bytearray(bytecode)
        damaged[at] ^= 4
        with pytest.raises(lowp.CompileError):
            lowp.compile(bytes(damaged), device="cpu")
    with pytest.raises(lowp.CompileError, match="damaged: its checksum is another"):
        lowp.compile(bytecode + b"x", device="cpu", trust_bytecode=True)


@needs_tool
def test_bytecode_of_others(bytecode):
    foreign = without_checksum(bytecode)
    with pytest.raises(lowp.CompileError, match="trust_bytecode"):
        lowp.compile(foreign, device="cpu")
    with pytest.raises(lowp.CompileError, match="trust_bytecode"):
        lowp.run_pipeline(foreign, "cse")
    assert lowp.compile(foreign, device="cpu", trust_bytecode=True).functions
    assert lowp.run_pipeline(foreign, "cse", trust_bytecode=True)[0]


@pytest.mark.parametrize("text", ["[", "module {", "tuple<", "(", "loc(fused["])
def test_deep_text(text):
    with pytest.raises(lowp.CompileError, match="256 levels of nesting"):
        lowp.compile(text * 100000, device="cpu")


def test_deep_config_file(tmp_path):
    path = tmp_path / "configs.json"
    path.write_text("[" * 100000)
    with pytest.raises(lowp.CompileError, match="256 levels of nesting"):
        lowp.compile(ADD, chip="sm_90a", image_format="ptx", config_file=path)


@pytest.mark.parametrize("name", ["lowp-to-cpu", "lowp-to-nvvm{chip=sm_90a}"])
def test_pipeline_in_a_function(name):
    with pytest.raises(lowp.CompileError, match=r"to run on builtin\.module"):
        lowp.run_pipeline(ADD, f"func.func({name})")


def test_deep_pipeline():
    with pytest.raises(lowp.CompileError, match="256 levels of nesting"):
        lowp.run_pipeline(ADD, "func.func(" * 50000 + "cse" + ")" * 50000)


def test_no_code_of_python_runs_in_a_compilation():
    """Ctrl-C in a callback would be lost."""
    from lowp import _library
    from lowp.compiler import _Collector

    collector = _Collector(_library.get())
    append = _library.get().DiagnosticListAppend
    assert collector.callback.value == _library.ctypes.cast(append, _library.ctypes.c_void_p).value


@pytest.mark.parametrize("option", ["ranking-file", "traffic-file"])
def test_full_disk_in_a_pass(option):
    pipeline = f"lowp-to-nvvm{{chip=sm_90a format=isa {option}=/dev/full}}"
    with pytest.raises(lowp.CompileError, match="cannot write '/dev/full': No space"):
        lowp.run_pipeline(MATMUL, pipeline)
