"""Drawn modules under the backend against torch, strict and not, without recipes."""

import warnings

import pytest

torch = pytest.importorskip("torch")

from compare_drawn import Unfit, failures, is_as_near, rounded  # noqa: E402
from drawn_modules import UPDATES, Drawn  # noqa: E402
from graphs import IS_LONG  # noqa: E402
from lowp.torch.compiling.errors import RegionWarning  # noqa: E402


def run(seeds, rest):
    """Every other one is strict. How many were compared."""
    ran = 0
    for seed in seeds:
        drawn = Drawn.of(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RegionWarning)
            try:
                found = list(failures(drawn, rest, strict=seed % 2 == 1))
            except Unfit:
                continue
        assert not found, (drawn, found)
        ran += 1
    return ran


def with_updates(count, first):
    """Seeds of modules that update something."""
    seeds = (
        seed
        for seed in range(first, first + 100 * count)
        if any(step in UPDATES for step in Drawn.of(seed).steps)
    )
    return [next(seeds) for _ in range(count)]


@pytest.mark.parametrize("first", range(0, 2000, 200) if IS_LONG else [0])
def test_with_eager(first):
    count = 200 if IS_LONG else 3
    assert run(range(first, first + count), "eager") > count // 2


@pytest.mark.parametrize("first", range(0, 200, 20) if IS_LONG else [0])
def test_with_inductor(first):
    count = 20 if IS_LONG else 1
    assert run(range(first, first + count), "inductor") >= count // 2


def test_updates_with_eager():
    count = 400 if IS_LONG else 2
    assert run(with_updates(count, 5000), "eager") > count // 2


def test_updates_with_inductor():
    count = 60 if IS_LONG else 1
    assert run(with_updates(count, 10_000), "inductor") >= count // 2


def test_roundings_excuse_sums_that_cancel_and_nothing_more():
    """A gradient of one number: .0012, of terms that are a thousand times as large."""
    drawn = Drawn.of(1_010_453)
    near = [rounded(drawn.module(), drawn, seed) for seed in range(4)]
    name = "gradient of scale of call 0"
    exact = near[0][name].double()
    known = [each[name].float() for each in near]
    assert is_as_near(known[1], known, exact)
    assert not is_as_near(known[1] * 1.05, known, exact)
