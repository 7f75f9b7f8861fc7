"""The measurements run, on the CPU and small."""

import json

import pytest
from torch_fixtures import seeded, torch  # noqa: F401

from lowp.torch import grouped_ops
from lowp_lab.torch.measure import grouped
from lowp_lab.torch.measure.__main__ import main
from lowp_lab.torch.measure import convergence
from lowp_lab.torch.measure.corpus import Corpus

SMALL = ["--device=cpu", "--width=32", "--hidden=64", "--heads=2"]


@pytest.fixture
def folder(tmp_path):
    for number in range(300):
        (tmp_path / f"f{number}.py").write_text(f"x{number} = {number}\n" * 4)
    return str(tmp_path)


def read(path):
    return json.loads(path.read_text())["results"]


def test_eager(tmp_path):
    path = tmp_path / "e.json"
    main(
        [
            "eager",
            *SMALL,
            "--groups=2",
            "--batch=1",
            "--length=8",
            "--calls=1",
            "--only=lowp,torch eager",
            "--recipes=rowwise_training,nonsense",
            f"--json={path}",
        ]
    )
    found = read(path)
    assert found["lowp eager rowwise_training"]["ms"] > 0
    assert len(found["lowp eager rowwise_training"]["layers"]) == 7
    assert "of torch eager bf16" in found["lowp eager rowwise_training"]
    assert "got 'nonsense'" in found["lowp eager nonsense"]["error"]


def test_gradients_of_experts_are_computed_alone(monkeypatch):
    """What a gradient of x is said to take has none of w, and the other way around."""
    wanted, compute = [], grouped_ops._gradients
    monkeypatch.setattr(
        grouped_ops, "_gradients", lambda *told: wanted.append(told[-1][:2]) or compute(*told)
    )
    experts = grouped.Experts.draw((3, 64, 32, 64), "even", "cpu")
    _torch, ours = grouped.contenders("none", False)
    calls = grouped._prepare(ours, experts, experts.expected()).calls
    wanted.clear()
    for what in ("dx", "dw", "forward + backward"):
        calls[what][0]()
    assert wanted == [(True, False), (False, True), (True, True)]


def test_accumulate(tmp_path):
    path = tmp_path / "a.json"
    shapes = ["1x64x32x64", "3x64x32x64"]
    some = ["--recipe=none", "--calls=1", "--repetitions=1", f"--json={path}"]
    main(["accumulate", "--device=cpu", f"--shapes={','.join(shapes)}", *some])
    found = read(path)
    assert list(found) == shapes
    for one in found.values():
        assert list(one) == ["autograd", "grad", "loop", "main_grad"]
        for figures in one.values():
            assert figures["ratio"] == one[figures["of"]]["ms"] / figures["ms"]


def test_grouped(tmp_path, capsys):
    path = tmp_path / "g.json"
    main(
        [
            "grouped",
            "--device=cpu",
            "--shapes=3x64x32x64",
            "--sizes=empty",
            "--calls=1",
            "--recipes=none,rowwise_training,nonsense",
            "--repetitions=2",
            "--hold",
            "--save",
            f"--json={path}",
        ]
    )
    found = read(path)["3x64x32x64"]
    skipped = {
        f"lowp nonsense{how}" for how in ("", " held, 1 a step", " held, 4 a step", " save=time")
    }
    assert found["skipped"].keys() == skipped
    assert "got 'nonsense'" in found["skipped"]["lowp nonsense"]
    for name, most in (
        ("torch._grouped_mm", 4e-3),
        ("lowp none", 4e-3),
        ("lowp rowwise_training", 0.05),
    ):
        errors = found[name]["errors"]
        assert all(0 < each < most for each in errors.values())
        assert all((each > 0.01) is (most > 0.01) for each in errors.values())
        for what in ("forward", "dx", "dw", "forward + backward"):
            figures = found[name][what]
            assert len(figures["seconds"]) == 2 and figures["median"] > 0
            work = 2 * 64 * 32 * 64 * (3 if "+" in what else 1)
            assert figures["tflops"] == pytest.approx(work / figures["median"] / 1e12)
            assert figures["of torch._grouped_mm"] > 0
    ours = found["lowp rowwise_training"]
    assert found["lowp rowwise_training save=time"]["errors"] == ours["errors"]
    for count in (1, 4):
        held = found[f"lowp rowwise_training held, {count} a step"]
        assert held["errors"] == ours["errors"] and held["held bytes"] > 2 * 3 * 32 * 64
        both, write = held["forward + backward"]["median"], held["write"]["median"]
        assert held["write"]["of copy"] == held["copy"]["median"] / write
        whole = held["forward + backward, with its part of the write"]
        assert whole["median"] == both + write / count
    said = capsys.readouterr().out
    assert "3x64x32x64, forward + backward, lowp rowwise_training: " in said
    assert "with its part of the write, lowp rowwise_training held, 4 a step: " in said


def test_decode(tmp_path):
    """Experts are measured, too, where transformers is installed."""
    pytest.importorskip("safetensors")
    path, formats = tmp_path / "d.json", "nvfp4"
    try:
        import transformers  # noqa: F401

        formats = "gpt-oss,nvfp4"
    except ImportError:
        pass
    main(
        [
            "decode",
            "--device=cpu",
            f"--only={formats}",
            "--width=64",
            "--hidden=96",
            "--experts=4",
            "--chosen=2",
            "--shapes=96x64,64x128",
            "--layers=2",
            "--calls=1",
            f"--json={path}",
        ]
    )
    found = read(path)
    assert {"nvfp4 96x64", "nvfp4 64x128"} <= found.keys()
    for name, one in found.items():
        most = 0.04 if name.startswith("nvfp4") else 0.03
        assert all(0.01 < each < most for each in one["errors"].values())
        assert one["of bf16"] == one["seconds"]["bf16"] / one["seconds"]["lowp"]
        assert 1 < one["bytes of fp8's"] < 1.001


def test_overhead(tmp_path):
    path = tmp_path / "o.json"
    main(["overhead", "--device=cpu", "--width=32", "--calls=2", f"--json={path}"])
    assert {"frozen layer", "library", "nn.Linear"} <= read(path).keys()


def test_accuracy(tmp_path):
    torch.manual_seed(0)
    weights = {"a.weight": torch.randn(256, 128), "a.bias": torch.randn(256), "b": torch.ones(9, 9)}
    torch.save(weights, tmp_path / "weights.pt")
    path = tmp_path / "a.json"
    start = ["accuracy", "--device=cpu", "--rows=8", "--width=128", f"--json={path}"]
    main([*start, f"--checkpoint={tmp_path / 'weights.pt'}"])
    for ways in read(path).values():
        f32, powers, again = (ways[way] for way in ("f32", "powers of two", "requantized"))
        # A value in e4m3 is off by up to 2^-4 of itself, and rounded twice it is further off.
        assert 0.02 < f32["weight"] < 0.03 and 0.02 < powers["weight"] < 0.03
        assert 1.2 * powers["weight"] < again["weight"] < 1.6 * powers["weight"]
        assert f32["product"] < again["product"]
    assert len(read(path)) == 4
    expected = "expected matrices of 128 rows and columns or more in .*by the names 'c.*', got none"
    with pytest.raises(SystemExit, match=expected):
        main([*start, f"--checkpoint={tmp_path / 'weights.pt'}", "--layers=c*"])


def test_convergence(tmp_path, folder):
    path = tmp_path / "c.json"
    curves = tmp_path / "c.csv"
    main(
        [
            "convergence",
            *SMALL,
            "--layers=1",
            "--steps=3",
            "--rows=2",
            "--length=16",
            "--recipes=bf16,bf16@1,rowwise",
            "--compare-at=1",
            "--tests=1",
            "--warmup=1",
            f"--folders={folder}",
            f"--json={path}",
            f"--csv={curves}",
        ]
    )
    found = read(path)
    runs = found["runs"]
    for run in runs.values():
        assert len(run["losses"]) == 3 and run["losses"][-1] < run["losses"][0] < 6
        assert 3 < run["held_out"] < 6
    first = [run["losses"][0] for run in runs.values()]
    assert first[0] != first[1] and first[2] == pytest.approx(first[0], abs=0.05)
    assert runs["bf16"]["cosines"] == {} and runs["rowwise"]["cosines"].keys() == {"1", "3"}
    assert all(0.9 < each < 1 for each in runs["rowwise"]["cosines"].values())
    kept = [each["name"] for each in runs["rowwise"]["layers"] if each["recipe"] is None]
    assert kept == ["head"]
    rows = curves.read_text().splitlines()
    assert rows[0] == "step,bf16,bf16@1,rowwise" and len(rows) == 4
    assert rows[1].split(",")[1] == f"{first[0]:.4f}"


def test_convergence_of_compiled_experts(tmp_path, folder, monkeypatch):
    """With bf16 by aot_eager, since inductor's C++ takes its time."""
    monkeypatch.setattr(convergence, "_INDUCTOR", "aot_eager")
    monkeypatch.setattr(convergence, "_REST", {"rest": "eager", "compile": {"host_opt_level": 0}})
    path = tmp_path / "c.json"
    words = "--layers=1 --steps=2 --rows=2 --length=16 --tests=1 --warmup=1 --compare-at=1".split()
    more = ["--compiled", "--experts=4", "--recipes=bf16,rowwise_training"]
    main(["convergence", *SMALL, *words, *more, f"--folders={folder}", f"--json={path}"])
    runs = read(path)["runs"]
    first = [run["losses"][0] for run in runs.values()]
    assert first[0] != first[1] and first[1] == pytest.approx(first[0], abs=0.05)
    for run in runs.values():
        assert 3 < run["losses"][1] < run["losses"][0] < 6 and run["tokens_per_s"] > 0
    assert all(0.9 < each < 1 for each in runs["rowwise_training"]["cosines"].values())
    assert all(0.999 < each < 1.001 for each in runs["bf16"]["cosines"].values())
    with pytest.raises(SystemExit, match="expected --experts with --compiled"):
        main(["convergence", "--device=cpu", "--experts=4"])


def test_convergence_that_does_not_fit(tmp_path, folder):
    """Less steps than were asked for."""
    path = tmp_path / "c.json"
    main(
        [
            "convergence",
            *SMALL,
            "--layers=1",
            "--steps=100000",
            "--rows=2",
            "--length=16",
            "--recipes=bf16",
            "--tests=1",
            "--seconds=1",
            f"--folders={folder}",
            f"--json={path}",
        ]
    )
    found = read(path)
    assert 1 <= found["steps"] == len(found["runs"]["bf16"]["losses"]) < 1000


def test_corpus(folder):
    one, two = Corpus([folder]), Corpus([folder])
    assert one.sha256 == two.sha256 and len(one.held_out) and len(one.train)
    batch = one.batch(3, 2, 16, 0)
    assert batch.shape == (2, 17) and torch.equal(batch, two.batch(3, 2, 16, 0))
    assert not torch.equal(batch, one.batch(3, 2, 16, 1))
    with pytest.raises(ValueError, match="expected more than 1000001 bytes"):
        one.batch(0, 1, 10**6, 0)


def test_plot(tmp_path):
    pytest.importorskip("matplotlib")
    from lowp_lab.torch.measure import plot

    assert plot.smooth([1.0, 3.0, 2.0, 4.0, 9.0], 2) == ([2, 4], [2.0, 3.0])
    found = {"results": {"runs": {"auto@3": {"losses": [2.0, 1.0]}}}}
    (tmp_path / "a.json").write_text(json.dumps(found))
    plot.main([str(tmp_path / "a.json"), f"--svg={tmp_path / 'a.svg'}", "--mean-of=1"])
    assert "auto@3" in (tmp_path / "a.svg").read_text()
