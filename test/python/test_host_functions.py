"""Functions of the C library that code of the host calls."""

import lowp
import numpy as np
import pytest
from lowp._types import numpy_type


@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_functions_that_llvm_makes_of_others(kind):
    """Sine and cosine of one number become one call, exp2 of an integer another."""
    text = f"""
#map = affine_map<(i) -> (i)>
func.func @f(%x: tensor<5x{kind}>) -> (tensor<5x{kind}>, tensor<5x{kind}>) {{
  %e = tensor.empty() : tensor<5x{kind}>
  %r:2 = linalg.generic {{indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}}
    ins(%x : tensor<5x{kind}>) outs(%e, %e : tensor<5x{kind}>, tensor<5x{kind}>) {{
  ^bb0(%a: {kind}, %o: {kind}, %p: {kind}):
    %i = arith.fptosi %a : {kind} to i32
    %j = arith.sitofp %i : i32 to {kind}
    %power = math.exp2 %j : {kind}
    %sine = math.sin %a : {kind}
    %cosine = math.cos %a : {kind}
    %product = arith.mulf %sine, %cosine : {kind}
    linalg.yield %power, %product : {kind}, {kind}
  }} -> (tensor<5x{kind}>, tensor<5x{kind}>)
  return %r#0, %r#1 : tensor<5x{kind}>, tensor<5x{kind}>
}}"""
    x = np.array([-3, 0, 0.5, 2, 11], numpy_type(kind))
    power, product = lowp.compile(text, device="cpu")(x)
    np.testing.assert_array_equal(power, np.exp2(np.trunc(x)))
    np.testing.assert_allclose(product, np.sin(x) * np.cos(x), rtol=1e-5)
