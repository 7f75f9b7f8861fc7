"""lowp.matmul: one call, on any library's arrays."""

import lowp
import numpy as np
import pytest

ml_dtypes = pytest.importorskip("ml_dtypes")


def make(*shape, type=np.float32):
    return np.random.default_rng(3).standard_normal(shape).astype(type)


@pytest.mark.parametrize("type", [np.float32, ml_dtypes.bfloat16])
def test_values(type):
    x, w = make(5, 96, type=type), make(96, 40, type=type)
    exact = x.astype(np.float64) @ w.astype(np.float64)
    y = lowp.matmul(x, w, recipe="none")
    assert y.dtype == type
    assert np.linalg.norm(y - exact) / np.linalg.norm(exact) < 3e-3
    quantized = lowp.matmul(x, w, recipe="rowwise")
    assert 5e-3 < np.linalg.norm(quantized - exact) / np.linalg.norm(exact) < 6e-2
    # A transpose of rows is not copied, and gives the same.
    rows = np.ascontiguousarray(w.T)
    assert np.array_equal(lowp.matmul(x, rows.T, recipe="rowwise_training"), quantized)
    out = np.empty_like(y)
    assert lowp.matmul(x, w, recipe="rowwise", out=out) is out
    assert np.array_equal(out, quantized)


def test_refused():
    x, w = make(5, 96), make(96, 40)
    with pytest.raises(lowp.LaunchError, match=r"K x N of one type, got \(5, 96\) of f32"):
        lowp.matmul(x, w.T, recipe="rowwise")
    with pytest.raises(lowp.LaunchError, match=r"w to be a matrix .* shape \(96, 40\) of i32"):
        lowp.matmul(x, w.astype(np.int32), recipe="rowwise")
    with pytest.raises(TypeError, match="expected recipe to be a string, .*, got None"):
        lowp.matmul(x, w, recipe=None)
    with pytest.raises(ValueError, match="got 'rowise'; families are .*; presets are .*, rowwise,"):
        lowp.matmul(x, w, recipe="rowise")
    with pytest.raises(lowp.CompileError, match="part"):
        lowp.matmul(x, w, recipe="auto")
