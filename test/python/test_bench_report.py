"""Tables, JSON and plots from results that were written by hand."""

import json
import struct
import sys

import pytest
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp.bench.products.any_m import measure_losses
from lowp.bench.report.ratios import groups, summarize
from lowp.bench.report.results import load, save
from lowp.bench.report.table import format_results

# See conftest.py.
RUNS_LONG = True


def entry(microseconds):
    return {
        "seconds": [microseconds * 1e-6] * 3,
        "median": microseconds * 1e-6,
        "spread": 0.01,
        "tflops": 1000 / microseconds,
        "bandwidth": 1e12,
        "relative_error": 1.5e-3,
    }


def record(kind, m, microseconds, skipped=None):
    return {
        "kind": kind,
        "m": m,
        "n": 128,
        "k": 256,
        "lhs": "e4m3",
        "rhs": "e4m3",
        "result": "bf16",
        "fast": not kind.startswith("1x128"),
        "buffers": 2,
        "calls": 4,
        "entries": {name: entry(time) for name, time in microseconds.items()},
        "skipped": skipped or {},
    }


@pytest.fixture
def results():
    return {
        "format": "lowp-bench 1",
        "machine": {
            "gpu": "NVIDIA H200",
            "torch": "2.11",
            "copy_bandwidth": 4e12,
            "before": {"driver_version": "580.1"},
        },
        "missing": {"deepgemm": "not installed"},
        "results": [
            record("rowwise", 64, {"lowp": 10.0, "torch": 20.0, "other": 5.0}),
            record("rowwise", 128, {"lowp": 10.0, "torch": 5.0}),
            record("1x128.1x128", 64, {"lowp": 10.0}, {"torch": "has no such thing"}),
        ],
    }


def test_summary(results):
    by_peer = {summary.peer: summary for summary in summarize(results["results"])}
    assert by_peer["torch"].shapes == 2
    assert by_peer["torch"].mean == pytest.approx(1.0)
    assert by_peer["torch"].least == pytest.approx(0.5)
    assert by_peer["torch"].least_shape == "128x128x256"
    assert by_peer["fastest peer"].mean == pytest.approx(0.5)


def test_table(results):
    table = format_results(results)
    assert "NVIDIA H200, driver 580.1, torch 2.11, copy 4000 GB/s" in table
    assert ["64x128x256", "10.0", "1.0%", "25%"] in [
        line.split()[:4] for line in table.splitlines()
    ]
    assert "  torch: has no such thing (64x128x256)" in table
    assert "deepgemm: not installed" in table


def test_table_without_peers(results):
    results["results"] = results["results"][2:]
    assert "no ratios" in format_results(results)


def test_types_are_compared_apart(results):
    results["results"][1]["result"] = "f32"
    kinds = {summary.kind for summary in summarize(results["results"])}
    assert kinds == {"rowwise", "rowwise e4m3 e4m3 f32"}


def test_save_and_load(results, tmp_path, capsys):
    path = str(tmp_path / "results.json")
    save(path, results)
    assert load(path) == results
    assert main(["--table", path]) == 0
    assert "mean ratio" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "expected JSON"), ("[]", "results of lowp.bench"), ("{}", "got None")],
)
def test_load_invalid(tmp_path, content, message):
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(BenchError, match=message):
        load(str(path))


def test_cannot_write(results, tmp_path):
    with pytest.raises(BenchError, match="cannot be written"):
        save(str(tmp_path / "none" / "results.json"), results)


def size_of_png(content):
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert content.endswith(b"IEND\xaeB`\x82")
    return struct.unpack(">II", content[16:24])


def test_plots(results, tmp_path):
    pytest.importorskip("matplotlib")
    path, folder = tmp_path / "results.json", tmp_path / "plots"
    path.write_text(json.dumps(results))
    assert main([f"--plot={path}", f"--plots={folder}"]) == 0
    names = {file.name for file in folder.iterdir()}
    assert names == {"tflops.png", "ratio.png", "roofline.png"}
    for file in folder.iterdir():
        width, height = size_of_png(file.read_bytes())
        assert width > 500 and height > 300


def labels(axis):
    return [text.get_text() for text in axis.get_legend().get_texts()]


def test_what_plots_show(results, monkeypatch):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    from lowp.bench.report import plots

    by_kind = groups(results["results"])
    tflops = plots._draw_tflops(pyplot, by_kind).axes
    assert [axis.get_title() for axis in tflops] == list(by_kind)
    assert labels(tflops[0]) == ["lowp", "torch", "other"]
    ratios = plots._draw_ratios(pyplot, by_kind).axes
    assert labels(ratios[0]) == ["torch", "other"]
    assert list(ratios[0].lines[0].get_ydata()) == pytest.approx([2.0, 0.5])
    (roofline,) = plots._draw_roofline(pyplot, by_kind, results["machine"]).axes
    assert labels(roofline) == [
        "rowwise, lowp",
        "rowwise, torch",
        "rowwise, other",
        "1x128.1x128, lowp",
        "copy bandwidth, best measured",
    ]
    pyplot.close("all")


def test_plots_without_matplotlib(results, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    path = tmp_path / "results.json"
    path.write_text(json.dumps(results))
    assert main([f"--plot={path}", f"--plots={tmp_path / 'plots'}"]) == 2
    assert "expected the package matplotlib" in capsys.readouterr().err


def test_losses_of_unknown_m():
    pairs = [(10.0, 10.0), (11.0, 10.0), (10.0, 12.5)]
    records = [
        record("rowwise", 64 * (place + 1), {"lowp": ours, "lowp static": static})
        for place, (ours, static) in enumerate(pairs)
    ]
    (losses,) = measure_losses(records)
    assert losses.kind == "rowwise" and losses.shapes == 3
    assert losses.mean == pytest.approx((0.0 + 0.1 - 0.2) / 3)
    assert losses.worst == losses.percentile_95 == pytest.approx(0.1)
    assert losses.worst_shape == "128x128x256"
    assert measure_losses([record("rowwise", 64, {"lowp": 1.0, "torch": 2.0})]) == []
