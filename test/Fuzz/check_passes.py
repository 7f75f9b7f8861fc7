# RUN: %python %s %lowp_source_dir
"""Checks that lowp-fuzz runs every pass of lowp and knows its recipes and layouts.

usage: check_passes.py <source folder>
"""

import re
import sys
from pathlib import Path

# Runs LLVM's back end and ptxas: slow, and not lowp's.
LEFT_OUT = {"lowp-serialize"}
# These alone are not legal.
NEED_PARAMETERS = {"panels", "block", "mx", "nvfp4"}


def main(source):
    source = Path(source)
    defined = set()
    for file in (source / "include").rglob("*.td"):
        defined |= set(re.findall(r'Pass<\s*"([^"]+)"', file.read_text()))
    if not defined:
        sys.exit("expected passes in include/**/*.td, found none: adapt this script")
    pipelines = (source / "test/lib/Fuzz/Pipelines.cpp").read_text()
    single = pipelines[pipelines.index("kSinglePasses[]") :]
    listed = set(re.findall(r'"([a-z0-9-]+)(?:\{[^"]*\})?",', single))
    if defined - LEFT_OUT != listed:
        sys.exit(
            "expected kSinglePasses in test/lib/Fuzz/Pipelines.cpp to be the "
            f"passes of lowp; missing: {sorted(defined - LEFT_OUT - listed)}, "
            f"unknown: {sorted(listed - defined)}"
        )
    check_attributes(source)


def check_attributes(source):
    """Recipes and layouts are made by chance; those that need no parameters are
    words, too, for which others come."""
    folder = source / "include/lowp/Dialect/Lowp/IR"
    attributes = "".join(file.read_text() for file in sorted(folder.glob("*Attrs.td")))
    found = re.findall(
        r'def Lowp_(\w+) : Lowp_(\w+Recipe|ScaleLayout|DataLayout)<"\w+",\s*"(\w+)"', attributes
    )
    if not found:
        sys.exit("expected recipes and layouts in *Attrs.td, found none: adapt this script")
    made = (source / "test/lib/Fuzz/Generator/RandomTypes.cpp").read_text()
    words = (source / "test/lib/Fuzz/Mutator.cpp").read_text()
    missing = [name for name, _, _ in found if f"{name}::" not in made]
    missing += [
        f'"#lowp.{mnemonic}"'
        for _, _, mnemonic in found
        if mnemonic not in NEED_PARAMETERS and f'"#lowp.{mnemonic}"' not in words
    ]
    if missing:
        sys.exit(
            "expected all recipes and layouts in test/lib/Fuzz/Generator/RandomTypes.cpp and "
            f"Mutator.cpp, missing: {missing}"
        )


main(*sys.argv[1:])
