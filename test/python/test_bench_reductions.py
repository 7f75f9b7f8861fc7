"""`lowp.bench --set reductions` without a GPU: sums against torch on the CPU."""

import pytest
import stub_gpu
from lowp_lab.bench.cli import main
from lowp.bench.errors import BenchError
from lowp_lab.bench.reductions.case import SumCase, choose_cases

torch = pytest.importorskip("torch")


def test_cases():
    cases = choose_cases(None, None)
    names = [str(case) for case in cases]
    assert len(set(names)) == len(names)
    for name in (
        "f32 1x4194304 over 1",
        "bf16 16777216x1 over 0",
        "f32 8190x1024 over 0",
        "bf16 131071x128 over 1",
        "f32 2x2048x32x128 over 0, 1, 2",
        "f32 1000003x3 over 0",
        "bf16 8192?x1024 over 0",
    ):
        assert name in names
    # The sum of one element is a copy.
    assert "f32 1x4194304 over 0" not in names
    assert {case.wanted for case in cases} == {0.25, 0.4, 0.7}
    (over_rows, over_columns) = choose_cases("6x5", ["f32"])
    assert (over_rows.results, over_rows.bytes) == (5, 4 * 35)
    assert (over_columns.results, over_columns.bytes) == (6, 4 * 36)


@pytest.mark.parametrize(
    ("shapes", "kinds", "message"),
    [
        ("6x5x4", None, "expected rows and columns as in 8190x1024"),
        (None, ["f16"], "expected a kind of --set reductions, one of bf16, f32, got 'f16'"),
    ],
)
def test_refused_cases(shapes, kinds, message):
    with pytest.raises(BenchError, match=message):
        choose_cases(shapes, kinds)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--set=reductions,dense", "expected --set reductions alone"),
        ("--set=reductions --cases=rows", "expected --set reductions without --cases"),
        ("--set=reductions --modules=nowhere", "expected a folder of modules"),
    ],
)
def test_refused(monkeypatch, capsys, option, message):
    stub_gpu.install(monkeypatch)
    assert main(option.split()) == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def on_cpu(monkeypatch):
    """Matrices in host memory, two of each, and a copy that copies nothing."""
    stub_gpu.install(monkeypatch, rotated=1, calls=2)
    from lowp.bench.hardware.copying import Copier
    from lowp_lab.bench.reductions import measure

    draw = SumCase.draw
    monkeypatch.setattr(SumCase, "draw", lambda case, seed: draw(case, seed, "cpu"))
    monkeypatch.setattr(measure, "find_copier", lambda: Copier("nothing", lambda _from, _to: None))


def run(tmp_path, *arguments):
    path = tmp_path / "results.json"
    status, results = stub_gpu.run(path, "--set=reductions", *arguments)
    return status, results["results"], path


def test_run(tmp_path, on_cpu, capsys):
    status, records, path = run(tmp_path, "--shapes=37x24,1x40", "--peers=torch")
    printed = capsys.readouterr()
    assert status == 0
    assert [record["case"] for record in records] == [
        f"{element} {shape}"
        for element in ("bf16", "f32")
        for shape in ("37x24 over 0", "37x24 over 1", "1x40 over 1")
    ]
    for record in records:
        assert set(record["entries"]) == {"lowp", "copy", "torch"}
        assert record["entries"]["lowp"]["agrees"]
        assert record["of_copy"] > 0
    assert "of a copy" in printed.err
    assert "least of a copy" in printed.out
    assert main([f"--table={path}"]) == 0
    assert capsys.readouterr().out in printed.out


@pytest.mark.parametrize(
    "case",
    [
        SumCase((2, 5, 3, 8), (0, 1, 2), "bf16"),
        SumCase((9, 8), (0,), "f32", True),
    ],
)
def test_other_sums(tmp_path, on_cpu, monkeypatch, case):
    from lowp_lab.bench.reductions import command

    monkeypatch.setattr(command, "choose_cases", lambda *_options: [case])
    status, (record,), _path = run(tmp_path, "--peers=none")
    assert status == 0
    assert record["entries"]["lowp"]["relative_error"] == 0


def test_a_wrong_result_is_told(tmp_path, on_cpu, monkeypatch, capsys):
    from lowp_lab.bench.reductions import case

    right = case.sum_text
    monkeypatch.setattr(case, "sum_text", lambda one: right(one).replace("addf", "maximumf"))
    status, records, _path = run(tmp_path, "--shapes=37x24", "--kinds=f32")
    assert status == 1
    assert not any(record["entries"]["lowp"]["agrees"] for record in records)
    assert "wrong results of f32 37x24 over 0" in capsys.readouterr().out
