# RUN: %python %s lowp-opt %S/Inputs | FileCheck %s
# CHECK: programs lowered
"""Lowers programs of front ends to kernels for sm_120a under recipes of MX and NVFP4 and auto.

    compile_formats.py LOWP_OPT FOLDER

A few programs, one recipe each; all of them under all recipes with LOWP_LONG_TESTS.
"""

import os
import pathlib
import subprocess
import sys

RECIPES = ("mxfp8", "mxfp4", "nvfp4", "auto")
SAMPLE = 3


def lower(tool, path, recipe):
    """Why the program has no kernels; empty if it has some."""
    pipeline = f"--lowp-to-nvvm=chip=sm_120a serialize=false recipe={recipe}"
    done = subprocess.run([tool, path, pipeline, "-o", os.devnull], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main():
    tool, folder = sys.argv[1:]
    programs = sorted(pathlib.Path(folder).glob("*.mlir"))
    cases = [(path, recipe) for path in programs for recipe in RECIPES]
    if not os.environ.get("LOWP_LONG_TESTS"):
        # An odd step takes all recipes in turn.
        cases = cases[9 :: len(cases) // SAMPLE | 1]
    failures = 0
    for path, recipe in cases:
        if reason := lower(tool, path, recipe):
            failures += 1
            print(f"{path.name} under {recipe}: {reason[:300]}")
    print(f"{len(cases) - failures} of {len(cases)} programs lowered")
    sys.exit(bool(failures))


main()
