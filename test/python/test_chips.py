"""Which chip a program is compiled for."""

import lowp
import pytest
from conftest import ADD


def test_parts_are_chips():
    for part in ("h200", "h100"):
        assert lowp.compile(ADD, chip=part, image_format="ptx").chip == "sm_90a"
    program = lowp.compile(ADD, part="h200", image_format="ptx")
    assert program.chip == "sm_90a"


def test_without_a_gpu(run_python):
    program = f"""
import lowp
try:
    lowp.compile({ADD!r})
except lowp.CompileError as error:
    print(error)
"""
    printed = run_python(program, LOWP_CUDA_DRIVER="/none")
    assert "expected a chip to compile for" in printed


def test_path_as_text():
    with pytest.raises(ValueError, match=r"pass pathlib.Path\('nope.mlir'\)"):
        lowp.compile("nope.mlir", device="cpu")
