"""A bug of the compiler is an error of the compilation, and the process goes on."""

import ctypes
import os
import stat

import numpy as np
import pytest

import lowp
from lowp import compiler

MATMUL = """
func.func @f(%x: tensor<64x128xbf16>, %w: tensor<128x128xbf16>, %y: tensor<64x128xf32>)
    -> tensor<64x128xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x128xbf16>, tensor<128x128xbf16>)
                     outs(%y : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
"""
ADD = """
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.fixture
def crash(monkeypatch):
    """The pass that reports something aborts: C's function, with no frame of Python
    between it and the compiler."""
    abort = ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p)
    make = compiler._make_options

    def make_options(*arguments, **fields):
        options = make(*arguments, **fields)
        options.onDiagnostic = abort
        return options

    monkeypatch.setattr(compiler, "_make_options", make_options)
    yield
    monkeypatch.undo()


def compile_matmul():
    return lowp.compile(MATMUL, chip="sm_90a", image_format="ptx", use_cache=False)


def test_the_error_names_the_pass_and_a_file(crash, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWP_CRASH_DIR", str(tmp_path))
    for count in (1, 2):
        with pytest.raises(
            lowp.CompileError, match=r"lowp failed in pass 'lowp-.*Aborted"
        ) as caught:
            compile_matmul()
        # A new file each time, which the message names.
        files = [*tmp_path.iterdir()]
        assert len(files) == count
        assert any(str(file) in str(caught.value) for file in files)
        assert all("mlir_reproducer" in file.read_text() for file in files)


def test_files_are_their_owner_s_and_few(crash, monkeypatch, tmp_path):
    """In the folder for temporary files; those of others, and other files, stay."""
    monkeypatch.delenv("LOWP_CRASH_DIR", raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    old = [tmp_path / f"lowp-crash-{number:08x}.mlir" for number in range(12)]
    others = [tmp_path / name for name in ("lowp-crash-1.txt", "crash-00000000.mlir")]
    for age, file in enumerate([*others, *old]):
        file.write_text("")
        os.utime(file, (age, age))
    link = tmp_path / "lowp-crash-link.mlir"
    link.symlink_to(others[0])
    with pytest.raises(lowp.CompileError, match="lowp failed in pass") as caught:
        compile_matmul()
    assert all(file.exists() for file in others) and link.is_symlink()
    assert [file.exists() for file in old] == [False] * 5 + [True] * 7
    [new] = set(tmp_path.glob("lowp-crash-*.mlir")) - {*old, link}
    assert str(new) in str(caught.value)
    assert stat.S_IMODE(new.stat().st_mode) == 0o600


def test_no_file_where_nobody_wants_one(crash, monkeypatch):
    monkeypatch.setenv("LOWP_CRASH_DIR", "")
    with pytest.raises(lowp.CompileError, match="name a folder by LOWP_CRASH_DIR"):
        compile_matmul()


def test_the_process_goes_on(crash, monkeypatch, request):
    monkeypatch.setenv("LOWP_CRASH_DIR", "")
    with pytest.raises(lowp.CompileError, match="a bug of lowp"):
        compile_matmul()
    monkeypatch.undo()
    program = lowp.compile(ADD, device="cpu", use_cache=False)
    assert program(np.ones(4, np.float32)).tolist() == [2, 2, 2, 2]


def test_what_was_written_reproduces(crash, monkeypatch, tmp_path):
    monkeypatch.setenv("LOWP_CRASH_DIR", str(tmp_path))
    with pytest.raises(lowp.CompileError):
        compile_matmul()
    [file] = tmp_path.iterdir()
    text = file.read_text()
    assert "linalg.matmul" in text
    assert 'pipeline: "builtin.module(lowp-attach-chip{' in text
