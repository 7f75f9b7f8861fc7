"""Operations on elements against torch: one region for each type."""

import math

import pytest

torch = pytest.importorskip("torch")

from graphs import numbers, run_as_region  # noqa: E402

SPECIALS = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-40, -1e-40, math.inf, -math.inf, math.nan, 3e38, 88.0]


def special_numbers(dtype, seed):
    x = numbers(7, 40, dtype=dtype, seed=seed)
    x[0, : len(SPECIALS)] = torch.tensor(SPECIALS).to(dtype)
    return x


def exact(x, y, row):
    """Functions that IEEE 754 defines, and choices."""
    return (
        x + y,
        x - y,
        x * y,
        x / y,
        torch.add(x, y, alpha=0.5),
        2.5 - x,
        x * row,
        x + 3,
        -x,
        x.abs(),
        x.floor(),
        x.ceil(),
        x.trunc(),
        x.round(),
        x.relu(),
        x.pow(2),
        torch.maximum(x, y),
        torch.minimum(x, row),
        x.clamp(-0.5, 0.5),
        x.clamp_min(0.25),
        x.clamp_max(0.25),
        torch.where(x > y, x, row),
        x == y,
        x != x,
        x <= row,
        (x > 0) & (y < 0),
        torch.logical_not(x),
        torch.logical_or(x, y),
        x > 0.1,
        x.reciprocal(),
    )


def rounded(x):
    """Functions that libraries compute to a few units in the last place."""
    return (
        x.sqrt(),
        x.rsqrt(),
        x.exp(),
        x.log(),
        x.sin(),
        x.cos(),
        x.tanh(),
        torch.erf(x),
        x.sigmoid(),
        torch.nn.functional.silu(x),
        # torch's own is NaN at infinity.
        torch.nn.functional.gelu(x.clamp(-50, 50)),
        torch.nn.functional.gelu(x.clamp(-50, 50), approximate="tanh"),
        x.pow(3),
        x.pow(-1),
        x.pow(0.5),
        x.pow(1.5),
        x.exp2(),
        x.log1p(),
        x.expm1(),
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_exact(dtype):
    inputs = special_numbers(dtype, 1), special_numbers(dtype, 2), numbers(40, dtype=dtype)
    got = run_as_region(exact, *inputs)
    for number, (one, other) in enumerate(zip(got, exact(*inputs))):
        assert one.dtype is other.dtype, number
        assert torch.equal(torch.nan_to_num(one), torch.nan_to_num(other)), number
        assert torch.equal(one.isnan(), other.isnan()), number


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_rounded(dtype):
    x = special_numbers(dtype, 3)
    tolerance = 2e-6 if dtype is torch.float32 else 2**-7
    for number, (one, other) in enumerate(zip(run_as_region(rounded, x), rounded(x))):
        close = torch.isclose(one, other, rtol=tolerance, atol=1e-6, equal_nan=True)
        assert close.all(), (number, x[~close], one[~close], other[~close])


def casts(x, integers, truths):
    return (
        x.to(torch.bfloat16),
        x.to(torch.float16),
        x.to(torch.bfloat16).to(torch.float16),
        x.to(torch.int64),
        x.to(torch.bool),
        integers.to(torch.float32),
        integers.to(torch.int32),
        integers * 3 - 7,
        integers.clamp(-5, 5),
        integers & 6,
        integers == 4,
        truths.to(torch.float32),
        truths.to(torch.int64),
        truths | (integers > 3),
        ~truths,
        torch.full((3, 4), 2.5) + x[:3, :4],
        torch.arange(1, 11, 2) * 2,
    )


def test_casts():
    x = numbers(7, 40, dtype=torch.float32) * 1000
    integers = torch.arange(-20, 20).repeat(7, 1)
    truths = integers % 3 == 0
    inputs = x, integers, truths
    for number, (one, other) in enumerate(zip(run_as_region(casts, *inputs), casts(*inputs))):
        assert one.dtype is other.dtype and torch.equal(one, other), number
