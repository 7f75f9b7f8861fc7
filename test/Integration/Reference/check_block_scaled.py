"""Products that take the scales of both operands themselves, against numpy.

Data and scales are made by hand: all codes of a format, scales far apart, subnormal, 0
and NaN. Scales lie in atoms, as kernels read them, or row by row. On the GPU alone, of a
chip that has such products: nothing may be refused.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_within, tensor_type
from made_operands import Operand, matmul_function
from oracle.formats import spacing
from oracle.matmul import matmul

ATOMS, ROWS = "#lowp.swizzled", "#lowp.compact"
# Elements of both operands, family, recipe.
FORMATS = [
    ("f8E4M3FN", "f8E4M3FN", "mx", "#lowp.mx<1x32>"),
    ("f8E5M2", "f8E4M3FN", "mx", "#lowp.mx<1x32>"),
    ("f4E2M1FN", "f4E2M1FN", "mx", "#lowp.mx<1x32>"),
    ("f4E2M1FN", "f4E2M1FN", "nvfp4", "#lowp.nvfp4<1x16>"),
]
# M, N and K: several tiles of a CTA with ragged ends, an end of K within an atom of
# scales, fewer rows than a tile.
SIZES = [(300, 200, 336), (131, 264, 1056), (5, 136, 96)]


def bound_of(want, magnitude, k, out):
    """Half a unit in the last place, and what sums in f32 lose on a step along K."""
    sums = 2.0 * (k + 2) * 2.0**-24 * magnitude
    return 0.5 * spacing(np.abs(want) + sums, out) + sums


def operands(rng, sizes, format, layouts, special=((), ())):
    left, right, family, recipe = format
    m, n, k = sizes
    for rows, element, layout, places in zip((m, n), (left, right), layouts, special):
        packing = "dense" if element == "f4E2M1FN" else "bytes"
        yield Operand(
            rng, (rows, k), element, family, recipe, layout=layout, packing=packing, special=places
        )


def add_case(suite, lhs, rhs, out="f32", accumulates=False, exact=False):
    """`exact`: the sums are numbers of f32, so that the bits are known."""
    a, b = lhs.values(), rhs.values()
    init = np.zeros((len(a), len(b)), DTYPES[out])
    with np.errstate(all="ignore"):
        want, magnitude = matmul(a, b)
        bound = 0.0 if exact else bound_of(want, magnitude, a.shape[1], out)
    function = matmul_function(lhs, rhs, tensor_type(init.shape, out), accumulates)
    suite.add(
        f"{lhs.type} {rhs.type} {out}{' exact' if exact else ''}",
        function,
        [*lhs.tensors, *rhs.tensors, init],
        [expect_within(want, bound, DTYPES[out])],
    )
    return want


def add_storages(suite, rng):
    """Each format with scales in atoms and in rows, on either side."""
    for format, layouts in itertools.product(FORMATS, itertools.product([ATOMS, ROWS], repeat=2)):
        sizes = SIZES[layouts.count(ROWS)]
        add_case(suite, *operands(rng, sizes, format, layouts))
    for format, sizes in zip(FORMATS, itertools.cycle(SIZES)):
        add_case(suite, *operands(rng, sizes, format, (ATOMS, ATOMS)), out="bf16")


def add_exact(suite, rng):
    """Small integers under scales of 1, 2 and 4: sums are numbers of f32 in any order. What
    lies in the padding of scales does not count."""
    for format, sizes in itertools.product(FORMATS, SIZES):
        pair = list(operands(rng, sizes, format, (ATOMS, ATOMS)))
        for operand in pair:
            codes = rng.integers(-3, 4, operand.data.shape).astype(np.float32)
            scales = np.exp2(rng.integers(0, 3, operand.scales.shape)).astype(np.float32)
            operand.replace(codes, scales)
        add_case(suite, *pair, exact=True)
        for operand in pair:
            operand.spoil_padding()
        add_case(suite, *pair, exact=True)


def add_special_scales(suite, rng):
    """Each special scale once, in a block of its own, on either side."""
    kinds = [
        (FORMATS[0], [np.nan, 2.0**100, 2.0**-127]),
        (FORMATS[2], [np.nan, 2.0**100, 2.0**-127]),
        (FORMATS[3], [np.nan, 448.0, 0.0, 2.0**-9]),
    ]
    for (format, specials), side in itertools.product(kinds, (0, 1)):
        places = [((4 * i + 1, 1), value) for i, value in enumerate(specials)]
        special = (places, ()) if side == 0 else ((), places)
        pair = list(operands(rng, SIZES[0], format, (ATOMS, ATOMS), special))
        want = add_case(suite, *pair)
        rows = want if side == 0 else want.T
        assert np.isnan(rows[1]).all() and np.isfinite(rows[0]).all()


def main():
    suite = Suite()
    suite.least = 1.0
    rng = np.random.default_rng(120)
    add_storages(suite, rng)
    add_exact(suite, rng)
    add_special_scales(suite, rng)
    suite.run()


main()
