"""`lowp.bench --set bf16` and `--set batched` without a GPU: cases against torch on the
CPU, and that each becomes one kernel of the tensor cores."""

import re

import lowp
import pytest
from lowp.bench.cli import main
from lowp.bench.quantize import kernels, products
from lowp.bench.shapes import Shape

torch = pytest.importorskip("torch")

SMALL = [
    products._linear(Shape(70, 72, 64)),
    products._scores(3, 72, 64),
    products._values(3, 72, 64),
]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_what_torch_computes(case):
    from lowp.bench.quantize.contenders import our_contender
    from lowp.bench.quantize.measure import make_inputs

    inputs = make_inputs(case, 0, "cpu")
    expected = case.eager(*inputs)
    (call,) = our_contender(kernels.CompiledCases("cpu")).bind(case, [inputs], expected)
    got = call()
    assert case.compare(got, expected).agrees
    assert not case.compare([got[0] * 1.02], expected).agrees


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_one_kernel(case):
    program = lowp.compile(case.text, chip="sm_90a", image_format="ptx")
    names = [kernel.name for kernel in program["run"].program.kernels]
    assert len(names) == 1
    assert re.match("gemm_", names[0])


def test_all_cases():
    assert len(products.linear_cases()) == 18
    batched = products.batched_cases()
    assert len(batched) == 16
    assert all(case.flops > 1e9 for case in batched)
    assert len({case.file_name for case in batched}) == 16


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--set", "bf16,dense"], "expected --set bf16 alone"),
        (["--set", "batched", "--shapes", "64x64"], "expected --set batched without"),
        (["--set", "batched", "--cases", "rows"], "expected a case, one of scores, values"),
    ],
)
def test_refused(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
