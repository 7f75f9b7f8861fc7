"""Groups of K in kernels: a product for each range of the contracted dimension, as the
gradients of experts' weights are, of tokens x features as they lie.

What lies after the last group is NaN and infinity in the inputs. Each group has a matrix
of the result, which is zeros where the group is empty.
"""

import itertools

import numpy as np

from chip import HAS_TENSOR_SUMS
from harness import Suite, as_dtype, expect_within
from oracle.formats import DTYPES
from oracle.grouped import grouped_k

RNG = np.random.default_rng(43)
INT_MAX = 2**31 - 1
# Ends of groups of 300 tokens.
TOKENS = 300
DRAWS = [
    (64, 193, 193, 257, 300),  # whole blocks, ragged ones, an empty group
    (1, 3, 66, 131, 131),  # starts anywhere, tokens behind the last group
    (0, 0, 300, 300, 300),  # all tokens in one group
    (0, 0, 0, 0, 0),  # no tokens
    (63, 63, 128, 255, 256),  # ends around those of blocks
    (250, 20, 100, -3, 290),  # ends that are no such
    (INT_MAX, 0, -INT_MAX - 1, 7, 9),
]
CONFIG = (
    "tile = [{}, {}, 64], cluster = [1, 1], stages = {}, unroll = 1, group_m = {}, "
    "epilogue_stages = {}"
)
# Tiles of one and two warpgroups, of one panel of columns and several, stored in one step
# and several, with two stages and more.
CONFIGS = [
    CONFIG.format(64, 64, 2, 1, 1),
    CONFIG.format(128, 128, 4, 4, 2),
    CONFIG.format(128, 256, 3, 16, 4) + ", pdl = late",
    CONFIG.format(64, 256, 4, 2, 1),
    CONFIG.format(128, 256, 4, 4, 1) + ", overlap_store, pdl = late",
    CONFIG.format(64, 128, 2, 1, 2) + ", overlap_store",
]
# Where sums lie in tensor memory: in one stage and two.
TENSOR_CONFIG = (
    "tile = [128, {}, 64], cluster = [1, 1], stages = {}, group_m = {}, epilogue_stages = {}, "
    "target = {{sum_stages = {} : i64}}"
)
if HAS_TENSOR_SUMS:
    CONFIGS = [
        TENSOR_CONFIG.format(64, 2, 1, 1, 1),
        TENSOR_CONFIG.format(128, 4, 4, 2, 2),
        TENSOR_CONFIG.format(256, 3, 16, 4, 2) + ", pdl = late",
        TENSOR_CONFIG.format(192, 3, 2, 1, 2),
    ]


def clamp(given, tokens):
    """The ends that the Specification names."""
    return np.clip(np.maximum.accumulate([0, *given])[1:], 0, tokens).astype(int)


def transposed(name, value, sizes, element, order):
    """Lines that make `name` of `value`, whose sizes are tokens and features, with the
    features first: a transpose, unless it lies so."""
    tokens, features = sizes
    if order == "features":
        return "", value
    kind = f"tensor<{features}x{tokens}x{element}>"
    size = "%t" if tokens == "?" else ""
    return (
        f"""
  %e{name} = tensor.empty({size}) : {kind}
  %{name} = linalg.transpose ins({value} : tensor<{tokens}x{features}x{element}>)
    outs(%e{name} : {kind}) permutation = [1, 0]""",
        f"%{name}",
    )


def product(element, out, m, n, sizes, config="", order=("tokens", "tokens"), accumulates=False):
    """A function of both operands, the ends and, with `accumulates`, what is added to."""
    tokens, groups = sizes
    kinds = [
        f"tensor<{tokens}x{f}x{element}>" if o == "tokens" else f"tensor<{f}x{tokens}x{element}>"
        for f, o in zip((m, n), order)
    ]
    turned = [f"tensor<{f}x{tokens}x{element}>" for f in (m, n)]
    left, lhs = transposed("l", "%a", (tokens, m), element, order[0])
    right, rhs = transposed("r", "%b", (tokens, n), element, order[1])
    size = ""
    if tokens == "?":
        size = f"""
  %zero = arith.constant {"0" if order[0] == "tokens" else "1"} : index
  %t = tensor.dim %a, %zero : {kinds[0]}"""
    result, numbers = f"tensor<{groups}x{m}x{n}x{out}>", f"tensor<{groups}xi32>"
    extra = f", %c: {result}" if accumulates else ""
    added = f" accumulate(%c : {result})" if accumulates else ""
    attributes = f" {{lowp_gpu.config = #lowp_gpu.config<{config}>}}" if config else ""
    return f"""
func.func @NAME(%a: {kinds[0]}, %b: {kinds[1]}, %n: {numbers}{extra})
    -> {result} {{{size}{left}{right}
  %y = lowp.grouped_matmul {lhs}, {rhs} ends(%n : {numbers}){added}{attributes}
     : {turned[0]}, {turned[1]} -> {result}
  return %y : {result}
}}"""


def expect(want, magnitude, out):
    """Sums in f32, rounded once."""
    digits = {"bf16": 8, "f16": 11, "f32": 22}[out]
    bound = 2.0**-digits * np.abs(want) + 2.0**-18 * magnitude
    # Half of f16's smallest number.
    bound += 2.0**-25 if out == "f16" else 0
    return expect_within(want, bound, DTYPES[out])


def operands(tokens, m, n, ends, element):
    """tokens x features, with NaN and infinity after the last group."""
    x, y = (as_dtype(RNG.standard_normal((tokens, size)), element) for size in (m, n))
    last = ends[-1] if len(ends) else 0
    x[last:], y[last:] = np.nan, np.inf
    return x, y


def wide(x):
    return x.astype(np.float64)


def add(
    suite,
    given,
    m,
    n,
    element="bf16",
    out=None,
    tokens=TOKENS,
    dynamic=False,
    config="",
    order=("tokens", "tokens"),
    accumulates=False,
):
    out = out or element
    ends = clamp(given, tokens)
    x, y = operands(tokens, m, n, ends, element)
    want, magnitude = (
        grouped_k(wide(x).T, wide(y).T, list(ends)) if len(ends) else np.zeros((2, 0, m, n))
    )
    inputs = [
        each if o == "tokens" else np.ascontiguousarray(each.T) for each, o in zip((x, y), order)
    ]
    inputs.append(np.array(given, np.int32))
    if accumulates:
        init = as_dtype(RNG.standard_normal(want.shape), out)
        inputs.append(init)
        want, magnitude = want + wide(init), magnitude + np.abs(wide(init))
    sizes = ("?", "?") if dynamic else (tokens, len(given))
    function = product(element, out, m, n, sizes, config, order, accumulates)
    suite.add(f"{given} {m}x{n} {element} {out}", function, inputs, [expect(want, magnitude, out)])


def add_configs(suite):
    """Each tile, over matrices that end in tiles; the smaller ones are several for a CTA."""
    for config, (m, n) in zip(
        CONFIGS, [(72, 136), (136, 264), (200, 512), (64, 520), (200, 512), (136, 264)]
    ):
        for given in DRAWS[:4]:
            add(suite, given, m, n, config=config)


def add_orders(suite):
    """Operands that have features first are transposed."""
    for order in itertools.product(("tokens", "features"), repeat=2):
        add(suite, (40, 41, 90), 64, 72, tokens=96, order=order)


def add_widths(suite):
    """Matrices whose rows, or tokens whose features, are no multiples of 16 bytes."""
    for m, n in [(16, 16), (9, 64), (64, 9), (33, 31)]:
        add(suite, (0, 70, 70, 91), m, n, tokens=100, out="f32" if n == 9 else "bf16")


def add_numbers(suite):
    """One kernel for any number of groups, any number of tokens."""
    for groups in [0, 1, 2, 33, 65]:
        sizes = RNG.integers(0, 9, groups)
        tokens = int(sizes.sum()) + 3
        add(suite, tuple(int(end) for end in np.cumsum(sizes)), 64, 64, tokens=tokens, dynamic=True)
    add(suite, (0, 0, 0), 64, 64, tokens=0, dynamic=True)
    add(suite, (0, 0, 0), 64, 64, tokens=0)


def add_neighbours(suite):
    """NaN of one group stays in it, though its last block reaches into the next."""
    ends = [33, 80, 150]
    x, y = operands(150, 64, 128, ends, "bf16")
    want, magnitude = grouped_k(wide(x).T, wide(y).T, ends)
    x[33:80] = np.nan
    want[1] = np.nan
    suite.add(
        "NaN of a neighbour",
        product("bf16", "f32", 64, 128, (150, 3)),
        [x, y, np.array(ends, np.int32)],
        [expect(want, magnitude, "f32")],
    )


def add_epilogue(suite):
    """A factor and a residual after the product, whose ends a kernel before computes."""
    ends, m, n = np.array([34, 80, 150], np.int32), 64, 136
    x, y = operands(150, m, n, ends, "bf16")
    want, magnitude = grouped_k(wide(x).T, wide(y).T, list(ends))
    residual = as_dtype(RNG.standard_normal(want.shape), "bf16")
    result = f"tensor<3x{m}x{n}x"
    left, lhs = transposed("l", "%a", (150, m), "bf16", "tokens")
    right, rhs = transposed("r", "%b", (150, n), "bf16", "tokens")
    suite.add(
        "epilogue",
        f"""
func.func @NAME(%a: tensor<150x{m}xbf16>, %b: tensor<150x{n}xbf16>, %h: tensor<3xi32>,
                %residual: {result}bf16>) -> {result}f32> {{
  %ends = arith.addi %h, %h : tensor<3xi32>{left}{right}
  %y = lowp.grouped_matmul {lhs}, {rhs} ends(%ends : tensor<3xi32>)
     : tensor<{m}x150xbf16>, tensor<{n}x150xbf16> -> {result}f32>
  %e = tensor.empty() : {result}f32>
  %z = linalg.generic {{indexing_maps = [affine_map<(g, m, n) -> (g, m, n)>,
      affine_map<(g, m, n) -> (g, m, n)>, affine_map<(g, m, n) -> (g, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}}
      ins(%y, %residual : {result}f32>, {result}bf16>) outs(%e : {result}f32>) {{
  ^bb0(%s: f32, %c: bf16, %old: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %s, %half : f32
    %1 = arith.extf %c : bf16 to f32
    %2 = arith.addf %0, %1 : f32
    linalg.yield %2 : f32
  }} -> {result}f32>
  return %z : {result}f32>
}}""",
        [x, y, ends // 2, residual],
        [expect(0.5 * want + wide(residual), magnitude + np.abs(wide(residual)), "f32")],
    )


def main():
    suite = Suite()
    for given in DRAWS:
        add(suite, given, 72, 136)
    add_epilogue(suite)
    add(suite, DRAWS[0], 128, 64, out="f32", accumulates=True)
    add(suite, DRAWS[3], 128, 64, out="f32", accumulates=True)
    add_configs(suite)
    add_neighbours(suite)
    add_numbers(suite)
    add(suite, DRAWS[1], 72, 136, element="f16")
    add(suite, (300,), 72, 136, element="f16", out="f32")
    add_orders(suite)
    add_widths(suite)
    suite.run()


if __name__ == "__main__":
    main()
