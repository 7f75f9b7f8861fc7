"""Cases of matmuls with recipes, from linalg.matmul to a result."""

from dataclasses import dataclass

import numpy as np

from harness import expect_within, numerics_text, tensor_type
from inputs import ordinary
from oracle.formats import DTYPES
from oracle.hadamard import transform
from oracle.matmul import matmul, reference_bound
from oracle.quantize import PRESETS, dequantize, quantize

MAPS = {
    ("lhs", False): "affine_map<(m, n, k) -> (m, k)>",
    ("lhs", True): "affine_map<(m, n, k) -> (k, m)>",
    ("rhs", False): "affine_map<(m, n, k) -> (k, n)>",
    ("rhs", True): "affine_map<(m, n, k) -> (n, k)>",
}


@dataclass(frozen=True)
class Operand:
    """How one operand is quantized."""

    element: str
    recipe: str
    preset: str

    def exact_values(self, x, seed=None):
        numerics = PRESETS[self.preset]
        if numerics.rounding != "stochastic":
            seed = None
        data, scales, *rest = quantize(x, self.element, self.recipe, numerics, seed=seed)
        return dequantize(
            data, scales, self.recipe, dtype=np.float64, global_scale=rest[0] if rest else None
        )

    def text(self):
        return f"<{self.element}, {self.recipe}, {numerics_text(PRESETS[self.preset])}>"


def matmul_function(recipe, types, transposed, accumulates):
    """linalg.matmul on arguments; adds to the last one, or starts from zero."""
    lhs, rhs, out = types
    element = out.rstrip(">").split("x")[-1]
    start = (
        ""
        if accumulates
        else f"""
  %zero = arith.constant 0.0 : {element}
  %start = linalg.fill ins(%zero : {element}) outs(%init : {out}) -> {out}"""
    )
    init = "%init" if accumulates else "%start"
    maps = f"{MAPS['lhs', transposed[0]]}, {MAPS['rhs', transposed[1]]}"
    return f"""
func.func @NAME(%a: {lhs}, %b: {rhs}, %init: {out}) -> {out} {{{start}
  %y = linalg.matmul
    indexing_maps = [{maps}, affine_map<(m, n, k) -> (m, n)>]
    {{lowp.recipe = {recipe}}}
    ins(%a, %b : {lhs}, {rhs}) outs({init} : {out}) -> {out}
  return %y : {out}
}}"""


def add_case(
    suite,
    x,
    w,
    lhs,
    rhs,
    out="bf16",
    transposed=(False, True),
    accumulates=False,
    dynamic=False,
    source="bf16",
    hadamard=None,
):
    """x is (M, K), w is (N, K); `transposed` says how they are handed over."""
    m, n = x.shape[0], w.shape[0]
    a = x.T if transposed[0] else x
    b = w if transposed[1] else w.T
    types = [
        tensor_type(a.shape, source, dynamic),
        tensor_type(b.shape, source, dynamic),
        tensor_type((m, n), out, dynamic),
    ]
    extra = "" if hadamard is None else f", hadamard = {hadamard}"
    recipe = f"#lowp.matmul_recipe<lhs = {lhs.text()}, rhs = {rhs.text()}{extra}>"
    label = f"{recipe} {x.shape} x {w.shape} -> {out} {transposed} {types}"
    if not suite.takes(label):
        return
    init = ordinary((m, n), out, seed=9)
    operands = [(lhs, x), (rhs, w)]
    if hadamard is not None:
        operands = [(o, transform(v, 1, hadamard, source)) for o, v in operands]
    want, magnitude = matmul(
        *(o.exact_values(v) for o, v in operands), init if accumulates else None
    )
    with np.errstate(all="ignore"):
        bound = reference_bound(want, magnitude, x.shape[1], out)
    suite.add(
        label,
        matmul_function(recipe, types, transposed, accumulates),
        [a, b, init],
        [expect_within(want, bound, DTYPES[out])],
    )
