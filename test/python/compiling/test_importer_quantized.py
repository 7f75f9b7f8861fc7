"""lowp::quantize, lowp::scaled_matmul and lowp::dequantize in graphs."""

import pytest

torch = pytest.importorskip("torch")

import lowp.torch  # noqa: E402, F401, defines the operators
from graphs import numbers  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402

OPTIONS = {"rest": "eager", "strict": True, "compile": {"host_opt_level": 0}}


@pytest.mark.parametrize("recipe", ["rowwise_training", "blockwise_training", "mxfp8_training"])
def test_rows_in_several_dimensions(recipe):
    lowp_ops = torch.ops.lowp
    x, w = numbers(2, 8, 256).bfloat16(), numbers(128, 256, seed=1).bfloat16()
    weight = lowp_ops.quantize(w, recipe, "rhs")

    def run(x, w, w_scales):
        data, scales = lowp_ops.quantize(x, recipe)
        wide = lowp_ops.dequantize(data, scales, recipe, "lhs", torch.bfloat16)
        y = lowp_ops.scaled_matmul(data, scales, w, w_scales, recipe, torch.bfloat16)
        return data, scales, wide, y

    torch._dynamo.reset()
    got = torch.compile(run, backend=backend, options=OPTIONS)(x, *weight)
    for found, want in zip(got, run(x, *weight)):
        assert found.shape == want.shape
        assert torch.equal(found.view(torch.uint8), want.view(torch.uint8))
