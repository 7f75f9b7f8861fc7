# REQUIRES: numpy
# RUN: %python %s --bin=%lowp_tools_dir --lib=%lowp_lib_dir
"""Batches of matmuls with recipes: each matrix as if it were alone.

Operands in both orders, as named operations and as generics, and matrices that the
program repeats for a whole batch; sums onto a tensor, special values, no matrices.
"""

import itertools

import numpy as np

from harness import Suite, expect_within
from inputs import as_dtype, ordinary, with_special
from matmul_cases import Operand
from oracle.formats import DTYPES
from oracle.matmul import matmul, reference_bound

# Recipe and numerics of both operands.
RECIPES = [
    ("f8E4M3FN", "#lowp.tensorwise", "#lowp.tensorwise", "torchao"),
    ("f8E5M2", "#lowp.rowwise", "#lowp.rowwise", "torchao_rowwise"),
    ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<128x128>", "torchao"),
    ("f8E4M3FN", "#lowp.block<1x128>", "#lowp.block<1x128>", "torchao"),
    ("f6E2M3FN", "#lowp.mx<1x32>", "#lowp.mx<32x32>", "mx_rceil"),
    ("f4E2M1FN", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>", "transformer_engine"),
]
# Recipes whose scales are of rows of the left operand, whatever matrix these are in.
ROWS_ALONE = ["#lowp.rowwise", "#lowp.block<1x128>", "#lowp.mx<1x32>"]
MAPS = {
    ("lhs", False): "(b, m, k)",
    ("lhs", True): "(b, k, m)",
    ("rhs", False): "(b, k, n)",
    ("rhs", True): "(b, n, k)",
}
GENERIC = """linalg.generic {{indexing_maps = [{maps}],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
    ins({inputs}) outs({init} : {out}) attrs = {{lowp.recipe = {recipe}}} {{
  ^bb0(%p: bf16, %q: bf16, %sum: {element}):
    %u = arith.extf %p : bf16 to {element}
    %v = arith.extf %q : bf16 to {element}
    %product = arith.mulf %u, %v : {element}
    %added = arith.addf %sum, %product : {element}
    linalg.yield %added : {element}
  }} -> {out}"""
NAMED = """linalg.batch_matmul indexing_maps = [{maps}]
    {{lowp.recipe = {recipe}}}
    ins({inputs}) outs({init} : {out}) -> {out}"""


def tensor(shape, element, unknown=0):
    """Its type, whose first `unknown` sizes are not known."""
    sizes = ["?"] * unknown + list(map(str, shape[unknown:]))
    return f"tensor<{'x'.join(sizes)}x{element}>"


class Batch:
    """One operand: its values as (batch,) rows x K, and how it is handed over."""

    def __init__(self, x, operand, side, transposed, unknown):
        self.x, self.operand, self.transposed = x, operand, transposed
        self.map = MAPS[side, transposed]
        k_is_last = transposed == (side == "rhs")
        self.stored = x if k_is_last else x.swapaxes(-1, -2)
        self.is_matrix = x.ndim == 2
        self.unknown = 0 if self.is_matrix else unknown

    def values(self, count):
        matrices = [self.x] * count if self.is_matrix else self.x
        return [self.operand.exact_values(matrix) for matrix in matrices]

    def repeat(self, name, count):
        """What repeats a matrix for the batch, and the type of the batch."""
        kind = tensor(self.stored.shape, "bf16", self.unknown)
        if not self.is_matrix:
            return "", f"%{name}", kind, kind
        batch = tensor((count, *self.stored.shape), "bf16")
        text = (
            f"  %{name}e = tensor.empty() : {batch}\n"
            f"  %{name}r = linalg.broadcast ins(%{name} : {kind}) outs(%{name}e : {batch}) "
            f"dimensions = [0]\n"
        )
        return text, f"%{name}r", kind, batch


def batch_function(lhs, rhs, count, sizes, out, accumulates, form):
    result = tensor((count, *sizes), out, max(lhs.unknown, rhs.unknown))
    parts = [operand.repeat(name, count) for operand, name in ((lhs, "a"), (rhs, "b"))]
    inputs = f"{parts[0][1]}, {parts[1][1]} : {parts[0][3]}, {parts[1][3]}"
    maps = ", ".join(
        f"affine_map<(b, m, n, k) -> {each}>" for each in (lhs.map, rhs.map, "(b, m, n)")
    )
    recipe = f"#lowp.matmul_recipe<lhs = {lhs.operand.text()}, rhs = {rhs.operand.text()}>"
    start = (
        ""
        if accumulates
        else f"""
  %zero = arith.constant 0.0 : {out}
  %start = linalg.fill ins(%zero : {out}) outs(%init : {result}) -> {result}"""
    )
    body = form.format(
        maps=maps,
        recipe=recipe,
        inputs=inputs,
        out=result,
        element=out,
        init="%init" if accumulates else "%start",
    )
    return f"""
func.func @NAME(%a: {parts[0][2]}, %b: {parts[1][2]}, %init: {result}) -> {result} {{{start}
{parts[0][0]}{parts[1][0]}  %y = {body}
  return %y : {result}
}}"""


def add_case(
    suite,
    x,
    w,
    recipe,
    out="f32",
    transposed=(False, True),
    accumulates=False,
    unknown=0,
    form=NAMED,
):
    """x is (count,) M x K, w is (count,) N x K; of batches so many first sizes are
    unknown."""
    element, left, right, preset = recipe
    count = len(x) if x.ndim == 3 else len(w)
    lhs = Batch(x, Operand(element, left, preset), "lhs", transposed[0], unknown)
    rhs = Batch(w, Operand(element, right, preset), "rhs", transposed[1], unknown)
    sizes = (x.shape[-2], w.shape[-2])
    init = np.stack([ordinary(sizes, out, seed=9 + i) for i in range(max(count, 1))])[:count]
    want, bound = np.zeros(init.shape), np.zeros(init.shape)
    for i, (a, b) in enumerate(zip(lhs.values(count), rhs.values(count))):
        want[i], magnitude = matmul(a, b, init[i] if accumulates else None)
        with np.errstate(all="ignore"):
            bound[i] = reference_bound(want[i], magnitude, x.shape[-1], out)
    function = batch_function(lhs, rhs, count, sizes, out, accumulates, form)
    suite.add(
        f"{recipe} {x.shape} x {w.shape} -> {out} {transposed} {unknown}",
        function,
        [lhs.stored, rhs.stored, init],
        [expect_within(want, bound, DTYPES[out])],
    )


def matrices(count, shape, seed, kind=ordinary):
    """Each of another size than the one before, so that a scale of another matrix
    shows."""
    stack = [
        as_dtype(kind(shape, "f32", seed + i).astype(np.float32) * 4.0**i, "bf16")
        for i in range(max(count, 1))
    ]
    return np.stack(stack)[:count]


suite = Suite()
for recipe in RECIPES:
    x, w = matrices(3, (20, 160), 1), matrices(3, (36, 160), 11)
    for transposed in itertools.product([False, True], repeat=2):
        for unknown, form in [(0, GENERIC), (1, NAMED), (2, GENERIC), (3, NAMED)]:
            add_case(suite, x, w, recipe, transposed=transposed, unknown=unknown, form=form)
        add_case(suite, x[1], w, recipe, transposed=transposed)
        # Rows of all matrices are those of one matmul then, which is one matrix for
        # scales of a whole one; not so where columns of the batch lie between them.
        if recipe[1] in ROWS_ALONE or transposed[0]:
            add_case(suite, x, w[2], recipe, transposed=transposed)
    for out, accumulates in itertools.product(["f32", "bf16"], [False, True]):
        add_case(suite, x, w, recipe, out, accumulates=accumulates)
    add_case(suite, matrices(2, (20, 160), 5, with_special), w[:2], recipe)
    for count, m, n, k in [(0, 4, 8, 32), (1, 1, 1, 128), (2, 0, 8, 64), (2, 3, 5, 0)]:
        add_case(
            suite,
            matrices(count, (m, k), 3),
            matrices(count, (n, k), 4),
            recipe,
            unknown=1 if count < 2 else 2,
        )
suite.run()
