"""Constants fitted to measurements: by themselves, and through the compiler."""

import json
import math
import random

import lowp
import pytest
from conftest import ADD
from lowp.bench.errors import BenchError
from lowp_lab.bench.quantize.cases import choose_cases
from lowp_lab.bench.quantize.products import linear_cases
from lowp.calibrate import cases, machine
from lowp.calibrate.cli import main
from lowp.calibrate.fit import Constant, fit
from lowp.calibrate.predict import Predictor

# See conftest.py.
RUNS_LONG = True

# A GPU that is an H200 but for these.
TRUTH = {"memory_share": 0.75, "launch_microseconds": 2.0}
CLOCKS = {"loaded_clock_16": 0.8, "memory_bytes_per_cycle": 2200.0}


def make_machine(**fields):
    return {
        "gpu": "NVIDIA H200",
        "capability": "9.0",
        "multiprocessors": 132,
        "copy_bandwidth": 4170e9,
    } | fields


def make_results(kind, records, **fields):
    return {
        "format": "lowp-bench 1",
        "set": kind,
        "machine": make_machine(),
        "load": {"least": 0.0},
        "results": records,
    } | fields


def make_record(case, seconds):
    entry = {"median": seconds, "agrees": True}
    return {
        "case": case.name,
        "shape": case.shape,
        "flops": case.flops,
        "entries": {"lowp": entry},
    }


def measure(kind, chosen, truth, tmp_path):
    """Results in which each case takes what the compiler predicts of `truth`."""
    blank = make_results(kind, [make_record(case, 1.0) for case in chosen])
    measured = cases.read_cases(blank)
    folder = tmp_path / "truth"
    folder.mkdir(exist_ok=True)
    part = machine.ask_part("sm_90a", None)
    seconds = Predictor(part, str(folder)).predict(measured, truth)
    records = [make_record(case, one) for case, one in zip(chosen, seconds)]
    path = tmp_path / f"{kind}.json"
    path.write_text(json.dumps(make_results(kind, records)))
    return path


# ---------------------------------------------------------------------------
# The fit
# ---------------------------------------------------------------------------

BASE = {"latency": 1.0, "rate": 10.0, "unused": 5.0}
WORK = [1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 2.0, 20.0, 200.0]
CONSTANTS = [Constant("latency"), Constant("rate"), Constant("unused")]


def predict(figures):
    known = BASE | dict(figures)
    return [known["latency"] + work / known["rate"] for work in WORK]


def test_constants_are_found_again():
    truth = {"latency": 1.7, "rate": 14.0}
    found = fit(CONSTANTS, BASE, predict, predict(truth))
    assert found.figures == pytest.approx(truth, rel=0.01)
    assert found.untold == ["unused"]
    assert max(map(abs, found.after)) < 0.01 < max(map(abs, found.before))


def test_an_outlier_counts_little():
    truth = {"latency": 1.7, "rate": 14.0}
    seconds = predict(truth)
    seconds[4] *= 3
    found = fit(CONSTANTS, BASE, predict, seconds)
    assert found.figures == pytest.approx(truth, rel=0.05)
    assert abs(found.after[4]) > 1


def test_noise_shows_in_what_is_held_out():
    noise = random.Random(5)
    seconds = [one * math.exp(noise.gauss(0, 0.05)) for one in predict({})]
    found = fit(CONSTANTS, BASE, predict, seconds)
    total = lambda errors: sum(error * error for error in errors)  # noqa: E731
    assert total(found.after) < total(found.before)
    assert total(found.after) < total(found.held_out)


def test_a_share_stays_one():
    def share(figures):
        return [1 / figures.get("share", 0.9)] * 4

    found = fit([Constant("share", most=1.0)], {"share": 0.9}, share, [0.5] * 4)
    assert found.figures == {"share": 1.0}


# ---------------------------------------------------------------------------
# Through the compiler
# ---------------------------------------------------------------------------


def test_a_card_is_told_from_its_measurements(tmp_path, capsys):
    names = ["1x128", "rowwise", "mx 1x32", "bias + gelu", "128x1", "softmax"]
    small = [(256, 512), (1024, 512), (4096, 2048)]
    fusions = choose_cases(names[:5], small) + choose_cases(["softmax"])
    shapes = "512x512x512,1024x4096x2048,64x8192x4096,4096x4096x4096,2048x8192x1024,"
    gemms = linear_cases(shapes + "128x16384x2048,8192x2048x2048,32x4096x8192,256x256x8192")
    quantize = measure("quantize", fusions, TRUTH, tmp_path)
    bf16 = measure("bf16", gemms, CLOCKS, tmp_path)
    output = tmp_path / "mine.json"
    status = main([str(quantize), str(bf16), f"--output={output}"])
    printed = capsys.readouterr()
    assert status == 0, printed.err
    content = json.loads(output.read_text())
    assert (content["format"], content["name"]) == ("lowp-part 1", "mine")
    assert content["base"] == "h200"
    for key, value in (TRUTH | CLOCKS).items():
        assert content["figures"][key] == pytest.approx(value, rel=0.04), key
    # Nothing tells of fp8 here, nor of the mode fast.
    assert "loaded_clock_8" not in content["figures"]
    assert "no case tells of cycles_per_approximation" in printed.out
    assert content["note"]["errors"]["fusions"]["after"]["largest"] < 0.02
    # The compiler takes it, and the cache looks at what is in it.
    lowp.compile(ADD, chip="sm_90a", image_format="ptx", part_file=output)
    content["figures"]["memory_share"] = 2
    output.write_text(json.dumps(content))
    with pytest.raises(lowp.CompileError, match='"memory_share" to be 0.05 to 1, got 2'):
        lowp.compile(ADD, chip="sm_90a", image_format="ptx", part_file=output)


def test_products_of_fp8_are_modules():
    record = {
        "kind": "rowwise",
        **{"m": 64, "n": 128, "k": 256},
        **{"lhs": "e4m3", "rhs": "e4m3", "result": "bf16", "fast": True},
        **{"lhs_order": "k", "rhs_order": "k"},
        "entries": {"lowp": {"median": 1e-6}},
    }
    turned = record | {"rhs_order": "n"}
    results = {"sizes": "static", "results": [record, turned, record | {"entries": {}}]}
    (one,) = cases.read_cases(results)
    assert (one.name, one.model, one.seconds) == ("rowwise 64x128x256", "gemms", 1e-6)
    assert "lowp.scaled_matmul" in one.text
    with pytest.raises(BenchError, match="got --sizes dynamic"):
        cases.read_cases(results | {"sizes": "dynamic"})


def test_whole_programs_are_no_cases():
    with pytest.raises(BenchError, match="got those of --program"):
        cases.read_cases({"set": "program"})


def test_wrong_results_and_whole_functions_tell_nothing():
    (right,) = choose_cases(["1x128"], [(256, 512)])
    wrong = make_record(right, 1.0)
    wrong["entries"]["lowp"]["agrees"] = False
    whole = make_record(right, 1.0) | {"flops": 1e9}
    results = make_results("quantize", [wrong, whole, make_record(right, 2.0)])
    (one,) = cases.read_cases(results)
    assert (one.model, one.math, one.seconds) == ("fusions", "exact", 2.0)
    (fast,) = cases.read_cases(results | {"math": "fast"})
    assert fast.math == "fast"


# ---------------------------------------------------------------------------
# What is refused
# ---------------------------------------------------------------------------


def run(tmp_path, *results, more=()):
    paths = []
    for number, content in enumerate(results):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(json.dumps(content))
    return main([*map(str, paths), f"--output={tmp_path / 'mine.json'}", *more])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"copy_bandwidth": 2900e9}, "expected measurements of part 'h200'"),
        ({"multiprocessors": 114}, "got those of a NVIDIA H200 with 114 multi"),
        ({"capability": "8.0"}, "expected measurements of a chip that lowp knows"),
    ],
)
def test_another_part_is_refused(tmp_path, capsys, changes, reason):
    results = make_results("quantize", [], machine=make_machine(**changes))
    assert run(tmp_path, results) == 2
    assert reason in capsys.readouterr().err


def test_an_h100_is_one_where_the_user_says_so(tmp_path, capsys):
    results = make_results("bf16", [], machine=make_machine(copy_bandwidth=2900e9))
    assert run(tmp_path, results, more=["--base=h100"]) == 2
    assert "expected measurements of lowp's kernels, got none" in capsys.readouterr().err


def test_files_of_two_gpus_are_refused(tmp_path, capsys):
    one = make_results("quantize", [])
    other = one | {"machine": make_machine(gpu="NVIDIA H100 80GB HBM3")}
    assert run(tmp_path, one, other) == 2
    assert "expected the GPU of all files" in capsys.readouterr().err
    assert run(tmp_path, one, one | {"load": {"least": 0.3}}) == 2
    assert "expected the load of all files" in capsys.readouterr().err


def test_few_cases_are_refused(tmp_path, capsys):
    (case,) = choose_cases(["1x128"], [(256, 512)])
    results = make_results("quantize", [make_record(case, 1e-5)])
    assert run(tmp_path, results) == 2
    assert "expected at least 3 cases of fusions" in capsys.readouterr().err
    results["results"] *= 4
    assert run(tmp_path, results) == 2
    assert "cases of fusions for 2 constants, got 4" in capsys.readouterr().err


def test_names_are_words(tmp_path, capsys):
    assert run(tmp_path, make_results("quantize", []), more=["--name=my h200"]) == 2
    assert "letters, digits and ._-" in capsys.readouterr().err
