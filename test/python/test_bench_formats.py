"""`lowp.bench --set formats` without a GPU: cases against torch on the CPU, and that each
becomes one kernel that takes the scales."""

import lowp
import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.products.shapes import Shape
from lowp_lab.bench.quantize import formats

torch = pytest.importorskip("torch")

SMALL = [formats.make_format(name, Shape(256, 128, 384)) for name in formats.FORMATS]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_what_torch_computes(case):
    got, _results, inputs = stub_gpu.compute(case)
    expected = case.exact(*inputs)
    assert expected[0].dtype == torch.float32 and expected[0].std() > 0
    assert torch.isfinite(expected[0]).all()
    assert case.compare(got, expected).agrees
    assert not case.compare([got[0] * 1.02], expected).agrees


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_one_kernel(case):
    program = lowp.compile(case.text, chip="sm_120a", image_format="ptx")
    (kernel,) = program["run"].program.kernels
    assert "_gemm_" in kernel.name
    assert b"block_scale" in program.images[0]


def test_a_chip_without_them_refuses():
    with pytest.raises(lowp.CompileError, match="expected f32 lhs scales"):
        lowp.compile(SMALL[0].text, chip="sm_90a", image_format="ptx")


def test_bytes():
    fp8, fp4, nvfp4 = SMALL
    result = 256 * 128 * 2
    assert fp8.bytes == (256 + 128) * 384 * 33 // 32 + result
    assert fp4.bytes == (256 + 128) * 384 * 17 // 32 + result
    assert nvfp4.bytes == (256 + 128) * 384 * 9 // 16 + result + 8


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--set", "formats,dense"], "expected --set formats alone"),
        (["--set", "formats", "--shapes", "64x128x128"], "expected sizes that are"),
        (["--set", "formats", "--cases", "mxfp9"], "expected a case, one of mxfp4,"),
    ],
)
def test_errors(arguments, message, capsys):
    assert main([*arguments, "--chip=cpu"]) == 2
    assert message in capsys.readouterr().err
