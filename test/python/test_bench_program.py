"""Whole runs of `lowp.bench --program` against a GPU that is not one: programs of the
reference path, functions of torch on the CPU."""

import functools
import pathlib

import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from test_in_place import STEP

# See conftest.py.
RUNS_LONG = True

torch = pytest.importorskip("torch")

EXAMPLES = pathlib.Path(__file__).parents[2] / "docs/examples"
# y = x . w^T, and the sums of its rows.
LAYER = """
func.func @layer(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16> {lowp.parameter})
    -> (tensor<?x32xbf16>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %wide = tensor.empty(%m) : tensor<?x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%wide : tensor<?x32xf32>) -> tensor<?x32xf32>
  %sums = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%x, %w : tensor<?x64xbf16>, tensor<32x64xbf16>) outs(%init : tensor<?x32xf32>)
    -> tensor<?x32xf32>
  %y = arith.truncf %sums : tensor<?x32xf32> to tensor<?x32xbf16>
  %e = tensor.empty(%m) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.reduce ins(%sums : tensor<?x32xf32>) outs(%zeros : tensor<?xf32>)
    dimensions = [1] (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %y, %r : tensor<?x32xbf16>, tensor<?xf32>
}
"""
FUNCTIONS = """
import torch

def layer(x, w):
    y = x.float() @ w.float().t()
    return y.bfloat16(), y.sum(1)

def wrong(x, w):
    y, sums = layer(x, w)
    return y, sums + 100

def narrow(x, w):
    return layer(x, w)[0]

def broken(x, w):
    raise ValueError("no such layer")

def text(x, w):
    return "y"
"""
INPUTS = """
def make_inputs():
    return torch.randn(48, 64).bfloat16(), torch.eye(32, 64).bfloat16()
"""


@pytest.fixture(autouse=True)
def gpu(monkeypatch):
    from lowp_lab.bench.program import command, measure

    stub_gpu.install(monkeypatch)
    monkeypatch.setattr(measure, "CopyGraph", stub_gpu.Copies)
    monkeypatch.setattr(measure, "time_kernels", lambda calls, own: [])
    for name in ("make_random", "make_given"):
        on_host = functools.partial(getattr(command, name), device="cpu")
        monkeypatch.setattr(command, name, on_host)
    monkeypatch.setattr(torch, "compile", lambda function, dynamic: function)


@pytest.fixture
def files(tmp_path):
    """A module, functions of torch, and the same with inputs."""
    (tmp_path / "layer.mlir").write_text(LAYER)
    (tmp_path / "layer.py").write_text(FUNCTIONS)
    (tmp_path / "given.py").write_text(FUNCTIONS + INPUTS)
    return tmp_path


def run(files, *arguments, function="layer.py:layer"):
    program, peer = f"--program={files / 'layer.mlir'}", f"--torch={files / function}"
    return stub_gpu.run(files / "results.json", program, peer, *arguments)


def test_run(files, capsys):
    status, results = run(files, "--shape=M=40")
    printed = capsys.readouterr()
    assert status == 0
    call, (record,) = results["call"], results["results"]
    assert call["shapes"] == {"argument0": [40, 64], "argument1": [32, 64]}
    assert list(record["entries"]) == ["lowp", "torch.compile", "torch"]
    assert record["entries"]["lowp"]["relative_error"] < 3e-3
    assert record["entries"]["torch"]["relative_error"] is None
    assert len(record["entries"]["lowp"]["seconds"]) == 3
    assert all(one["host_seconds"] > 0 for one in record["entries"].values())
    assert record["buffers"] == pytest.approx(1e6 / ((40 + 32) * 64 * 2), abs=1)
    # x, w and both results.
    assert record["ideal_bytes"] == (40 + 32) * 64 * 2 + 40 * 32 * 2 + 40 * 4
    assert record["launches"][0]["kind"] == "gemm"
    assert "layer.mlir, function 'layer', recipe its own, math exact" in printed.out
    assert "warning" not in printed.out
    assert main(["--table", str(files / "results.json")]) == 0
    assert capsys.readouterr().out == printed.out


def test_a_wrong_function_is_shown(files, capsys):
    status, results = run(files, "--shape=M=40", function="layer.py:wrong")
    assert status == 1
    error = results["results"][0]["entries"]["lowp"]["relative_error"]
    assert error > 0.5
    printed = capsys.readouterr().out
    assert f"warning: results of lowp are {error:.2e} from those of" in printed


def test_the_bound_of_the_error(files):
    """Results are compared with --peers none, too."""
    for bound, status in (("1e9", 0), ("0.2", 1)):
        options = ["--shape=M=40", f"--most-error={bound}", "--peers=none"]
        assert run(files, *options, function="layer.py:wrong")[0] == status


def test_inputs_of_the_user(files):
    status, results = run(files, "--seed=3", function="given.py:layer")
    assert status == 0
    assert results["call"]["shapes"]["argument0"] == [48, 64]


def test_the_program_alone(files, capsys):
    arguments = ["--chip=cpu", "--shape=M=40", "--repetitions=1"]
    assert main([f"--program={files / 'layer.mlir'}", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not any(line.startswith("torch") for line in lines)


@pytest.mark.parametrize("parameters", ["once", "each-call"])
def test_prepared_weights(files, capsys, parameters):
    """Each call of the program prepares, or none does after the first."""
    status, results = run(files, "--shape=M=40", "--recipe=rowwise", f"--parameters={parameters}")
    assert status == 0
    (record,) = results["results"]
    assert 1e-3 < record["entries"]["lowp"]["relative_error"] < 0.15
    weights = [one for one in record["launches"] if one["name"].startswith("layer$prep")]
    assert len(weights) == (parameters == "each-call")
    when = "once" if parameters == "once" else "in each call"
    assert f"weights prepared {when}" in capsys.readouterr().out


def test_calls_prepare_when_they_are_to(files):
    from lowp_lab.bench.program.compiled import OurFunction, Settings, compile_program
    from lowp_lab.bench.program.outputs import make_results

    settings = Settings("cpu", "rowwise", "exact", None, "once")
    function = compile_program(LAYER, "layer", settings)["layer"]
    for parameters, changes in (("once", False), ("each-call", True)):
        inputs = [torch.ones(8, 64).bfloat16(), torch.ones(32, 64).bfloat16()]
        results = make_results(function, [(8, 32), (8,)], "cpu")
        call = OurFunction(function, parameters).bind(inputs, results)
        before = call()[0].clone()
        inputs[1].mul_(2)
        after = call()[0]
        assert torch.equal(after, before * 2 if changes else before)


def test_kernels_that_ran(files, capsys, monkeypatch):
    from lowp_lab.bench.program import measure
    from lowp_lab.bench.program.profile import KernelTime

    ran = [KernelTime("gemm_bf16", 5e-6), KernelTime("layer_reduce_f32", 2e-6)]
    monkeypatch.setattr(measure, "time_kernels", lambda calls, own: ran)
    _status, results = run(files, "--shape=M=40")
    (record,) = results["results"]
    kernels = [one["kernel"] for one in record["launches"]]
    assert kernels == ["gemm_bf16", "layer_reduce_f32", None]
    printed = capsys.readouterr().out
    assert "kernels one by one take 7.0 us" in printed
    (line,) = (line for line in printed.splitlines() if "gemm_bf16" in line)
    assert line.split()[:3] == ["0", "gemm", "gemm_bf16"]


def test_time_of_the_host(files, capsys, monkeypatch):
    """For each launch; unknown where so many launches wait for the GPU."""
    from lowp_lab.bench.program import measure

    monkeypatch.setattr(measure, "time_host", lambda call: 30e-6)
    for launches, wanted in ((20, ["30.0", "1.50"]), (1001, ["-", "-"])):
        monkeypatch.setattr(measure, "count_launches", lambda call, n=launches: n)
        assert run(files, "--shape=M=40", "--peers=none")[0] == 0
        lines = capsys.readouterr().out.splitlines()
        (line,) = (line for line in lines if line.startswith("lowp  "))
        assert line.split()[-2:] == wanted


def test_no_profile(files, capsys, monkeypatch):
    from lowp.bench.errors import Unsupported
    from lowp_lab.bench.program import measure

    def refuse(_calls, _own):
        raise Unsupported("expected torch.profiler to see kernels, got none")

    monkeypatch.setattr(measure, "time_kernels", refuse)
    assert run(files, "--shape=M=40")[0] == 0
    assert "  profile: expected torch.profiler to see kernels" in capsys.readouterr().out


def test_torch_that_does_not_compile(files, capsys, monkeypatch):
    def refuse(_function, dynamic):
        raise RuntimeError("no graph\nat all")

    monkeypatch.setattr(torch, "compile", refuse)
    status, results = run(files, "--shape=M=40")
    assert status == 0
    assert list(results["results"][0]["entries"]) == ["lowp", "torch"]
    assert "  torch.compile: failed: no graph\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "function", "message"),
    [
        ([], "layer.py:layer", "expected --shape for argument0.0, which only the caller"),
        (["--shape=M"], "layer.py:layer", "expected --shape NAME=SIZE, as M=4096"),
        (["--shape=M=4", "--shape=M=5"], "layer.py:layer", "expected one size for M"),
        (["--shape=M=4", "--shape=x=5"], "layer.py:layer", "argument0.0, got 'x'"),
        (["--shape=M=4"], "layer.py:none", "to have a function none, got none"),
        (["--shape=M=4"], "layer.py", "expected --torch FILE.py:FUNCTION"),
        (["--shape=M=4"], "no.py:layer", "expected --torch to name a file"),
        (["--shape=M=4"], "layer.py:broken", "got ValueError: no such layer at "),
        (["--shape=M=4"], "layer.py:text", "a tensor or a tuple of them, got str"),
        (["--shape=M=4"], "layer.py:narrow", "the program's results, 4x32, 4, got 4x32"),
        (["--shape=M=4"], "given.py:layer", "expected no --shape, since make_inputs()"),
        (["--shape=M=4", "--function=f"], "layer.py:layer", "one of layer, got 'f'"),
        (["--set=dense"], "layer.py:layer", "expected --program without --set"),
        (["--recipe=best"], "layer.py:layer", "best"),
    ],
)
def test_refused(files, capsys, arguments, function, message):
    assert run(files, *arguments, function=function) == (2, None)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("torch.ones(2, 64).bfloat16()", "to return 2 values (argument0: ?x64xbf16"),
        ("torch.ones(2, 64), 3", "fit argument0: ?x64xbf16, got 2x64xtorch.float32"),
        ("torch.ones(2, 64).bfloat16(), 3", "to fit argument1: 32x64xbf16, got int"),
        ("1 / 0", "to return tensors, got ZeroDivisionError: division by zero at"),
    ],
)
def test_inputs_that_do_not_fit(files, capsys, inputs, message):
    (files / "bad.py").write_text(f"{FUNCTIONS}\ndef make_inputs():\n    return {inputs}\n")
    assert run(files, function="bad.py:layer") == (2, None)
    assert message in capsys.readouterr().err


def test_files_that_are_not_there(files, capsys):
    assert main(["--program=/none.mlir", "--chip=cpu"]) == 2
    assert "expected --program to name a module in text" in capsys.readouterr().err
    assert main([f"--torch={files / 'layer.py'}:layer"]) == 2
    assert "expected --program with --torch" in capsys.readouterr().err


def test_no_plots(files, capsys):
    run(files, "--shape=M=40")
    assert main([f"--plot={files / 'results.json'}"]) == 2
    assert "results that have plots, got those of --program" in capsys.readouterr().err


def test_functions_that_write_to_arguments(files, capsys):
    (files / "step.mlir").write_text(STEP)
    arguments = [f"--program={files / 'step.mlir'}", "--chip=cpu"]
    for name, written in (("step", "argument0"), ("into", "argument1")):
        assert main([*arguments, f"--function={name}"]) == 2
        message = f"writes to its results alone, got one that writes to {written}:"
        assert message in capsys.readouterr().err
    assert main(arguments) == 2
    assert "--function to name one of step, into, got none" in capsys.readouterr().err


def test_an_example(files, capsys):
    """The function of docs/examples is what the program beside it computes."""
    text = (EXAMPLES / "ffn.mlir").read_text()
    for size, smaller in (("2048", "256"), ("5632", "384")):
        text = text.replace(size, smaller)
    (files / "layer.mlir").write_text(text)
    function = EXAMPLES / "ffn.py"
    status, results = run(files, "--shape=M=48", function=f"{function}:ffn")
    assert status == 0
    error = results["results"][0]["entries"]["lowp"]["relative_error"]
    assert 0.03 < error < 0.1
