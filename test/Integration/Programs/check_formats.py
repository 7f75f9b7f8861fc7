"""Programs of front ends under recipes of MX and NVFP4, on a GPU that multiplies such formats.

The rule is that of check_programs.py: lowp may be twice as far as torch in bf16 from the
quantized program in f64. Operands are quantized by the oracle's formulas, in numpy: those of
the left along rows, those of the right as the preset says, tiles of 16 x 16 for NVFP4.

    check_formats.py --bin=BIN --lib=LIB RECIPE:PROGRAM...
"""

import argparse
import sys

import check_programs
import numpy as np
import torch

import hosts
from oracle.quantize import PRESETS, dequantize, quantize

E4M3, E2M1, E2M3 = "f8E4M3FN", "f4E2M1FN", "f6E2M3FN"
MX, ROWS, TILES = "#lowp.mx<1x32>", "#lowp.nvfp4<1x16>", "#lowp.nvfp4<16x16>"
# Element, recipe and numerics of both operands.
RECIPES = {
    "mxfp8": ((E4M3, MX, "mx_rceil"), (E4M3, MX, "mx_rceil")),
    "mxfp4": ((E2M1, MX, "mx_rceil"), (E2M1, MX, "mx_rceil")),
    "mxfp6": ((E2M3, MX, "mx_rceil"), (E2M3, MX, "mx_rceil")),
    "mxfp8_mxfp4": ((E4M3, MX, "mx_rceil"), (E2M1, MX, "mx_rceil")),
    "nvfp4": ((E2M1, ROWS, "transformer_engine"), (E2M1, TILES, "transformer_engine")),
}


def make_quantized(recipe):
    """check_programs.quantized, by the formulas of `recipe`."""

    def values(x, element, blocks, numerics):
        data, scales, *rest = quantize(x, element, blocks, PRESETS[numerics], "decode")
        return dequantize(
            data, scales, blocks, dtype=np.float64, global_scale=rest[0] if rest else None
        )

    def quantized(x, block):
        matrix = check_programs.to_numpy(x.bfloat16())
        if block == check_programs.ROWS:
            return torch.from_numpy(values(matrix, *RECIPES[recipe][0]))
        return torch.from_numpy(
            values(np.ascontiguousarray(matrix.T), *RECIPES[recipe][1]).T.copy()
        )

    return quantized


def check(device, recipe, name, tokens):
    check_programs.quantized = make_quantized(recipe)
    program = check_programs.PROGRAMS[name]
    try:
        yield from check_programs.check(name, program, device, recipe, [tokens])
    except device.lowp.Error as error:
        yield f"{name}: {error}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, help="where the tools are")
    parser.add_argument("--lib", required=True, help="where liblowp-c.so is")
    parser.add_argument("--tokens", type=int, default=100, help="of programs for any number")
    parser.add_argument("cases", nargs="+", help="a recipe and a program, with a colon between")
    options = parser.parse_args()
    torch.manual_seed(0)
    device = check_programs.Device(hosts.import_lowp(options.lib), gpu=True)
    failures = []
    for case in options.cases:
        failures += check(device, *case.split(":"), options.tokens)
    print("\n".join(failures) or "all right")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
