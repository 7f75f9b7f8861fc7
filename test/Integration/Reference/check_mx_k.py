"""Groups of K with scales of 32 elements, which the instruction takes, against numpy: ragged and
empty groups, tokens after the last one that are NaN, several blocks, and accumulators.

On the GPU alone, of a chip that has such products.
"""

from check_scaled_k import DRAWS, FP8, WRONG_DRAWS, add
from harness import Suite

SCALES = "#lowp.mx<1x32>"
RECIPE = "mxfp8", (FP8, SCALES), (FP8, SCALES), "mx_rceil"
MXFP4 = "mxfp4", ("f4E2M1FN", SCALES), ("f4E2M1FN", SCALES), "mx_rceil"
MIXED = "mxfp8_mxfp4", (FP8, SCALES), ("f4E2M1FN", SCALES), "mx_rceil"


def main():
    suite = Suite()
    for place, draw in enumerate([*DRAWS, *WRONG_DRAWS]):
        add(suite, draw, RECIPE, dynamic=place % 3 == 1)
    add(suite, DRAWS[0], RECIPE, out="f32", accumulates=True)
    add(suite, DRAWS[0], MIXED)
    add(suite, DRAWS[3], MIXED)
    for place, draw in enumerate(DRAWS):
        add(suite, draw, MXFP4, dynamic=place == 1)
    add(suite, (0, (0, 0, 0)), RECIPE, 128, 128, dynamic=True)
    suite.run()


main()
