"""MXFP4 beside MXFP8 that copies spread in shared memory, against numpy: each fp8 on either side,
quantized by the oracle, multiplied in f64.

M and N are ragged, K is a multiple of 128 and has more blocks than a kernel has stages. Rows hold
infinities, NaN, values around zero and zeros.
"""

from check_mma_sync import E2M1, E4M3, E5M2, MX, make_text, value
from harness import DTYPES, Suite, expect_within
from inputs import ordinary, wide_range, with_special
from oracle.matmul import matmul

NUMERICS = "mx_rceil"
# Elements of both operands, M, N and K.
CASES = [
    (E4M3, E2M1, 131, 136, 1024),
    (E2M1, E4M3, 135, 264, 128),
    (E5M2, E2M1, 70, 72, 384),
    (E2M1, E5M2, 264, 40, 256),
]


def add(suite, case, label, fill_lhs, fill_rhs):
    left, right, m, n, k = case
    shapes, family = ((m, k), (n, k)), ((left, MX), (right, MX), NUMERICS)
    x, w = (fill(shape, "bf16") for fill, shape in zip((fill_lhs, fill_rhs), shapes))
    want, magnitude = matmul(value(x, *family[0], NUMERICS), value(w, *family[1], NUMERICS))
    # Sums in f32, a rounding for each block of K, each scale and the element.
    bound = 2.0**-24 * (k / 8 + 8) * magnitude
    suite.add(
        f"{label} {case}",
        make_text(shapes, family),
        [x, w],
        [expect_within(want, bound, DTYPES["f32"])],
    )


def main():
    suite = Suite()
    for case in CASES:
        add(suite, case, "ordinary", ordinary, ordinary)
    add(suite, CASES[2], "special", with_special, wide_range)
    add(suite, CASES[3], "special", with_special, wide_range)
    suite.least = 1.0
    suite.run()


if __name__ == "__main__":
    main()
