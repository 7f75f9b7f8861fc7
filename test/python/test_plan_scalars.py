"""Numbers as arguments: their bits, what tells one from another, and calls that have
no other argument."""

import lowp
import ml_dtypes
import numpy as np
import pytest

BF16 = ml_dtypes.bfloat16

FILL = """
func.func @fill(%s: TYPE) -> tensor<3xTYPE> {
  %e = tensor.empty() : tensor<3xTYPE>
  %r = linalg.fill ins(%s : TYPE) outs(%e : tensor<3xTYPE>) -> tensor<3xTYPE>
  return %r : tensor<3xTYPE>
}
"""


def compile_fill(type):
    return lowp.compile(FILL.replace("TYPE", type), device="cpu", host_opt_level=0)["fill"]


@pytest.fixture(scope="module")
def bf16():
    return compile_fill("bf16")


@pytest.mark.parametrize(
    "value",
    # Ties above an even and an odd number, neighbours of ties, the greatest that is
    # finite, what rounds to infinity, a subnormal, zeros.
    [1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-8 + 2**-20, 1 + 3 * 2**-8 - 2**-20, 3.3895314e38,
     3.4e38, 2.0**-130, -(1 + 3 * 2**-8), 0.0, -0.0, np.inf, -np.inf],
)  # fmt: skip
def test_bf16_is_the_nearest(bf16, value):
    want = np.full(3, np.float32(value).astype(BF16))
    assert bf16(value).view(np.uint16).tolist() == want.view(np.uint16).tolist()


def test_bf16_nan(bf16):
    """Bits of a NaN that only lower halves have do not become an infinity."""
    low = np.array(0x7F800001, np.uint32).view(np.float32)
    for value in (np.nan, -np.nan, low, np.array(-1, np.int32).view(np.float32)):
        assert np.isnan(bf16(float(value)).astype(np.float32)).all()


def test_scalars_of_equal_values_are_not_one():
    """1 == 1.0 == True, which are not encoded alike."""
    fill = compile_fill("i32")
    assert fill(1).tolist() == [1, 1, 1]
    for _ in range(2):
        with pytest.raises(lowp.LaunchError, match="expected a number that fits into i32"):
            fill(1.0)
    assert fill(1).tolist() == [1, 1, 1]


def test_no_arrays():
    """A call without an array is on the host where the program is."""
    fill = compile_fill("f32")
    out = np.zeros(3, np.float32)
    assert fill(2.5, out=out) is out
    assert out.tolist() == fill(2.5).tolist() == [2.5] * 3


def test_shape_of_scalars_alone():
    """It is on the host, its result too; keys of what calls measure have types."""
    from lowp import _plan

    fill = compile_fill("f32")
    shape = _plan.Shape(fill._signature, (("scalar",),), has_out=False)
    assert shape.device == -1 and shape.arrays[-1].device == -1
    keys = {shape.scalars_of([value]) for value in (1, 1.0, True)}
    assert len(keys) == 3
