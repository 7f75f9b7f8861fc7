"""What lowp.check runs, and how it judges."""

import math

import numpy as np
import pytest
from lowp.bench.products.kinds import KINDS
from lowp.bench.products.problem import Problem
from lowp.bench.products.shapes import Shape
from lowp.check.cases import dense_cases, ragged_shapes, random_shapes, varied_cases
from lowp.check.float_formats import decode, decode_result, encode
from lowp.check.outcome import Outcome
from lowp.check.plain_formats import maximum
from lowp.check.runner import judge
from lowp.check.tolerance import tolerance

KIND = KINDS["rowwise"]
CASE = varied_cases([KIND], [Shape(130, 264, 272)])[0]


def test_shapes():
    shapes = ragged_shapes() + random_shapes(20, 1)
    assert all(n % 8 == 0 and k % 16 == 0 for _m, n, k in shapes)
    assert {0, 1} <= {m for m, _n, _k in shapes}
    assert random_shapes(20, 1) == random_shapes(20, 1) != random_shapes(20, 2)


def test_variants():
    cases = varied_cases(list(KINDS.values()), [Shape(1, 8, 16)])
    assert len(set(cases)) == len(cases) == 2 * 19 + 5 * 16
    assert all(c.problem.result == "f32" for c in cases if c.problem.accumulate)
    assert len(dense_cases([KIND])) == 18


@pytest.mark.parametrize(
    ("outcome", "are_equal", "message"),
    [
        (Outcome(1e-3, 0, True, None), True, ""),
        (Outcome(math.nan, 3, True, None), True, "3 elements are NaN"),
        (Outcome(1e-3, 0, False, None), True, "memory behind"),
        (Outcome(math.nan, 0, True, None), True, "relative error"),
        (Outcome(1e-2, 0, True, None), True, "relative error 1.00e-02, expected"),
        (Outcome(1e-3, 0, True, None), False, "different bits"),
    ],
)
def test_judge(outcome, are_equal, message):
    reason = judge(CASE, outcome, outcome, are_equal)
    assert message in reason and bool(reason) == bool(message)


def test_tolerance():
    fast = Problem(KIND, Shape(512, 512, 512))
    assert tolerance(fast) > tolerance(fast._replace(fast=False))
    assert tolerance(fast) > tolerance(fast._replace(result="f32"))


@pytest.mark.parametrize(("type", "most"), [("e4m3", 448), ("e5m2", 57344)])
def test_formats(type, most):
    assert maximum(type) == most
    codes = np.array([0, 1, 0x38, 0x81, 0x7B], np.uint8)
    assert np.array_equal(encode(decode(codes, type), type), codes)
    values = np.array([0.0, -1.0, 1e9, -1e9])
    assert np.array_equal(decode(encode(values, type), type), [0, -1, most, -most])


def test_formats_agree_with_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.random.default_rng(0).standard_normal(1000)
    for type, theirs in (("e4m3", "float8_e4m3fn"), ("e5m2", "float8_e5m2")):
        codes = x.astype(getattr(ml_dtypes, theirs)).view(np.uint8)
        assert np.array_equal(encode(x, type), codes)
        assert np.array_equal(
            decode(codes, type), codes.view(getattr(ml_dtypes, theirs)).astype(float)
        )
    bits = x.astype(ml_dtypes.bfloat16).view(np.uint16)
    expected = x.astype(ml_dtypes.bfloat16).astype(float)
    assert np.array_equal(decode_result(bits, "bf16"), expected)
