"""What a family of recipes makes of a backward pass that stands alone, on the CPU,
against sums in f64 and against the recipes themselves."""

import lowp
import numpy as np
import pytest

ml_dtypes = pytest.importorskip("ml_dtypes")
TOKENS, IN, OUT = 128, 256, 384

# dW = dy^T . x and dX = dy . W, as torch.compile hands them over.
BACKWARD = f"""
func.func @f(%x: tensor<{TOKENS}x{IN}xbf16>, %w: tensor<{OUT}x{IN}xbf16>, %dy: tensor<{TOKENS}x{OUT}xbf16>)
    -> (tensor<{OUT}x{IN}xf32>, tensor<{TOKENS}x{IN}xf32>) {{
  %zero = arith.constant 0.0 : f32
  %te = tensor.empty() : tensor<{OUT}x{TOKENS}xbf16>
  %t = linalg.transpose ins(%dy : tensor<{TOKENS}x{OUT}xbf16>) outs(%te : tensor<{OUT}x{TOKENS}xbf16>)
    permutation = [1, 0]
  %ew = tensor.empty() : tensor<{OUT}x{IN}xf32>
  %zw = linalg.fill ins(%zero : f32) outs(%ew : tensor<{OUT}x{IN}xf32>) -> tensor<{OUT}x{IN}xf32>
  %dw = linalg.matmul WGRAD ins(%t, %x : tensor<{OUT}x{TOKENS}xbf16>, tensor<{TOKENS}x{IN}xbf16>)
    outs(%zw : tensor<{OUT}x{IN}xf32>) -> tensor<{OUT}x{IN}xf32>
  %ex = tensor.empty() : tensor<{TOKENS}x{IN}xf32>
  %zx = linalg.fill ins(%zero : f32) outs(%ex : tensor<{TOKENS}x{IN}xf32>) -> tensor<{TOKENS}x{IN}xf32>
  %dx = linalg.matmul DGRAD ins(%dy, %w : tensor<{TOKENS}x{OUT}xbf16>, tensor<{OUT}x{IN}xbf16>)
    outs(%zx : tensor<{TOKENS}x{IN}xf32>) -> tensor<{TOKENS}x{IN}xf32>
  return %dw, %dx : tensor<{OUT}x{IN}xf32>, tensor<{TOKENS}x{IN}xf32>
}}"""
ROLES = ('{lowp.role = "wgrad"}', '{lowp.role = "dgrad"}')


def recipe(name):
    return f"{{lowp.recipe = #lowp.matmul_recipe<{name}>}}" if name else ""


def run(wgrad, dgrad, inputs, family=None):
    source = BACKWARD.replace("WGRAD", wgrad).replace("DGRAD", dgrad)
    return lowp.compile(source, device="cpu", recipe=family)["f"](*inputs)


@pytest.fixture(scope="module")
def inputs():
    rng = np.random.default_rng(7)
    shapes = [(TOKENS, IN), (OUT, IN), (TOKENS, OUT)]
    return [rng.standard_normal(shape).astype(ml_dtypes.bfloat16) for shape in shapes]


def error(got, exact):
    return np.linalg.norm(got - exact) / np.linalg.norm(exact)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "family, wgrad, dgrad",
    [
        ("rowwise_with_gw_hp", "", "rowwise_with_gw_hp_dgrad"),
        ("blockwise_training", "block_1x128_1x128", "block_1x128_128x128"),
        ("mixed_training", "block_1x128_128x128", "block_1x128_128x128"),
    ],
)
def test_backward_pass(inputs, family, wgrad, dgrad):
    told = run(*ROLES, inputs, family)
    explicit = run(recipe(wgrad), recipe(dgrad), inputs)
    untold = run("", "", inputs, family)
    x, w, dy = (array.astype(np.float64) for array in inputs)
    exact = dy.T @ x, dy @ w
    for got, same, kept, value, name in zip(told, explicit, untold, exact, (wgrad, dgrad)):
        assert np.array_equal(got, same)
        # fp8 adds about 0.037 to a product of random numbers.
        assert (error(got, value) > 0.01) == bool(name)
        assert error(kept, value) < 1e-5
