"""Compiles a function of many arguments and results for a GPU, and says whether that
took more memory than it may: what each check of an argument copies or remembers of
all others grows with their square.

Usage: check_wide_function.py <number of results> <megabytes> <folder of lowp's tools> <folder for files>
"""

import pathlib
import resource
import subprocess
import sys

TYPE = "tensor<16x64xf32>"


def write(count):
    numbers = range(count)
    arguments = ", ".join(f"%a{n}: {TYPE}" for n in numbers)
    types = ", ".join([TYPE] * count)
    body = "\n".join(f"  %v{n} = math.exp %a{n} : {TYPE}" for n in numbers)
    values = ", ".join(f"%v{n}" for n in numbers)
    return f"func.func @f({arguments}) -> ({types}) {{\n{body}\n  return {values} : {types}\n}}\n"


def main():
    count, most = int(sys.argv[1]), int(sys.argv[2])
    tools, folder = pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    source = folder / "wide.mlir"
    source.write_text(write(count), encoding="utf-8")
    command = [tools / "lowp-compile", source, "--chip=sm_90a", "-o", folder / "wide.ll"]
    subprocess.run(command, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    if used > most:
        sys.exit(f"expected at most {most} MB for {count} results, got {used} MB")


if __name__ == "__main__":
    main()
