"""`lowp.bench --set quantize` without a GPU: cases against torch on the CPU, what
compiles, and whole runs against a GPU that is not one."""

import json
import os
import shutil

import lowp
import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp.bench.products import kernels
from lowp_lab.bench.quantize.cases import FAMILIES, case_names, choose_cases
from lowp_lab.bench.quantize.functions import FUNCTIONS

torch = pytest.importorskip("torch")

MATRIX, BATCH = (256, 512), (2, 128, 256)


def small(family):
    return family.make(BATCH if len(family.sizes[0]) == 3 else MATRIX)


@pytest.mark.sample(3)
@pytest.mark.parametrize("family", FAMILIES, ids=[one.name for one in FAMILIES])
def test_cases_are_what_torch_computes(family):
    case = small(family)
    got, expected, inputs = stub_gpu.compute(case)
    agreement = case.compare(got, expected)
    assert agreement.agrees
    assert agreement.figure < 1e-3
    assert case.bytes == sum(one.nbytes for one in [*inputs, *expected])


@pytest.mark.parametrize("name", ["both panels", "mx both", "softmax"])
def test_cases_compile_for_a_gpu(name):
    (family,) = (one for one in FAMILIES if one.name == name)
    program = lowp.compile(small(family).text, chip="sm_90a", image_format="ptx")
    assert program["run"].program.kernels


def test_mathematics_are_what_is_asked_for(monkeypatch):
    seen = {}
    monkeypatch.setattr(
        lowp, "compile", lambda text, **options: seen.update(options) or {"run": None}
    )
    kernels.CompiledCases("sm_90a", math="fast").find(small(FAMILIES[0]))
    assert seen["math"] == "fast"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_their_sizes(name):
    case = FUNCTIONS[name]()
    assert case.flops > 1e11
    assert case.bytes > 1e8
    m, n, k = case.sizes
    assert f"tensor<{m}x" in case.text
    assert case.text.count("linalg.matmul") == len(case.inputs) - 1


def test_the_peer_of_a_linear_layer_is_close(monkeypatch):
    from lowp_lab.bench.quantize import functions

    monkeypatch.setattr(functions, "_LINEAR", (128, 256, 384))
    case = FUNCTIONS["linear rowwise"]()
    torch.manual_seed(0)
    inputs = [torch.randn(sizes).bfloat16() for sizes in case.inputs]
    expected = case.eager(*inputs)
    assert case.compare(expected, expected).figure == 0
    assert not case.compare([-expected[0]], expected).agrees
    try:
        got = case.peer(*inputs)
    except (NotImplementedError, RuntimeError) as reason:
        pytest.skip(f"no scaled product on this CPU: {reason}")
    assert case.compare(got, expected).agrees


def test_what_differs():
    from lowp_lab.bench.quantize.agreement import compare_codes

    codes = torch.zeros(100, dtype=torch.uint8)
    other = codes.clone()
    other[:7] = 1
    assert compare_codes([codes], [codes]) == (0.0, True)
    assert compare_codes([other], [codes]) == (pytest.approx(0.07), False)
    assert not compare_codes([codes[:50]], [codes]).agrees
    wide = torch.ones(100)
    assert compare_codes([wide * 1.01], [wide]).agrees
    assert not compare_codes([wide * float("nan")], [wide]).agrees


def test_choosing():
    names = [case.name for case in choose_cases()]
    assert list(dict.fromkeys(names)) == case_names()
    files = [case.file_name for case in choose_cases()]
    assert len(set(files)) == len(files)
    assert [str(case) for case in choose_cases(["softmax"], [BATCH, MATRIX])] == [
        "softmax 2x128x256"
    ]
    with pytest.raises(BenchError, match="expected a case, one of 1x128, .*got 'x'"):
        choose_cases(["x"])


def run(tmp_path, *arguments):
    options = ["--set=quantize", "--peers=none", "--shapes=256x512,2x128x256"]
    return stub_gpu.run(tmp_path / "results.json", *options, *arguments)


def test_run(quantize_gpu, tmp_path, capsys):
    status, results = run(tmp_path, "--cases=both,128x128,softmax")
    printed = capsys.readouterr()
    assert status == 0
    assert [record["case"] for record in results["results"]] == [
        "both",
        "128x128",
        "softmax",
    ]
    entry = results["results"][0]["entries"]["lowp"]
    assert entry["agrees"]
    assert entry["of_copy"] == pytest.approx(entry["bandwidth"] / 4e12)
    assert "[3/3" in printed.err
    assert "both     256x512" in printed.out
    assert main(["--table", str(tmp_path / "results.json")]) == 0
    assert capsys.readouterr().out == printed.out


def test_a_refused_case_does_not_end_the_run(quantize_gpu, tmp_path, capsys, monkeypatch):
    find = kernels.CompiledCases.find

    def refuse(self, case):
        broken = case.text.replace("lowp.quantize", "lowp.quantise")
        return find(self, case._replace(text=broken))

    monkeypatch.setattr(kernels.CompiledCases, "find", refuse)
    status, results = run(tmp_path, "--cases=1x128,bias + gelu")
    assert status == 1
    refused, fine = results["results"]
    assert "quantise" in refused["skipped"]["lowp"]
    assert fine["entries"]["lowp"]["agrees"]
    assert "(1x128 256x512)" in capsys.readouterr().out


def test_what_torch_compiles(quantize_gpu, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(torch, "compile", lambda function, dynamic: function)
    monkeypatch.setattr(torch._dynamo, "reset", lambda: None)
    arguments = ["--peers=torch", "--cases=swiglu + both,mx both"]
    status, results = run(tmp_path, *arguments)
    assert status == 0
    for record in results["results"]:
        assert record["entries"]["torch.compile"]["agrees"]
    assert "geometric mean of ratios to torch.compile" in capsys.readouterr().out


TRACED = ("both panels", "mx both", "rowwise", "softmax")


@pytest.mark.parametrize("family", [one for one in FAMILIES if one.name in TRACED])
def test_torch_traces_cases_as_a_whole(family):
    from lowp_lab.bench.quantize.measure import make_inputs

    case = small(family)
    inputs = make_inputs(case, 0, "cpu")
    torch._dynamo.reset()
    traced = torch.compile(case.eager, backend="eager", fullgraph=True)
    assert case.compare(traced(*inputs), case.eager(*inputs)).figure == 0


def record(case, microseconds, flops=0.0, skipped=None):
    entries = {
        name: {
            "median": time * 1e-6,
            "spread": 0.01,
            "of_copy": 0.97,
            "tflops": flops / time / 1e6,
            "differs": 0.5 if case == "wrong" else 0.0,
            "agrees": case != "wrong",
            "launches": 1,
        }
        for name, time in microseconds.items()
    }
    return {
        "kind": "quantize",
        "case": case,
        "shape": "4096x7168",
        "flops": flops,
        "entries": entries,
        "skipped": skipped or {},
    }


@pytest.fixture
def results():
    return {
        "format": "lowp-bench 1",
        "set": "quantize",
        "machine": {"gpu": "NVIDIA H200", "copy_bandwidth": 4.3e12, "copy": "a kernel"},
        "results": [
            record("1x128", {"lowp": 25.0, "torch.compile": 50.0}),
            record("wrong", {"lowp": 25.0}),
            record("none", {}, skipped={"lowp": "refused:\nat length"}),
            record("linear", {"lowp": 400.0}, 4.8e11),
        ],
    }


def test_table(results):
    from lowp_lab.bench.quantize.table import format_quantizes

    lines = format_quantizes(results).splitlines()
    words = [line.split() for line in lines]
    assert "copied by a kernel" in lines
    figures = ["25.0", "1.0%", "0.970", "1", "2.00", "50.0", "1", "0.0e+00"]
    assert ["1x128", "4096x7168", *figures] in words
    beginnings = [one[:5] for one in words]
    assert ["linear", "4096x7168", "400.0", "1.0%", "1200"] in beginnings
    assert next(line for line in lines if "TFLOPS" in line).endswith("error  its error")
    assert "  lowp: refused: (none 4096x7168)" in lines
    assert "  lowp: wrong results of wrong 4096x7168: 5.0e-01 differ" in lines
    assert lines[-1] == "geometric mean of ratios to torch.compile: 2.000, least 2.000 (1 cases)"


def test_plots(results, tmp_path):
    pytest.importorskip("matplotlib")
    path, folder = tmp_path / "results.json", tmp_path / "plots"
    path.write_text(json.dumps(results))
    assert main([f"--plot={path}", f"--plots={folder}"]) == 0
    assert {file.name for file in folder.iterdir()} == {
        "quantize-bandwidth.png",
        "quantize-functions.png",
        "quantize-ratio.png",
    }


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--shapes=4096", "two or three sizes"),
        ("--shapes=4096x100", "multiples of 128"),
        ("--shapes=ax128", "two or three sizes as in"),
        ("--set=quantize,dense", "alone"),
        ("--cases=nothing", "expected a case"),
        ("--modules=/nowhere/at/all", "expected a folder"),
    ],
)
def test_wrong_options(quantize_gpu, capsys, option, message):
    assert main(["--set=quantize", option]) == 2
    assert message in capsys.readouterr().err


def test_precompile(tmp_path, capsys):
    if not shutil.which(os.environ.get("LOWP_COMPILE", "")):
        pytest.skip("needs lowp-compile")
    options = ["--set=quantize", "--shapes=256x512", "--cases=both,mx 1x32"]
    assert main([*options, f"--precompile={tmp_path}"]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {
        "both-256x512.so",
        "mx-1x32-256x512.so",
    }


def test_modules(quantize_gpu, tmp_path, capsys):
    """Libraries of a folder, loaded by a driver that computes nothing: nothing agrees
    with the reference."""
    compiler = os.environ.get("LOWP_COMPILE", "")
    if not shutil.which(compiler) or "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs lowp-compile and the fake driver")
    cases = "--cases=both panels,mx both,linear rowwise"
    folder = tmp_path / "modules"
    options = ["--set=quantize", "--shapes=256x512", cases]
    assert main([*options, f"--precompile={folder}"]) == 0
    status, results = run(tmp_path, cases, f"--modules={folder}", "--shapes=256x512")
    assert status == 1
    assert len(results["results"]) == 2
    for record in results["results"]:
        assert not record["skipped"]
        assert not record["entries"]["lowp"]["agrees"]
    assert "wrong results of mx both 256x512" in capsys.readouterr().out
