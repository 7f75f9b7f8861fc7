"""Parts of `lowp.bench --program` alone: formulas of a traffic report, kernels of a
profile, and which of them belong together."""

import lowp
import pytest
from conftest import QUANTIZE
from lowp._sizes import name_sizes
from lowp.bench.errors import BenchError, Unsupported
from lowp_lab.bench.program.compiled import bind_externals
from lowp_lab.bench.program.launches import align
from lowp_lab.bench.program.profile import Interval, KernelTime, added_seconds, split_calls
from lowp_lab.bench.program.traffic import Launch, evaluate, read_function
from lowp_lab.bench.program.user_module import load_externals

SIZES = name_sizes([(5, 7), (), (3,)])


def test_names_of_sizes():
    assert SIZES == {"argument0.0": 5, "argument0.1": 7, "argument2.0": 3}


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        (12, 12),
        ("0", 0),
        ("256 * ceildiv(argument0.0, 4) + 2048 * argument0.0", 256 * 2 + 2048 * 5),
        ("argument0.0 * argument0.1 + -3", 32),
        ("max(4 * argument0.0, 28) + min(argument0.1, 9)", 28 + 7),
        ("floordiv(argument0.0 + 3, 4)", 2),
        ("?", None),
        ("4 * argument1.0", None),
    ],
)
def test_formulas(formula, number):
    assert evaluate(formula, SIZES) == number


@pytest.mark.parametrize("formula", ["4 / argument0.0", "open(3)", "4 *", "[4]"])
def test_no_formulas(formula):
    with pytest.raises(BenchError, match="expected a sum of products of sizes, got"):
        evaluate(formula, SIZES)


def test_reports_of_the_compiler(tmp_path):
    """A quantize of 10 x 256 reads bf16 and writes bytes and 2 x 12 scales."""
    from lowp_lab.bench.program.compiled import Settings
    from lowp_lab.bench.program.traffic import report_traffic

    settings = Settings("sm_90a", None, "exact", None, "once")
    report = report_traffic(QUANTIZE, "some.mlir", settings, "sm_90a")
    sizes = name_sizes([(10, 256), (10, 256), (2, 12)])
    traffic = read_function(report, "quantize", sizes)
    (launch,) = traffic.launches
    assert (launch.kind, launch.times) == ("fusion", 1)
    assert launch.location.startswith("some.mlir:")
    assert launch.reads == 10 * 256 * 2
    assert launch.writes == 10 * 256 + 2 * 12 * 4
    assert traffic.bytes == traffic.ideal == launch.bytes
    with pytest.raises(BenchError, match="expected the traffic report to have 'f'"):
        read_function(report, "f", {})
    with pytest.raises(BenchError, match="of format 'lowp-traffic 1', got 'x'"):
        read_function({**report, "format": "x"}, "quantize", {})


def test_reports_predict_by_a_users_part(tmp_path):
    from lowp_lab.bench.program.compiled import Settings
    from lowp_lab.bench.program.traffic import report_traffic
    from lowp.calibrate.part_file import save_part

    path = str(tmp_path / "late.json")
    save_part(path, "late", "h200", {"launch_microseconds": 100.0})
    known = QUANTIZE.replace("?", "10")
    predicted = []
    for part in (None, path):
        settings = Settings("sm_90a", None, "exact", None, "once", part)
        report = report_traffic(known, "some.mlir", settings, "sm_90a")
        (launch,) = read_function(report, "quantize", {}).launches
        predicted.append(launch.predicted)
    assert predicted[1] - predicted[0] == pytest.approx(98.8e-6)


def test_kernels_that_wait_add_little():
    """The second begins before the first ends, the third after a pause."""
    intervals = [Interval("a", 0, 10, 1), Interval("c", 20, 21, 3), Interval("b", 4, 13, 2)]
    assert added_seconds(intervals) == pytest.approx([10e-6, 1e-6, 3e-6])


def profile(*calls):
    """What runs one after the other: names and microseconds of each call."""
    intervals, clock = [], 0.0
    for call in calls:
        for name, length in call:
            intervals.append(Interval(name, clock, clock + length, len(intervals)))
            clock += length
    return intervals


def test_medians_of_calls():
    intervals = profile(*[[("a", first), ("b", second)]
                          for first, second in [(5, 1), (6, 2), (50, 3)]])  # fmt: skip
    assert split_calls(intervals, 3, {"a", "b"}) == [
        KernelTime("a", pytest.approx(6e-6)),
        KernelTime("b", pytest.approx(2e-6)),
    ]
    with pytest.raises(Unsupported, match="expected 4 calls to launch the same kernels"):
        split_calls(intervals, 4, {"a", "b"})
    wrong = profile([("a", 1), ("b", 1)], [("a", 1), ("a", 1)])
    with pytest.raises(Unsupported, match="'a' at place 1 of call 1, .* has 'b'"):
        split_calls(wrong, 2, {"a", "b"})
    with pytest.raises(Unsupported, match="got none: it needs CUPTI"):
        split_calls([], 3, {"a"})
    with pytest.raises(Unsupported, match="got 'a' and others of external functions"):
        split_calls(intervals, 3, {"c"})


def test_kernels_in_the_order_of_launches():
    """In the second call b begins before a, which it does not wait for."""
    intervals = profile([("a", 4), ("b", 4)]) + [
        Interval("b", 9, 13, 3), Interval("a", 10, 12, 2),
    ]  # fmt: skip
    assert split_calls(intervals, 2, {"a", "b"}) == [
        KernelTime("a", pytest.approx(2e-6)),
        KernelTime("b", pytest.approx(4e-6)),
    ]


def test_kernels_of_others_are_one_entry():
    """The second call has a copy less between ours, the first a memset before all."""
    first = [("Memset", 7), ("cat", 1), ("a", 2), ("x", 1), ("y", 2), ("b", 3), ("z", 4)]
    second = [("cat", 1), ("a", 2), ("x", 3), ("b", 3), ("z", 6)]
    third = [("cat", 1), ("a", 2), ("x", 1), ("y", 4), ("b", 3), ("z", 5)]
    assert split_calls(profile(first, second, third), 3, {"a", "b"}) == [
        KernelTime("cat", pytest.approx(1e-6), is_own=False),
        KernelTime("a", pytest.approx(2e-6)),
        KernelTime("x and 1 more", pytest.approx(3e-6), is_own=False),
        KernelTime("b", pytest.approx(3e-6)),
        KernelTime("z", pytest.approx(5e-6), is_own=False),
    ]
    # What most calls do not launch is no kernel of a call.
    once = profile([("a", 1), ("Memcpy", 9), ("b", 1)], *[[("a", 1), ("b", 1)]] * 2)
    assert [one.name for one in split_calls(once, 3, {"a", "b"})] == ["a", "b"]


def test_the_host_is_timed_while_the_gpu_is_idle(monkeypatch):
    """Waiting for the GPU does not count; calls that are interrupted are few."""
    torch = pytest.importorskip("torch")
    from lowp.bench import timing

    clock = [0.0]
    calls = iter([3e-5, 9.0, 2e-5])

    def wait(seconds):
        clock[0] += seconds

    monkeypatch.setattr(torch.cuda, "synchronize", lambda: wait(1.0))
    monkeypatch.setattr(timing.time, "perf_counter", lambda: clock[0])
    assert timing.time_host(lambda: wait(next(calls)), 3) == pytest.approx(3e-5)


@pytest.mark.filterwarnings("ignore:CUDA is not available")
def test_the_profiler_is_asked_for_what_runs_on_the_gpu(monkeypatch):
    """torch's profiler of a CPU sees calls, none of which ran on a GPU."""
    torch = pytest.importorskip("torch")
    from lowp_lab.bench.program import profile

    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    called = []
    with pytest.raises(Unsupported, match="got none"):
        profile.time_kernels([lambda: called.append(1)] * 3, {"f"})
    assert len(called) == 1 + 20


def launch(kind, name="f"):
    return Launch(kind, name, "-", 1, 4, 4)


def kernels(*names):
    return [KernelTime(name, 1e-6) for name in names]


def pairs(launches, names):
    rows = align(launches, kernels(*names))
    return [(r.launch and r.launch.name, r.kernel and r.kernel.name) for r in rows]


def test_kernels_of_launches():
    """An amax fills first; equal fusions share a kernel."""
    launches = [
        launch("fusion", "f_0"),
        launch("fusion", "f_1"),
        launch("gemm", "lowp.gemm"),
        launch("generic", "linalg.exp"),
        launch("fusion", "f_2"),
    ]
    names = [
        "f_fill_f32",
        "f_amax_f32",
        "f_quantize_f8E4M3FN_rowwise",
        "layers_up_gemm_bf16_bf16_64x16",
        "elementwise_f32",
        "f_quantize_f8E4M3FN_rowwise",
    ]
    assert pairs(launches, names) == [
        (None, "f_fill_f32"),
        ("f_0", "f_amax_f32"),
        ("f_1", "f_quantize_f8E4M3FN_rowwise"),
        ("lowp.gemm", "layers_up_gemm_bf16_bf16_64x16"),
        ("linalg.exp", "elementwise_f32"),
        ("f_2", "f_quantize_f8E4M3FN_rowwise"),
    ]


def test_kernels_of_prepared_weights():
    """A launch has a kernel of its function, though one before would do, too."""
    launches = [launch("fusion", "f$prepare_1")]
    names = ["f_quantize_f8E4M3FN_rowwise", "f_prepare_quantize_f8E4M3FN_rowwise"]
    assert pairs(launches, names) == [(None, names[0]), ("f$prepare_1", names[1])]


def test_launches_without_kernels():
    assert pairs([launch("gemm", "g"), launch("copy", "c")], ["f_copy_bf16"]) == [
        ("g", None),
        ("c", "f_copy_bf16"),
    ]
    assert pairs([launch("gemm", "g")], []) == [("g", None)]
    assert pairs([], ["f_gemm_bf16"]) == [(None, "f_gemm_bf16")]


def test_names_of_the_compiler():
    """What kernels are called that the alignment knows."""
    program = lowp.compile(QUANTIZE, chip="sm_90a", image_format="ptx")
    names = [kernel.name for kernel in program.kernels]
    assert pairs([launch("fusion", "quantize_0")], names) == [("quantize_0", *names)]


EXTERNAL = """
func.func private @f(tensor<4xf32>) -> tensor<4xf32> attributes {lowp.external = "mine"}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
"""


def test_external_functions(tmp_path):
    path = tmp_path / "layer.py"
    path.write_text("def mine(x, *, out, stream):\n    out.copy_(x)\n")
    functions = load_externals([f"mine={path}:mine"])
    program = lowp.compile(EXTERNAL, chip="sm_90a", image_format="ptx")
    with pytest.raises(BenchError, match="expected --external mine=FILE.py:FUNCTION"):
        bind_externals(program, {})
    with pytest.raises(BenchError, match="one of mine, got 'other'"):
        bind_externals(program, {**functions, "other": print})
    bind_externals(lowp.compile(EXTERNAL, chip="sm_90a", image_format="ptx"), functions)
    for text, what in (
        ("mine", "NAME=FILE.py:FUNCTION, as"),
        (f"mine={path}", "--external NAME= FILE.py:FUNCTION"),
        (f"mine={path}:none", "to have a function none"),
    ):
        with pytest.raises(BenchError, match=what):
            load_externals([text])


def test_kernels_of_external_functions():
    """Whatever they are called; what others launch elsewhere stands alone."""
    launches = [
        Launch("fusion", "layer_0", "-", 1, 1, 1),
        Launch("external", "mine", "-", 1, 1, 1),
        Launch("gemm", "", "-", 1, 1, 1),
    ]
    kernels = [
        KernelTime("layer_elementwise_f32", 1e-6),
        KernelTime("triton_poi_fused_0 and 3 more", 4e-6, is_own=False),
        KernelTime("layer_gemm_bf16_bf16_64x16", 1e-6),
        KernelTime("Memcpy DtoD", 1e-6, is_own=False),
    ]  # fmt: skip
    rows = align(launches, kernels)
    assert [(row.launch and row.launch.kind, row.kernel) for row in rows] == [
        ("fusion", kernels[0]), ("external", kernels[1]), ("gemm", kernels[2]),
        (None, kernels[3]),
    ]  # fmt: skip
