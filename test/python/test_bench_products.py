"""`lowp.bench --set bf16` and `--set batched` without a GPU: cases against torch on the
CPU, and that each becomes one kernel of the tensor cores."""

import lowp
import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.products.shapes import Shape
from lowp_lab.bench.quantize import products

torch = pytest.importorskip("torch")

SMALL = [
    products._linear(Shape(70, 72, 64)),
    products._linear(Shape(70, 72, 64), "f16"),
    products._scores(3, 72, 64),
    products._values(3, 72, 64),
]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_what_torch_computes(case):
    got, _results, inputs = stub_gpu.compute(case)
    expected = case.exact(*inputs)
    assert expected[0].dtype == torch.float32
    assert got[0].dtype == inputs[0].dtype
    assert case.compare(got, expected).agrees
    assert not case.compare([got[0] * 1.02], expected).agrees


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_one_kernel(case):
    program = lowp.compile(case.text, chip="sm_90a", image_format="ptx")
    names = [kernel.name for kernel in program["run"].program.kernels]
    assert len(names) == 1
    assert "_gemm_" in names[0]


def test_all_cases():
    assert len(products.linear_cases()) == 18
    assert len(products.linear_cases("64x64x64,8x16x64")) == 2
    batched = products.batched_cases()
    assert len(batched) == 16
    assert all(case.flops > 1e9 for case in batched)
    assert len({case.file_name for case in batched}) == 16


def test_sets_differ_in_the_type():
    halves = products.linear_cases(element="f16")
    assert [case.sizes for case in halves] == [c.sizes for c in products.linear_cases()]
    for half, brain in zip(halves, products.linear_cases()):
        assert half.text == brain.text.replace("bf16", "f16")
        assert half.file_name != brain.file_name
        assert half.bytes == brain.bytes


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--set", "bf16,dense"], "expected --set bf16 alone"),
        (["--set", "f16", "--shapes", "64x64"], "expected a shape of three sizes"),
        (["--set", "batched", "--shapes", "64x64"], "expected --set batched without"),
        (["--set", "batched", "--cases", "rows"], "expected a case, one of scores, values"),
    ],
)
def test_refused(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
