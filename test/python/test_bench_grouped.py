"""`lowp.bench --set grouped` without a GPU: cases against torch on the CPU."""

import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp_lab.bench.grouped.case import choose_cases
from lowp_lab.bench.grouped.sizes import DISTRIBUTIONS, divide

torch = pytest.importorskip("torch")

SHAPE = "--shapes=3x20x16x128"


@pytest.mark.parametrize("name", DISTRIBUTIONS)
@pytest.mark.parametrize(("groups", "rows"), [(1, 7), (4, 1000), (64, 100), (3, 0)])
def test_all_rows_are_in_groups(name, groups, rows):
    sizes = divide(name, groups, rows)
    assert len(sizes) == groups
    assert sum(sizes) == rows
    assert min(sizes) >= 0


def test_distributions_are_what_they_are_called():
    assert divide("even", 4, 1000) == (250, 250, 250, 250)
    assert divide("one-sided", 4, 1000) == (0, 0, 1000, 0)
    assert divide("empty", 4, 1000) == (0, 500, 0, 500)
    first, second = sorted(divide("zipf", 8, 10000), reverse=True)[:2]
    assert first == pytest.approx(2 * second, abs=1)


def test_cases():
    cases = choose_cases(None, None, None)
    assert {case.kind for case in cases} == {"1x128.128x128", "rowwise", "bf16"}
    assert len({str(case) for case in cases}) == len(cases)
    # Sizes of groups are data: one module for all distributions of the rows.
    rows = [case for case in cases if case.grouping == "rows" and case.groups == 16]
    assert len({case.source for case in rows}) == 3
    (case,) = choose_cases(["bf16"], "4x300x128x64", ["rows", "even"])
    assert (case.rows, case.padded_rows) == (300, 512)
    assert case.flops == 2 * 300 * 128 * 64
    (case,) = choose_cases(["tensorwise", "bf16"], "4x300x128x64", ["k", "even"])
    assert (case.kind, case.rows, case.padded_rows) == ("bf16", 300, 512)
    assert case.bytes == 2 * (300 * (128 + 64) + 4 * 128 * 64)


@pytest.mark.parametrize(
    ("kinds", "shapes", "names", "message"),
    [
        (None, "4x300x128", None, "expected groups, rows, N and K"),
        (["mxfp8"], None, None, "expected a kind, one of bf16, tensorwise"),
        (None, None, ["uneven"], "expected a case, one of rows, counts, k, even"),
    ],
)
def test_refused(kinds, shapes, names, message):
    with pytest.raises(BenchError, match=message):
        choose_cases(kinds, shapes, names)


def test_alone(capsys):
    assert main(["--set=grouped,dense"]) == 2
    assert "expected --set grouped alone" in capsys.readouterr().err


def run(tmp_path, monkeypatch, *arguments):
    stub_gpu.install(monkeypatch, rotated=1, calls=2)
    from lowp_lab.bench.grouped import measure
    from lowp_lab.bench.grouped.operands import make_experts

    # Tensors live in host memory.
    monkeypatch.setattr(measure, "make_experts", lambda case, seed: make_experts(case, seed, "cpu"))
    path = tmp_path / "results.json"
    status, results = stub_gpu.run(path, "--set=grouped", *arguments)
    return status, results["results"], path


def test_run(tmp_path, monkeypatch, capsys):
    """The kernels of the reference path, so that the errors mean something."""
    status, records, path = run(
        tmp_path,
        monkeypatch,
        SHAPE,
        "--cases=empty",
        "--kinds=1x128.128x128,bf16",
        "--peers=none",
    )
    printed = capsys.readouterr()
    assert status == 0
    groupings = [one["grouping"] for one in records]
    assert groupings == ["rows", "counts", "k"] * 2
    for record in records:
        assert record["entries"]["lowp"]["relative_error"] < 4e-3
        assert set(record["entries"]) == {"lowp", "lowp dense, padded"}
    assert "of dense" in printed.err
    assert "3x20x16x128" in printed.out
    assert main([f"--table={path}"]) == 0
    assert capsys.readouterr().out in printed.out


def test_peers(tmp_path, monkeypatch, capsys):
    """torch's product in bf16 runs on the CPU too; the others say why they do not."""
    status, records, _path = run(
        tmp_path, monkeypatch, SHAPE, "--cases=rows,empty", "--kinds=bf16", "--peers=torch"
    )
    assert status == 0
    (record,) = records
    assert record["entries"]["torch._grouped_mm"]["relative_error"] < 4e-3
    assert "torch scales FP8 only" in record["skipped"]["torch._scaled_grouped_mm"]
    assert "F.scaled_grouped_mm: compared with" in capsys.readouterr().out


def test_peers_of_gradients(tmp_path, monkeypatch):
    """The gradients of an empty group are zeros, those of torch as well."""
    status, records, _path = run(
        tmp_path, monkeypatch, SHAPE, "--cases=k,empty", "--kinds=bf16", "--peers=torch"
    )
    assert status == 0
    (record,) = records
    assert record["grouping"] == "k"
    for name in ("lowp", "torch._grouped_mm"):
        assert record["entries"][name]["relative_error"] < 4e-3
    assert "lowp dense, padded" in record["entries"]


def test_gradients_with_scales_of_rows(tmp_path, monkeypatch):
    status, records, _path = run(
        tmp_path, monkeypatch, SHAPE, "--cases=k,empty", "--kinds=rowwise", "--peers=none"
    )
    assert status == 0
    assert records[0]["entries"]["lowp"]["relative_error"] < 4e-3


def test_a_wrong_result_is_told(tmp_path, monkeypatch):
    from lowp_lab.bench.grouped import contenders

    right = contenders.our_arguments
    monkeypatch.setattr(
        contenders, "our_arguments", lambda experts: (-experts.x, *right(experts)[1:])
    )
    status, records, _path = run(
        tmp_path, monkeypatch, SHAPE, "--cases=rows,even", "--kinds=bf16", "--peers=none"
    )
    assert status == 1
    assert not records[0]["entries"]["lowp"]["agrees"]
