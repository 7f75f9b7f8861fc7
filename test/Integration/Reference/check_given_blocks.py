"""Products with f32 scales of blocks that are given, by which partial sums are promoted,
against numpy.

Data and scales are made by hand: all codes of a format, NaN and infinity too; scales far
apart, subnormal, 0 and NaN. On the GPU alone: nothing may be refused.
"""

import itertools

import numpy as np

from harness import DTYPES, Suite, expect_within, tensor_type
from made_operands import Operand, matmul_function
from oracle.formats import spacing
from oracle.matmul import matmul

E4M3, E5M2 = "f8E4M3FN", "f8E5M2"
ROWS, WIDE, TILES = "#lowp.block<1x128>", "#lowp.block<1x256>", "#lowp.block<128x128>"
FINE = "#lowp.block<1x32>"
# Elements and recipes of both operands.
FORMATS = [
    ((E4M3, ROWS), (E4M3, TILES)),
    ((E5M2, ROWS), (E4M3, ROWS)),
    ((E4M3, WIDE), (E5M2, ROWS)),
    ((E4M3, WIDE), (E4M3, WIDE)),
    ((E4M3, FINE), (E4M3, FINE)),
]
# M, N and K: several tiles of a CTA with ragged ends, more blocks of K than stages, few rows.
SIZES = [(300, 200, 336), (131, 136, 1296), (5, 264, 96)]
SPECIAL_SCALES = (np.nan, 0.0, 2.0**-140, 2.0**90)
SPECIAL_DATA = (np.nan, np.inf)


def operands(rng, sizes, format, special=((), ())):
    m, n, k = sizes
    for rows, (element, recipe), places in zip((m, n), format, special):
        yield Operand(rng, (rows, k), element, "fp8", recipe, special=places)


def bound_of(want, magnitude, k, out):
    """Half a unit in the last place, and what sums and factors in f32 lose on a step along K."""
    sums = 2.0 * (k + 4) * 2.0**-24 * magnitude
    return 0.5 * spacing(np.abs(want) + sums, out) + sums


def add_case(suite, lhs, rhs, out="f32"):
    a, b = lhs.values(), rhs.values()
    with np.errstate(all="ignore"):
        want, magnitude = matmul(a, b)
        bound = bound_of(want, magnitude, a.shape[1], out)
        want = np.where(np.isinf(want.astype(np.float32)), want.astype(np.float32), want)
    init = np.zeros(want.shape, DTYPES[out])
    suite.add(
        f"{lhs.type} {rhs.type} {out}",
        matmul_function(lhs, rhs, tensor_type(init.shape, out), accumulates=False),
        [*lhs.tensors, *rhs.tensors, init],
        [expect_within(want, bound, DTYPES[out])],
    )
    return want


def add_special_scales(suite, rng, format):
    """Each special scale once, in a block of its own, on either side."""
    for side in (0, 1):
        places = [((i, 1), value) for i, value in enumerate(SPECIAL_SCALES)]
        if format[side][1] == TILES:
            places = [((0, i), value) for i, value in enumerate(SPECIAL_SCALES[:3])]
        special = (places, ()) if side == 0 else ((), places)
        add_case(suite, *operands(rng, SIZES[0], format, special))


def add_special_data(suite, rng, format):
    """Elements that are no numbers: those of E5M2 may be infinite, too."""
    pair = list(operands(rng, SIZES[0], format))
    for operand, place in zip(pair, ((3, 7), (5, 200))):
        values = operand.data.astype(np.float32)
        with np.errstate(all="ignore"):
            values[place], values[place[0] + 8, 3] = SPECIAL_DATA
            operand.replace(values, operand.scales)
    want = add_case(suite, *pair)
    assert np.isnan(want[3]).all() and np.isnan(want[:, 5]).all()


def main():
    suite = Suite()
    suite.least = 1.0
    rng = np.random.default_rng(100)
    for format, sizes in zip(FORMATS, itertools.cycle(SIZES)):
        add_case(suite, *operands(rng, sizes, format))
    for format, sizes in itertools.product(FORMATS[:2], SIZES):
        add_case(suite, *operands(rng, sizes, format), out="bf16")
    for format in FORMATS:
        add_special_scales(suite, rng, format)
        add_special_data(suite, rng, format)
    suite.run()


main()
