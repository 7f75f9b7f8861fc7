"""lowp::quantize and lowp::scaled_matmul of formats of four bits, as checkpoints pack them."""

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

M, N, K = 9, 48, 160
VALUES = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6], dtype=torch.float64)


def widen(parts, rows):
    """The values of data, scales and a scale of the whole. Bytes have two elements, the
    first in the low half."""
    data, scales, *whole = (each.reshape(-1, each.shape[-1]) for each in parts)
    values = data.double()
    if data.dtype is torch.uint8:
        codes = torch.stack([data & 15, data >> 4], -1).flatten(1).long()
        values = torch.where(codes >= 8, -1, 1) * VALUES[codes & 7]
    for axis, size in enumerate((rows, K)):
        scales = scales.repeat_interleave(size // scales.shape[axis], axis)
    return values * scales.double() * (whole[0].double() if whole else 1)


# As checkpoints of NVFP4 have both operands.
_ROWS = "<f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>"
OF_CHECKPOINTS = f"#lowp.matmul_recipe<lhs = {_ROWS}, rhs = {_ROWS}>"


@pytest.mark.parametrize("recipe", ["mxfp4", "nvfp4", "mxfp8_mxfp4", OF_CHECKPOINTS])
def test_product(recipe):
    x, w = torch.randn(3, 3, K).bfloat16(), torch.randn(N, K).bfloat16()
    a, sa, *a_global = lowp.torch.quantize(x, recipe=recipe)
    b, sb, *b_global = lowp.torch.quantize(w, recipe=recipe, operand="rhs")
    assert b.shape == (N, K // 2) and b.dtype is torch.uint8 and sa.shape[:-1] == (3, 3)
    lhs, rhs = widen((a, sa, *a_global), M), widen((b, sb, *b_global), N)
    assert 0.05 < (rhs - w.double()).norm() / w.double().norm() < 0.2
    given = dict(zip(("a_global", "b_global"), (*a_global, *b_global)))

    def multiply(b, **changes):
        options = {"recipe": recipe, "dtype": torch.float32, **given, **changes}
        return lowp.torch.scaled_matmul(a, sa, b, sb, **options)

    y = multiply(b)
    torch.testing.assert_close(y.reshape(M, N), (lhs @ rhs.t()).float())
    assert torch.equal(multiply(b.view(torch.float4_e2m1fn_x2)), y)
    with pytest.raises(lowp.LaunchError, match="expected b_global, .* for nvfp4 and no other"):
        multiply(b, b_global=None if given else torch.ones(1))


def test_scale_of_the_whole_as_checkpoints_have_it():
    w = torch.randn(N, K).bfloat16()
    a, sa, ga = lowp.torch.quantize(w, recipe="nvfp4")
    b, sb, gb = lowp.torch.quantize(w, recipe="nvfp4", operand="rhs")
    y = lowp.torch.scaled_matmul(a, sa, b, sb, recipe="nvfp4", a_global=ga, b_global=gb)
    ga, gb = ga.reshape(()), gb.reshape(1, 1)
    again = lowp.torch.scaled_matmul(a, sa, b, sb, recipe="nvfp4", a_global=ga, b_global=gb)
    assert torch.equal(again, y)
