"""Which chip a program is compiled for."""

import lowp
import pytest
from conftest import ADD


def test_parts_are_chips():
    # Parts of chips without matmul kernels count, too.
    parts = {"h200": "sm_90a", "h100": "sm_90a", "gb10": "sm_121a", "b200": "sm_100a"}
    for part, chip in parts.items():
        assert lowp.compile(ADD, chip=part, image_format="ptx").chip == chip
    program = lowp.compile(ADD, part="h200", image_format="ptx")
    assert program.chip == "sm_90a"


def test_no_part():
    with pytest.raises(lowp.CompileError, match="or a part such as 'h200', got 'b100'"):
        lowp.compile(ADD, chip="b100")
    with pytest.raises(lowp.CompileError, match="a part that lowp knows .*gb10"):
        lowp.compile(ADD, part="b100")


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
