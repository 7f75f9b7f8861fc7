"""Lowers 100 and 800 functions, and tells how many times the processor seconds of the
first the second take: about 8, where no pass walks the module for each function. The
bound leaves room for what starting threads costs a busy machine.

    python many_functions.py LOWP_OPT PIPELINE MOST
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# A machine that is busy may disturb one of the runs.
TRIES = 3
COUNTS = (100, 800)

FUNCTION = """
func.func @f{0}(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {{
  %y = arith.addf %x, %x : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}}"""


def take_seconds(command):
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return after.children_user - before.children_user


def main():
    tool, pipeline, most = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        commands = []
        for count in COUNTS:
            path = pathlib.Path(folder) / f"{count}.mlir"
            path.write_text("".join(FUNCTION.format(i) for i in range(count)))
            commands.append([tool, path, f"--{pipeline}", "-o", os.devnull])
        least = [float("inf")] * 2
        for _ in range(TRIES):
            least = [min(best, take_seconds(command)) for best, command in zip(least, commands)]
            if least[1] < most * least[0]:
                return 0
    print(
        f"{pipeline}: expected {COUNTS[1]} functions to take less than {most} times as long "
        f"as {COUNTS[0]}, got {least[1]:.2f} s and {least[0]:.2f} s"
    )
    return 1


sys.exit(main())
