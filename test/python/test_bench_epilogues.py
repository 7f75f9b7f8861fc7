"""`lowp.bench --set epilogue` without a GPU: cases against torch on the CPU, that each
is one kernel, and the column that compares with the plain product."""

import lowp
import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp.bench.products.shapes import Shape
from lowp_lab.bench.quantize import epilogues
from lowp_lab.bench.quantize.measure import make_inputs
from lowp_lab.bench.quantize.table import baseline_ratio

torch = pytest.importorskip("torch")

SMALL = [
    epilogues.make_epilogue(name, Shape(80, 64, 96), kind)
    for kind in epilogues.EPILOGUE_KINDS
    for name in epilogues.EPILOGUES
]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_what_torch_computes(case):
    got, rounded, inputs = stub_gpu.compute(case)
    expected = case.exact(*inputs)
    assert expected[0].dtype == torch.float32
    assert case.compare(got, expected).agrees
    assert case.compare(rounded, expected).agrees
    written = sum(one.nbytes for one in got)
    assert case.bytes == sum(one.nbytes for one in inputs) + written


@pytest.mark.parametrize("case", [one for one in SMALL if one.baseline], ids=str)
def test_an_epilogue_that_is_left_out_is_seen(case):
    (plain,) = (one for one in SMALL if one.name == case.baseline)
    inputs = make_inputs(case, 0, "cpu")
    expected = case.exact(*inputs)
    product = plain.exact(*inputs[: len(plain.inputs)])
    assert not case.compare(product * len(expected), expected).agrees


@pytest.mark.sample(4)
@pytest.mark.parametrize("case", SMALL, ids=str)
def test_cases_are_one_kernel(case):
    program = lowp.compile(case.text, chip="sm_90a", image_format="ptx")
    (kernel,) = program.kernels
    assert "_gemm_" in kernel.name


@pytest.mark.parametrize("case", [one for one in SMALL if one.peer], ids=str)
def test_the_peer_of_scaled_products_is_close(case):
    inputs = make_inputs(case, 0, "cpu")
    try:
        got = case.peer(*inputs)
    except (NotImplementedError, RuntimeError) as reason:
        pytest.skip(f"no scaled product on this CPU: {reason}")
    assert case.compare(got, case.exact(*inputs)).agrees


def test_all_cases():
    cases = epilogues.epilogue_cases()
    names = [case.name for case in cases]
    assert list(dict.fromkeys(names)) == list(epilogues.EPILOGUES)
    assert len({case.file_name for case in cases}) == len(cases)
    rowwise = epilogues.epilogue_cases("64x64x64", ["rowwise"])
    assert {case.baseline for case in rowwise} == {"", "plain rowwise"}
    with pytest.raises(BenchError, match="expected a kind of --set epilogue, one of bf16"):
        epilogues.epilogue_cases(kinds=["1x32.1x32"])


def test_run(quantize_gpu, tmp_path, capsys):
    """The plain product is measured, too."""
    options = ["--set=epilogue", "--peers=none", "--shapes=64x64x64", "--kinds=bf16,rowwise"]
    path = tmp_path / "results.json"
    status, results = stub_gpu.run(path, *options, "--cases=bias + residual,relu rowwise")
    printed, records = capsys.readouterr().out, results["results"]
    assert status == 0
    assert [record["case"] for record in records] == [
        "plain",
        "bias + residual",
        "plain rowwise",
        "relu rowwise",
    ]
    (header,) = (line for line in printed.splitlines() if line.startswith("case"))
    assert header.split()[6:10] == ["/", "torch.compile", "/", "plain"]
    (line,) = (line for line in printed.splitlines() if "bias + residual" in line)
    ratio = baseline_ratio(records[1], records)
    assert line.split()[-5] == f"{ratio:.3f}"


def record(case, microseconds, baseline=""):
    entries = {"lowp": {"median": microseconds * 1e-6}} if microseconds else {}
    return {"case": case, "shape": "1x2x3", "baseline": baseline, "entries": entries}


def test_ratios_to_the_plain_product():
    plain, bias = record("plain", 90), record("bias", 100, "plain")
    assert baseline_ratio(bias, [plain, bias]) == pytest.approx(0.9)
    assert baseline_ratio(plain, [plain, bias]) is None
    assert baseline_ratio(bias, [bias]) is None
    assert baseline_ratio(bias, [record("plain", None), bias]) is None
    elsewhere = {**plain, "shape": "4x4x4"}
    assert baseline_ratio(bias, [elsewhere, bias]) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set=epilogue,bf16"], "expected --set epilogue alone"),
        (["--set=epilogue", "--cases=gelu"], "expected a case, one of bias, bias + re"),
        (["--set=epilogue", "--kinds=mx"], "expected a kind of --set epilogue, one of"),
        (["--set=epilogue", "--shapes=64x64"], "expected a shape of three sizes"),
    ],
)
def test_refused(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
