"""Grouped matmuls that lowp.check draws: against the reference path, which is right, and
a driver whose kernels do nothing, which is not."""

import os

import pytest
from lowp.check.cli import main
from lowp.check.grouped_draws import draw, draws

# See conftest.py.
RUNS_LONG = True

pytest.importorskip("numpy")

FEW = ["--grouped=3", "--data=numpy"]


def test_draws_are_the_same_for_the_same_seed():
    assert [draw(seed) for seed in range(50)] == [draw(seed) for seed in range(50)]
    found = draws(400, 0)
    assert len(found) == 400 and len({one.seed for one in found}) == 400
    assert {one.grouping for one in found} == {"rows", "counts", "k"}
    assert {one.groups for one in found} == {1, 5, 33, 260}
    assert any(0 in one.sizes and one.after for one in found)
    for one in found:
        assert one.numbers == sorted(one.numbers) or one.is_batch
        assert all(size <= one.rows for size in one.sizes)
    # A module for many draws.
    assert len({one.text for one in found}) == len({one.name for one in found}) < 150


def test_reference_path(capsys):
    assert main([*FEW, "--grouped-seed=0", "--chip=cpu"]) == 0
    assert "3 passed, 0 failed, 0 skipped" in capsys.readouterr().out


def test_groups_without_rows(capsys):
    """No group has a row: operands are empty, and results zeros."""
    seed = next(
        one.seed
        for one in draws(1000, 0)
        if one.grouping == "k" and not sum(one.sizes) and not one.after and "1x128" in one.name
    )
    assert main(["--grouped=1", f"--grouped-seed={seed}", "--data=numpy", "--chip=cpu"]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", ["1x128.128x128", "rowwise", "tensorwise", "bf16"])
def test_sums_of_groups(kind):
    """The reference path, and NaN after the last group."""
    from lowp.check.grouped_run import GroupedKernels, _check

    sums = (one for one in draws(1000, 0) if one.sums_up and one.kind == kind)
    found = min(
        (one for one in sums if 1 < one.groups < 100 and one.after and any(one.sizes)),
        key=lambda one: one.rows * one.n * one.k,
    )
    assert _check(found, GroupedKernels("cpu", [found])).reason == ""


def test_kernels_that_write_nothing(capsys, monkeypatch):
    if "LOWP_FAKE_CUDA" not in os.environ:
        pytest.skip("needs the fake driver")
    monkeypatch.setenv("LOWP_PTXAS", "")
    assert main([*FEW[1:], "--grouped=1", "--grouped-seed=0", "--chip=sm_90a"]) == 1
    printed = capsys.readouterr().out
    assert "elements are NaN" in printed
    assert "--grouped 1 --grouped-seed 0" in printed


def test_modules_have_none(capsys, tmp_path):
    status = main([*FEW, f"--modules={tmp_path}", "--chip=cpu", "--functions=none"])
    assert status == 2
    assert "skipped 3: grouped matmuls: they are compiled where they run" in capsys.readouterr().out
