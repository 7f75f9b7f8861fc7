"""Groups of K with scales of 32 and 16 elements, which the instruction takes, against numpy:
ragged and empty groups, tokens after the last one that are NaN, several blocks, and accumulators.
NVFP4 has a scale for each group beside those of blocks. Scales of tiles are repeated, and those
of f32 are powers of two where the chip promotes no sums.

On the GPU alone, of a chip that has such products.
"""

from chip import HAS_TENSOR_SUMS
from check_scaled_k import DRAWS, FP8, WRONG_DRAWS, add
from harness import Suite

SCALES = "#lowp.mx<1x32>"
RECIPE = "mxfp8", (FP8, SCALES), (FP8, SCALES), "mx_rceil"
MXFP4 = "mxfp4", ("f4E2M1FN", SCALES), ("f4E2M1FN", SCALES), "mx_rceil"
_ROWS = "f4E2M1FN", "#lowp.nvfp4<1x16>"
_NVFP4 = "<f4E2M1FN, #lowp.nvfp4<1x16>, <transformer_engine>>"
NVFP4 = f"lhs = {_NVFP4}, rhs = {_NVFP4}", _ROWS, _ROWS, "transformer_engine"
# Scales of tiles, of which one is read for several blocks.
NVFP4_TILES = "nvfp4", _ROWS, ("f4E2M1FN", "#lowp.nvfp4<16x16>"), "transformer_engine"
TILES = "block_1x128_128x128", (FP8, "#lowp.mx<1x128>"), (FP8, "#lowp.mx<128x128>"), "mx_rceil"
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
    for place, draw in enumerate([*DRAWS, *WRONG_DRAWS]):
        add(suite, draw, NVFP4, dynamic=place == 1)
    add(suite, DRAWS[2], NVFP4, out="f32", accumulates=True)
    for place, recipe in enumerate((NVFP4_TILES, *[TILES] * HAS_TENSOR_SUMS)):
        add(suite, DRAWS[0], recipe)
        add(suite, DRAWS[2 + place], recipe, dynamic=True)
    for recipe in (RECIPE, MXFP4, NVFP4):
        add(suite, DRAWS[0], recipe, is_strained=True)
    add(suite, (0, (0, 0, 0)), RECIPE, 128, 128, dynamic=True)
    suite.run()


main()
